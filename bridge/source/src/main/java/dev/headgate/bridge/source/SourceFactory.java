package dev.headgate.bridge.source;

/** Opens a source; found in a client's class loader by its class name. Has a public constructor without parameters. */
public interface SourceFactory {

    /**
     * Connects; blocks until a broker answered.
     *
     * @throws SourceException if none did within {@link SourceOptions#patience}
     */
    Source open(SourceOptions options);
}
