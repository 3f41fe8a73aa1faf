package dev.headgate.kafka;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What the intake's own classes log from WARN on, while this is open. Tests of other classes must not run beside. */
final class Logs extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.headgate.kafka");
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private Logs() {}

    static Logs open() {
        Logs logs = new Logs();
        logs.start();
        logs.logger.setLevel(Level.WARN);
        logs.logger.addAppender(logs);
        return logs;
    }

    @Override
    protected void append(ILoggingEvent event) {
        messages.add(event.getFormattedMessage());
    }

    /** The messages that have this in them, in order. */
    List<String> with(String part) {
        return messages.stream().filter(message -> message.contains(part)).toList();
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(null);
        stop();
    }
}
