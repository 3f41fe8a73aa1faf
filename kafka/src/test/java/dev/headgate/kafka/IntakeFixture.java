package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.Clock;
import dev.headgate.testkit.ManualClock;
import dev.headgate.testkit.Script;
import dev.headgate.testkit.ScriptedConsumer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * One intake on a scripted consumer, with a handler that does what the test says. The topic is {@link #TOPIC}; its partitions are
 * assigned when the test says so ({@link #startWith}, or the script). On the machine's clock unless made by {@link #manual}; then
 * time passes only in {@link #until} (50 ms a look) and {@link #pass}.
 *
 * <p>Closing it releases all handlers, closes the intake if the test did not, and checks that no two threads used the consumer.
 */
final class IntakeFixture implements AutoCloseable {
    static final String TOPIC = "t";
    private static final AtomicLong NAMES = new AtomicLong();
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LOOK = Duration.ofMillis(50);

    final Clock clock;
    final @Nullable ManualClock manual;
    final ScriptedConsumer consumer;
    final Script script;
    final ScriptedHandler handler = new ScriptedHandler();
    /** Where dead letters go, if the test says {@code deadLetters(...)}; acknowledges by itself. */
    MockProducer<byte[], byte[]> letters =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    final Map<String, Object> properties = new HashMap<>();
    private final IntakeBuilder<String, String> builder;
    private @Nullable Intake<String, String> intake;
    private boolean closedByTest;

    private IntakeFixture(Clock clock, int partitions) {
        this.clock = clock;
        this.manual = clock instanceof ManualClock m ? m : null;
        this.consumer = new ScriptedConsumer(clock, "earliest");
        this.script = consumer.script().topic(TOPIC, partitions);
        properties.put("bootstrap.servers", "unused:9092");
        properties.put("group.id", "g");
        this.builder = Intake.<String, String>of("fixture-" + NAMES.incrementAndGet(), properties)
                .topics(TOPIC)
                .keys(new StringDeserializer())
                .values(new StringDeserializer())
                .commitEvery(Duration.ofMillis(10))
                .clock(clock)
                .consumer(config -> consumer)
                .producer(config -> letters);
    }

    /** On the machine's clock, with a topic of so many partitions. */
    static IntakeFixture of(int partitions) {
        return new IntakeFixture(Clock.system(), partitions);
    }

    /** On a manual clock, with a topic of so many partitions. */
    static IntakeFixture manual(int partitions) {
        return new IntakeFixture(new ManualClock(), partitions);
    }

    /** Sets up the intake before it is started. */
    IntakeFixture with(Consumer<IntakeBuilder<String, String>> setup) {
        setup.accept(builder);
        return this;
    }

    /** Starts the intake with the scripted handler and gives it these partitions, all in one rebalance. */
    IntakeFixture startWith(int... partitions) {
        start(builder.handleOutcome(handler));
        join(script.give(partitions(partitions)));
        return this;
    }

    /** Starts an intake built by the test from {@link #builder()}, without any partition. */
    IntakeFixture start(Intake<String, String> built) {
        intake = built;
        built.start();
        return this;
    }

    IntakeBuilder<String, String> builder() {
        return builder;
    }

    Intake<String, String> intake() {
        if (intake == null) {
            throw new IllegalStateException("start the fixture first");
        }
        return intake;
    }

    IntakeStats stats() {
        return intake().stats();
    }

    static TopicPartition partition(int number) {
        return new TopicPartition(TOPIC, number);
    }

    static TopicPartition[] partitions(int... numbers) {
        return IntStream.of(numbers).mapToObj(IntakeFixture::partition).toArray(TopicPartition[]::new);
    }

    /** Appends a record without a key; answers its offset. */
    long append(int partition, String value) {
        return append(partition, null, value);
    }

    long append(int partition, @Nullable String key, @Nullable String value) {
        return script.append(partition(partition), bytes(key), bytes(value));
    }

    /** Appends so many records without a key. */
    void appendMany(int partition, int count) {
        for (int i = 0; i < count; i++) {
            append(partition, "v" + i);
        }
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** The lane's reading; null while it is not assigned. */
    @Nullable
    LaneStats lane(int partition) {
        return stats().lanes().stream()
                .filter(lane -> lane.partition() == partition)
                .findFirst()
                .orElse(null);
    }

    /** What Kafka has as the partition's committed offset; -1 if nothing. */
    long committed(int partition) {
        OffsetAndMetadata stored = script.committed(partition(partition));
        return stored == null ? -1 : stored.offset();
    }

    /** What Kafka has as the partition's commit, read; frontier -1 if there is none. */
    Bookmark bookmark(int partition) {
        OffsetAndMetadata stored = script.committed(partition(partition));
        Bookmark read = stored == null ? Bookmark.read(-1, "") : Bookmark.read(stored.offset(), stored.metadata());
        return Objects.requireNonNull(read, "metadata of another library");
    }

    /** Waits until it is so, by looking again and again; a manual clock moves by 50 ms a look. */
    void until(String what, BooleanSupplier is) {
        await(what)
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(2, TimeUnit.MILLISECONDS)
                .until(() -> {
                    if (is.getAsBoolean()) {
                        return true;
                    }
                    pass(LOOK);
                    return false;
                });
    }

    /** As {@link #until}, but a manual clock stands still: it has to come about without any time passing. */
    void untilStill(String what, BooleanSupplier is) {
        await(what)
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(2, TimeUnit.MILLISECONDS)
                .until(is::getAsBoolean);
    }

    /** Moves a manual clock by 50 ms at a time, and lets the owner poll in between. */
    void passPolling(Duration time) {
        passPolling(time, LOOK);
    }

    /** Moves a manual clock by {@code step} at a time, and lets the owner poll in between. */
    void passPolling(Duration time, Duration step) {
        for (long left = time.toNanos(); left > 0; left -= step.toNanos()) {
            long before = script.polls();
            pass(Duration.ofNanos(Math.min(left, step.toNanos())));
            untilStill("the owner to poll", () -> script.polls() > before);
        }
    }

    /** As {@link #until(String, BooleanSupplier)}, of the intake's readings. */
    void untilStats(String what, Predicate<IntakeStats> is) {
        until(what, () -> is.test(stats()));
    }

    /** Waits until Kafka has this committed offset. */
    void untilCommitted(int partition, long offset) {
        until("commit of " + partition + " at " + offset, () -> committed(partition) == offset);
    }

    /** Waits until an attempt at this record has begun. */
    void untilBegan(int partition, long offset) {
        until(partition + "@" + offset + " to begin", () -> handler.attempts(partition, offset) > 0);
    }

    /** Waits until so many attempts have ended. */
    void untilEnded(int attempts) {
        until(attempts + " attempts to end", () -> handler.endedCount() >= attempts);
    }

    /** Waits until the owner has polled so often that what it was going to do about the state of things it has done. */
    void untilOwnerWentRound() {
        long before = script.polls();
        until("the owner to go round", () -> script.polls() >= before + 10);
    }

    /** Waits for a reading that was made after now. */
    IntakeStats freshStats() {
        long now = clock.nanos();
        untilStats("a fresh reading", stats -> stats.atNanos() - now > 0);
        return stats();
    }

    /** Moves a manual clock; on the machine's clock nothing happens. */
    void pass(Duration time) {
        ManualClock m = manual;
        if (m != null) {
            m.advance(time);
        }
    }

    /** Waits for this, a rebalance of the script for instance; a manual clock moves. */
    void join(CompletableFuture<Void> work) {
        until("something to be done", work::isDone);
        work.join();
    }

    /** Closes the intake as a user would, and does not do it again in {@link #close()}. */
    void closeIntake(Duration atMost) {
        closedByTest = true;
        intake().close(atMost);
    }

    @Override
    public void close() {
        handler.releaseAll();
        Intake<String, String> running = intake;
        if (running != null && !closedByTest) {
            try {
                join(CompletableFuture.runAsync(() -> running.close(Duration.ofSeconds(5))));
            } catch (CompletionException e) {
                if (running.health().cause() == null) {
                    throw e;
                }
                // Stopped by a failure; the test has looked at that itself.
            }
        }
        assertThat(script.faults()).as("two threads in the consumer at once").isEmpty();
    }
}
