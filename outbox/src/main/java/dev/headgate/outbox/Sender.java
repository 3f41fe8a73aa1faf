package dev.headgate.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends events and waits for all of them. A producer that has failed is thrown away with everything it still has, so that nothing that is given up
 * here is sent later by itself. Owned by one thread.
 */
final class Sender implements AutoCloseable {
    private final Map<String, Object> properties;
    private @Nullable Producer<byte[], byte[]> producer;

    Sender(Map<String, Object> properties) {
        this.properties = properties;
    }

    /** What became of a batch. An event that is neither delivered nor refused has to be sent again. */
    record Sent(
            List<Event> delivered,
            List<Refused> refused,
            @Nullable SendFailedException failure) {}

    /** An event that Kafka will never take. */
    record Refused(Event event, String reason) {}

    /** Blocks until Kafka has them all, or will not have them; for as long as the producer's delivery timeout, which by default has no end. */
    Sent send(List<Event> events) throws InterruptedException {
        List<Event> delivered = new ArrayList<>(events.size());
        List<Refused> refused = new ArrayList<>();
        @Nullable Throwable failure = null;
        try {
            Producer<byte[], byte[]> sending = producer();
            List<Event> begun = new ArrayList<>(events.size());
            List<Future<RecordMetadata>> answers = new ArrayList<>(events.size());
            for (Event event : events) {
                Future<RecordMetadata> answer =
                        sending.send(new ProducerRecord<>(event.topic(), event.key(), event.value()));
                begun.add(event);
                answers.add(answer);
                if (answer.isDone() && isForNow(failureOf(answer))) {
                    // Done at once is refused at once. Where it is not the event's fault, nothing behind it may
                    // overtake it.
                    break;
                }
            }
            sending.flush();
            Set<Integer> stopped = new HashSet<>();
            for (int i = 0; i < begun.size(); i++) {
                Event event = begun.get(i);
                Throwable cause = failureOf(answers.get(i));
                if (isForNow(cause)) {
                    stopped.add(event.slot());
                    failure = cause;
                } else if (cause != null) {
                    refused.add(new Refused(event, String.valueOf(cause.getMessage())));
                } else if (!stopped.contains(event.slot())) {
                    delivered.add(event);
                }
                // Else it got there before one that stands before it: both are sent again, in order.
            }
        } catch (InterruptException e) {
            throw interrupted(e);
        } catch (KafkaException e) {
            failure = e;
        }
        if (failure != null) {
            close();
        }
        return new Sent(delivered, refused, failure == null ? null : new SendFailedException(failure));
    }

    private Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> current = producer;
        if (current == null) {
            current = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
            producer = current;
        }
        return current;
    }

    private static @Nullable Throwable failureOf(Future<RecordMetadata> answer) throws InterruptedException {
        try {
            answer.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    /** Whether it is a failure, and not the event's own fault. */
    private static boolean isForNow(@Nullable Throwable cause) {
        return cause != null
                && !(cause instanceof RecordTooLargeException
                        || cause instanceof RecordBatchTooLargeException
                        || cause instanceof InvalidTopicException);
    }

    private static InterruptedException interrupted(InterruptException e) {
        InterruptedException interrupted = new InterruptedException("Interrupted while Kafka was waited for");
        interrupted.initCause(e);
        return interrupted;
    }

    /** Ends the producer; what it has not sent, it never will. */
    @Override
    public void close() {
        Producer<byte[], byte[]> ending = producer;
        producer = null;
        if (ending != null) {
            ending.close(Duration.ZERO);
        }
    }
}
