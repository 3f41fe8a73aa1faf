package dev.headgate.bridge.source;

/** Opens sources of 0.10 and newer. Public for the class loader that it is looked up in. */
public final class ConsumerSourceFactory implements SourceFactory {

    /** For the class loader. */
    public ConsumerSourceFactory() {}

    @Override
    public Source open(SourceOptions options) {
        return new ConsumerSource(options);
    }
}
