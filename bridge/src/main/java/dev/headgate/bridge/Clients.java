package dev.headgate.bridge;

import dev.headgate.bridge.source.ConsumerSourceFactory;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourceOptions;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Opens sources by the client that is right for a generation of brokers; each old client is loaded once. Safe for use by any thread. */
final class Clients implements AutoCloseable {
    private static final String OLD_FACTORY = "dev.headgate.bridge.source08.SimpleConsumerSourceFactory";
    private static final String OLD_JARS = "dev/headgate/bridge/source08/jars/";
    private static final String MIDDLE_FACTORY = "dev.headgate.bridge.source.ConsumerSourceFactory";
    private static final String MIDDLE_JARS = "dev/headgate/bridge/client39/jars/";

    private final Map<Generation, IsolatedLoader> loaders = new EnumMap<>(Generation.class);

    /** Connects; blocks. */
    synchronized Source open(Generation generation, SourceOptions options) {
        return switch (generation) {
            case OLD ->
                loader(generation, "kafka-0.8.2.2", OLD_FACTORY, OLD_JARS).open(OLD_FACTORY, options);
            case MIDDLE ->
                loader(generation, "kafka-3.9.1", MIDDLE_FACTORY, MIDDLE_JARS).open(MIDDLE_FACTORY, options);
            case CURRENT -> new ConsumerSourceFactory().open(options);
        };
    }

    private IsolatedLoader loader(Generation generation, String name, String factory, String jars) {
        return loaders.computeIfAbsent(generation, unused -> IsolatedLoader.of(name, factory, jars));
    }

    /** Close the sources first. */
    @Override
    public synchronized void close() {
        for (IsolatedLoader loader : loaders.values()) {
            try {
                loader.close();
            } catch (IOException e) {
                // Its jars stay in the temporary folder.
            }
        }
        loaders.clear();
    }
}
