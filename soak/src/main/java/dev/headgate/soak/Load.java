package dev.headgate.soak;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Records written at a steady rate, on a thread of its own, until it is closed. Every record is acknowledged by the broker; one that
 * is not makes {@link #close} fail, so that what was written is known.
 */
final class Load implements AutoCloseable {
    /** To have nothing wait for what is done. */
    static final LongSupplier WHATEVER_IS_DONE = () -> Long.MAX_VALUE / 2;

    private static final long TICK_MILLIS = 5;
    private static final int MOST_AHEAD_SECONDS = 5;

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final IntSupplier keys;
    private final IntUnaryOperator partitionOfKey;
    private final int valueBytes;
    private final AtomicLong written = new AtomicLong();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final Thread thread;
    private final LongSupplier done;
    private volatile double perSecond;
    private volatile boolean stopped;

    /**
     * Begins to write.
     *
     * @param keys the next record's key; called on one thread
     * @param partitionOfKey where a key's records go
     * @param valueBytes the size of a value, 8 or more
     * @param perSecond the rate, records/s
     * @param done how many are done; while more than {@link #MOST_AHEAD_SECONDS} s' worth are not, none is written, so that a machine
     *     that cannot keep up makes a run longer and not larger
     */
    Load(
            String bootstrap,
            String topic,
            IntSupplier keys,
            IntUnaryOperator partitionOfKey,
            int valueBytes,
            double perSecond,
            LongSupplier done) {
        this.done = done;
        this.topic = topic;
        this.keys = keys;
        this.partitionOfKey = partitionOfKey;
        this.valueBytes = valueBytes;
        this.perSecond = perSecond;
        this.producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "acks",
                        "all",
                        "linger.ms",
                        5,
                        "client.id",
                        "soak-load",
                        "buffer.memory",
                        16L << 20),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.thread = Thread.ofPlatform().daemon().name("soak-load").start(this::write);
    }

    /** How many records were handed to the producer so far. */
    long written() {
        return written.get();
    }

    /** Changes the rate, from now on. */
    void rate(double perSecond) {
        this.perSecond = perSecond;
    }

    private void write() {
        try {
            double due = 0;
            long last = System.nanoTime();
            while (!stopped) {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
                long now = System.nanoTime();
                due += perSecond * (now - last) / 1e9;
                last = now;
                double room = done.getAsLong() + MOST_AHEAD_SECONDS * perSecond - written.get();
                due = Math.min(due, Math.max(0, room));
                for (; due >= 1 && !stopped; due--) {
                    send();
                }
            }
        } catch (Exception e) {
            failure.compareAndSet(null, e);
        }
    }

    private void send() {
        int key = keys.getAsInt();
        byte[] keyBytes = ByteBuffer.allocate(Integer.BYTES).putInt(key).array();
        byte[] value = ByteBuffer.allocate(valueBytes).putLong(written.get()).array();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, partitionOfKey.applyAsInt(key), keyBytes, value);
        var unused = producer.send(record, (metadata, problem) -> {
            if (problem != null) {
                failure.compareAndSet(null, problem);
            }
        });
        written.incrementAndGet();
    }

    /**
     * Stops, and blocks until every record is acknowledged. Closing twice is harmless.
     *
     * @throws IllegalStateException if one was not
     */
    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
        Exception problem = failure.get();
        if (problem != null) {
            throw new IllegalStateException("not every record could be written to " + topic, problem);
        }
    }
}
