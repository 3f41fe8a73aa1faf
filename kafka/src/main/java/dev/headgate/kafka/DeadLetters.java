package dev.headgate.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Sends records that no attempt is left for to the topic of dead letters: key, value, timestamp and headers as they were, and headers
 * that say why, where from and how often. A record is completed only when its dead letter is acknowledged. Sending may block, so it
 * is done on a virtual thread a record; how many there may be is bounded by the retrying limit of the lanes.
 */
final class DeadLetters implements Settlement.DeadLetterBox {
    private static final String PREFIX = "headgate.dead.";
    private static final int LONGEST_MESSAGE = 1000;

    private final String intake;
    private final String topic;
    private final Producer<byte[], byte[]> producer;
    private final Mailbox mailbox;
    private final Crew.Starter starter;

    DeadLetters(String intake, String topic, Producer<byte[], byte[]> producer, Mailbox mailbox, Crew.Starter starter) {
        this.intake = intake;
        this.topic = topic;
        this.producer = producer;
        this.mailbox = mailbox;
        this.starter = starter;
    }

    /** How a dead letter fared. */
    static final class Sent extends Message {
        final Flight flight;
        final @Nullable Throwable failure;

        Sent(Flight flight, @Nullable Throwable failure) {
            this.flight = flight;
            this.failure = failure;
        }

        /** Whether sending it again may help. */
        boolean retriable() {
            return failure instanceof RetriableException;
        }
    }

    @Override
    public void send(Flight flight) {
        starter.start(() -> {
            Throwable failure = null;
            try {
                // Made here, not by the owner: an exception's message is the user's code.
                producer.send(letter(flight)).get();
            } catch (ExecutionException e) {
                failure = e.getCause() == null ? e : e.getCause();
            } catch (Throwable e) {
                failure = e;
            }
            mailbox.post(new Sent(flight, failure), Mailbox.Urgency.NOW);
        });
    }

    String topic() {
        return topic;
    }

    private ProducerRecord<byte[], byte[]> letter(Flight flight) {
        String reason = "unknown";
        Throwable cause = null;
        if (flight.outcome instanceof Outcome.Dead(String why, Throwable failure)) {
            reason = why;
            cause = failure;
        }
        Headers headers = new RecordHeaders(flight.raw.headers().toArray());
        add(headers, "reason", reason);
        add(headers, "intake", intake);
        add(headers, "topic", flight.raw.topic());
        add(headers, "partition", Integer.toString(flight.raw.partition()));
        add(headers, "offset", Long.toString(flight.raw.offset()));
        add(headers, "attempts", Integer.toString(flight.attempts));
        if (cause != null) {
            add(headers, "exception", cause.getClass().getName());
            String message = message(cause);
            add(headers, "message", message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)));
        }
        long timestamp = flight.raw.timestamp();
        return new ProducerRecord<>(
                topic, null, timestamp < 0 ? null : timestamp, flight.raw.key(), flight.raw.value(), headers);
    }

    private static String message(Throwable cause) {
        try {
            return String.valueOf(cause.getMessage());
        } catch (RuntimeException e) {
            return "none: " + cause.getClass().getName() + ".getMessage() threw "
                    + e.getClass().getName();
        }
    }

    private static void add(Headers headers, String name, String value) {
        headers.remove(PREFIX + name);
        headers.add(PREFIX + name, value.getBytes(StandardCharsets.UTF_8));
    }

    void close(Duration atMost) {
        producer.close(atMost);
    }
}
