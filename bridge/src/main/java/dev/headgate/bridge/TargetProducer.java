package dev.headgate.bridge;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A worker's producer, with the transaction that is open on it, if it has any. Used by the worker's writing thread; what the target answers comes on the
 * producer's own.
 */
final class TargetProducer {
    private static final int LARGEST_BATCH = 128 * 1024;
    private static final int SMALLEST_BATCH = 16 * 1024;
    /** What lies in the producer keeps some objects a record alive, and more of them make the collector's work dear. */
    private static final long MEMORY = 16L << 20;
    /** So that a record passes that is larger than the limit before it is compressed, and two at once. */
    private static final int TIMES_THE_LIMIT = 8;

    private final Producer<byte[], byte[]> producer;
    private final boolean transactional;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private boolean inTransaction;

    TargetProducer(Producer<byte[], byte[]> producer, boolean transactional) {
        this.producer = producer;
        this.transactional = transactional;
    }

    /**
     * Makes one; does not block.
     *
     * @param partitions that are written, about
     * @param careful each record in a batch of its own
     */
    static TargetProducer open(Job job, int partitions, boolean careful) {
        Map<String, Object> properties = new HashMap<>();
        int several = Math.max(1, partitions);
        long memory = Math.max(MEMORY, Math.max(TIMES_THE_LIMIT * job.largestMessage(), 2L * SMALLEST_BATCH * several));
        properties.put(
                "batch.size", careful ? 0 : (int) Math.clamp(memory / 2 / several, SMALLEST_BATCH, LARGEST_BATCH));
        properties.put("linger.ms", 20);
        properties.put("buffer.memory", memory);
        properties.put("max.request.size", (int) Math.min(memory, Integer.MAX_VALUE));
        // A transaction begins while the marks of the one before are still being written: the next try is due soon.
        properties.put("retry.backoff.ms", 10);
        // A target that is away is to be heard of soon; beginning again costs less than waiting for each batch.
        properties.put("max.block.ms", 20_000);
        properties.put("request.timeout.ms", 15_000);
        properties.put("delivery.timeout.ms", 30_000);
        properties.put("compression.type", job.settings().conversion().compression());
        properties.putAll(job.target().clientProperties());
        properties.put("client.id", job.settings().name() + "-writer");
        properties.put("acks", "all");
        properties.put("enable.idempotence", true);
        String id = job.transactionalId();
        if (id != null) {
            properties.put("transactional.id", id);
        }
        return new TargetProducer(
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer()), id != null);
    }

    /** Puts out the one that had its transactional id before, and ends what that has left open. Blocks for the target's answer. */
    void begin() {
        if (transactional) {
            producer.initTransactions();
        }
    }

    /** Sends, in a transaction if there are any. */
    void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        if (transactional && !inTransaction) {
            producer.beginTransaction();
            inTransaction = true;
        }
        // What it answers, the callback hears.
        var unused = producer.send(record, callback);
    }

    /** A record that has to be there when the transaction ends, and of which nothing else need be known. */
    void send(ProducerRecord<byte[], byte[]> record) {
        send(record, (metadata, e) -> {
            if (e != null) {
                fail(e);
            }
        });
    }

    /** Something went wrong; true if that was the first. Any thread. */
    boolean fail(Exception e) {
        return failure.compareAndSet(null, e);
    }

    /** The first that went wrong; null if nothing did. */
    @Nullable
    Exception failure() {
        return failure.get();
    }

    /** Throws the first that went wrong, if anything did: a {@link KafkaException} or a {@link BridgeException}. */
    void throwFailure() {
        Exception e = failure.get();
        if (e != null) {
            throw e instanceof RuntimeException unchecked ? unchecked : new KafkaException(e);
        }
    }

    /** Waits until all that was sent is there. @throws KafkaException if some of it is not */
    void flush() {
        producer.flush();
        throwFailure();
    }

    /**
     * Waits until all that was sent is there, and ends the transaction, if one is open. Blocks for the target's answer.
     *
     * <p>The waiting is not left to {@code commitTransaction}, as of Kafka 4.4.0: the producer's thread asks whether anything is still to be sent, and after
     * that whether the end is asked for. Whatever is sent between both questions is left out of the transaction, and the commit succeeds.
     *
     * @throws KafkaException if some of it is not there, and then nothing of it is committed
     */
    void end() {
        flush();
        if (inTransaction) {
            producer.commitTransaction();
            inTransaction = false;
            throwFailure();
        }
    }

    /** Lets go of it; what is not committed stays uncommitted. */
    void close(Duration patience) {
        producer.close(patience);
    }
}
