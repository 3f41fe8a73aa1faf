package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourceFactory;
import dev.headgate.bridge.source.SourceOptions;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.varia.NullAppender;

/** Opens sources for brokers of 0.8 and 0.9; named by its class name, in a class loader that has the old client's jars. */
public final class SimpleConsumerSourceFactory implements SourceFactory {

    /** For the class loader. */
    public SimpleConsumerSourceFactory() {}

    @Override
    public Source open(SourceOptions options) {
        keepQuiet();
        return new SimpleConsumerSource(options);
    }

    /** What the old client logs is told as trouble; and log4j complains if nobody has told it what to do. */
    static void keepQuiet() {
        Logger root = Logger.getRootLogger();
        if (!root.getAllAppenders().hasMoreElements()) {
            root.addAppender(new NullAppender());
            root.setLevel(Level.OFF);
        }
    }
}
