package dev.headgate.kafka;

import dev.headgate.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Says what an intake shall do. Not safe for use by several threads. Values that can be judged alone are checked at
 * once; what depends on other settings is checked by {@link Intake#start()}.
 *
 * @param <K> the key's type
 * @param <V> the value's type
 */
public final class IntakeBuilder<K, V> {
    final String name;
    final Map<String, Object> properties;

    @Nullable
    Subscription subscription;

    @Nullable
    Deserializer<K> keys;

    @Nullable
    Deserializer<V> values;

    Ordering ordering = Ordering.UNORDERED;
    int inFlight = 256;
    int window = 1_000_000;
    int metadataBytes = 4096;
    int bufferRecords = 4096;
    long bufferBytes = Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 4);

    @Nullable
    Duration holdAfterTimestamp;

    @Nullable
    Function<? super Delivery<K, V>, ? extends @Nullable Instant> notBefore;

    @Nullable
    Function<? super Delivery<K, V>, ? extends @Nullable Instant> expiresAt;

    boolean latestPerKey;
    Retry retry = Retry.exponential(Duration.ofMillis(100), Duration.ofSeconds(30));
    int retrying = 1000;
    Exhausted exhausted = Exhausted.STOP;

    @Nullable
    String deadLetters;

    Map<String, Object> producerProperties = Map.of();
    Duration commitEvery = Duration.ofSeconds(1);
    Duration drainOnRevoke = Duration.ofSeconds(10);
    Duration blockedAfter = Duration.ofMinutes(1);
    int itineraries = 512;
    Clock clock = Clock.system();
    Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers =
            config -> new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    Function<Map<String, Object>, Producer<byte[], byte[]>> producers =
            config -> new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());

    IntakeBuilder(String name, Map<?, ?> properties) {
        this.name = Objects.requireNonNull(name, "name");
        this.properties = new HashMap<>();
        properties.forEach((key, value) -> {
            if (!(key instanceof String property)) {
                throw new IllegalArgumentException("a consumer property's name must be a String, but is " + key);
            }
            this.properties.put(property, value);
        });
    }

    /** Reads these topics; replaces what was said before. */
    public IntakeBuilder<K, V> topics(String... topics) {
        return topics(Arrays.asList(topics));
    }

    /** Reads these topics; replaces what was said before. */
    public IntakeBuilder<K, V> topics(Collection<String> topics) {
        subscription = new Subscription.Names(List.copyOf(topics));
        return this;
    }

    /**
     * Reads all topics whose whole name matches, those that appear later included (they are noticed after at most
     * Kafka's {@code metadata.max.age.ms}); replaces what was said before.
     */
    public IntakeBuilder<K, V> topics(Pattern topics) {
        subscription = new Subscription.Matching(topics);
        return this;
    }

    /** Decodes keys, on the handlers' threads: it must be safe for use by several threads, as Kafka's own are. */
    public IntakeBuilder<K, V> keys(Deserializer<K> keys) {
        this.keys = Objects.requireNonNull(keys, "keys");
        return this;
    }

    /** Decodes values, on the handlers' threads: it must be safe for use by several threads, as Kafka's own are. */
    public IntakeBuilder<K, V> values(Deserializer<V> values) {
        this.values = Objects.requireNonNull(values, "values");
        return this;
    }

    /** Which records may be handled at the same time; {@link Ordering#UNORDERED} unless told otherwise. */
    public IntakeBuilder<K, V> ordering(Ordering ordering) {
        this.ordering = Objects.requireNonNull(ordering, "ordering");
        return this;
    }

    /** The capacity of the intake's own gate: how many records may be handled at once, 1 to 1,000,000; 256 unless told otherwise. */
    public IntakeBuilder<K, V> inFlight(int records) {
        inFlight = Check.range("inFlight", records, 1, 1_000_000);
        return this;
    }

    /**
     * The most offsets of a lane, from its frontier on, that may be open at once, 1 to 1,000,000 (the value unless told
     * otherwise). What has completed above the frontier goes into the commit's metadata, so a lane also stops before
     * that could outgrow {@link #commitMetadata(int)}.
     */
    public IntakeBuilder<K, V> window(int offsets) {
        window = Check.range("window", offsets, 1, Window.MAX);
        return this;
    }

    /** The broker's {@code offset.metadata.max.bytes}, 64 to 1,048,576; 4,096 as on a broker that was not told otherwise. */
    public IntakeBuilder<K, V> commitMetadata(int bytes) {
        metadataBytes = Check.range("commitMetadata", bytes, 64, 1 << 20);
        return this;
    }

    /**
     * How much may be fetched ahead. A lane stops fetching at {@code recordsPerLane} records not yet in line to start, or at its
     * share of {@code bytes} over all its records not completed, and goes on below half of that. One more poll's worth may come
     * on top. The line is the intake's, 32 to 8,192 records, the longer the shorter handlers take; in batches 4,096 records, or two
     * batches if that is more. 4,096 records, and the smaller of 256 MiB and a quarter of the heap, unless told otherwise.
     */
    public IntakeBuilder<K, V> buffer(int recordsPerLane, long bytes) {
        bufferRecords = Check.range("buffer records", recordsPerLane, 1, 1_000_000);
        bufferBytes = Check.range("buffer bytes", bytes, 1024, Long.MAX_VALUE / 2);
        return this;
    }

    /** Holds each record until so long after its Kafka timestamp: no slot, no thread. */
    public IntakeBuilder<K, V> notBefore(Duration afterTimestamp) {
        if (afterTimestamp.isNegative()) {
            throw new IllegalArgumentException("notBefore must not be negative, but is " + afterTimestamp);
        }
        holdAfterTimestamp = afterTimestamp;
        return this;
    }

    /**
     * Holds each record until the given time: no slot, no thread. The function runs on a virtual thread of the lane, once a
     * record; null means at once. A record for which it throws has failed its first attempt.
     */
    public IntakeBuilder<K, V> notBefore(Function<? super Delivery<K, V>, ? extends @Nullable Instant> time) {
        notBefore = Objects.requireNonNull(time, "notBefore");
        return this;
    }

    /**
     * Drops, as {@code expired}, each record that would start at the given time or later. The function runs on a virtual
     * thread of the lane, once a record; null means never. A record for which it throws has failed its first attempt.
     */
    public IntakeBuilder<K, V> expiresAt(Function<? super Delivery<K, V>, ? extends @Nullable Instant> time) {
        expiresAt = Objects.requireNonNull(time, "expiresAt");
        return this;
    }

    /**
     * Drops, as {@code superseded}, each record that is not being handled when a newer one with equal key bytes is fetched
     * from its partition.
     */
    public IntakeBuilder<K, V> latestPerKey() {
        latestPerKey = true;
        return this;
    }

    /** When and how often a failed record is tried again; exponential from 100 ms to 30 s, 5 attempts, unless told otherwise. */
    public IntakeBuilder<K, V> retry(Retry retry) {
        this.retry = Objects.requireNonNull(retry, "retry");
        return this;
    }

    /** How many records of a lane may wait for a retry before it starts no others, 1 to 1,000,000; 1,000 unless told otherwise. */
    public IntakeBuilder<K, V> retrying(int recordsPerLane) {
        retrying = Check.range("retrying", recordsPerLane, 1, 1_000_000);
        return this;
    }

    /** Sends records whose attempts are used up to this topic, with the consumer's connection and security properties. */
    public IntakeBuilder<K, V> deadLetters(String topic) {
        return deadLetters(topic, Map.of());
    }

    /** As {@link #deadLetters(String)}, with these producer properties on top. */
    public IntakeBuilder<K, V> deadLetters(String topic, Map<String, Object> producerProperties) {
        this.deadLetters = Objects.requireNonNull(topic, "topic");
        this.producerProperties = Map.copyOf(producerProperties);
        exhausted = Exhausted.DEAD_LETTER;
        return this;
    }

    /**
     * Drops, as {@code exhausted}, records whose attempts are used up. Without this and without dead letters such a record
     * stops the intake.
     */
    public IntakeBuilder<K, V> dropExhausted() {
        deadLetters = null;
        exhausted = Exhausted.DROP;
        return this;
    }

    /** How often completed work is committed, 10 ms or more; 1 s unless told otherwise. */
    public IntakeBuilder<K, V> commitEvery(Duration interval) {
        commitEvery = Check.atLeast("commitEvery", interval, Duration.ofMillis(10));
        return this;
    }

    /** How long records in flight may take to finish when their partition is taken away, 0 or more; 10 s unless told otherwise. */
    public IntakeBuilder<K, V> drainOnRevoke(Duration atMost) {
        drainOnRevoke = Check.atLeast("drainOnRevoke", atMost, Duration.ZERO);
        return this;
    }

    /** After how long a frontier that does not move is reported as blocked, 1 ms or more; 1 min unless told otherwise. */
    public IntakeBuilder<K, V> blockedAfter(Duration age) {
        blockedAfter = Check.atLeast("blockedAfter", age, Duration.ofMillis(1));
        return this;
    }

    /** How many itineraries are kept as a sample, 1 to 100,000; 512 unless told otherwise. */
    public IntakeBuilder<K, V> itineraries(int sample) {
        itineraries = Check.range("itineraries", sample, 1, 100_000);
        return this;
    }

    /** The clocks to go by; for tests. */
    public IntakeBuilder<K, V> clock(Clock clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    /** Makes the consumer from its final properties, in {@link Intake#start()}; for tests, and for wrapping Kafka's own. */
    public IntakeBuilder<K, V> consumer(Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers) {
        this.consumers = Objects.requireNonNull(consumers, "consumers");
        return this;
    }

    /** Makes the producer of dead letters from its final properties; for tests. */
    public IntakeBuilder<K, V> producer(Function<Map<String, Object>, Producer<byte[], byte[]>> producers) {
        this.producers = Objects.requireNonNull(producers, "producers");
        return this;
    }

    /** Handles each record with straight-line code on a virtual thread. */
    public Intake<K, V> handle(Handler<K, V> handler) {
        Objects.requireNonNull(handler, "handler");
        return build(new Work.One<>(delivery -> {
            handler.handle(delivery);
            return Outcome.done();
        }));
    }

    /** As {@link #handle}, with a handler that says how the record ended. */
    public Intake<K, V> handleOutcome(OutcomeHandler<K, V> handler) {
        return build(new Work.One<>(Objects.requireNonNull(handler, "handler")));
    }

    /** Handles each record with a client that returns a stage; the record keeps its slot until the stage completes. */
    public Intake<K, V> handleAsync(AsyncHandler<K, V> handler) {
        return build(new Work.Async<>(Objects.requireNonNull(handler, "handler")));
    }

    /**
     * Handles up to {@code maxSize} records at once, on a virtual thread. A batch that is not full waits for more, but no longer
     * than {@code linger} after its first record could have started. A batch takes one slot of the in-flight gate.
     */
    public Intake<K, V> handleBatch(int maxSize, Duration linger, BatchHandler<K, V> handler) {
        Check.range("batch size", maxSize, 1, 100_000);
        Check.atLeast("linger", linger, Duration.ZERO);
        return build(new Work.Many<>(Objects.requireNonNull(handler, "handler"), maxSize, linger));
    }

    private Intake<K, V> build(Work<K, V> work) {
        return new Intake<>(Settings.of(this, work));
    }
}
