package dev.headgate.soak;

import dev.headgate.kafka.Intake;
import dev.headgate.kafka.IntakeBuilder;
import dev.headgate.kafka.IntakeStats;
import dev.headgate.kafka.Ordering;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;

/**
 * A process with one intake, which writes into the journal what its handlers, its commits and its partitions do. Says
 * {@code started} when it runs, answers {@code stats} (with the most in use since it was last asked) and {@code heap} on its standard input, and closes the intake and ends at
 * {@code leave}.
 */
final class MemberMain {
    private static final Duration TO_CLOSE = Duration.ofSeconds(40);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final MemberSettings settings;
    private final AtomicReference<WatchedConsumer> watched = new AtomicReference<>();
    private final AtomicInteger mostInUse = new AtomicInteger();
    private final Intake<Integer, byte[]> intake;
    private boolean failed;

    private MemberMain(MemberSettings settings) {
        this.settings = settings;
        this.intake = intake();
    }

    public static void main(String[] args) throws IOException {
        MemberMain member = new MemberMain(MemberSettings.parse(args));
        // At the end of the parent there is nothing left to be proven: go at once.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(1), "end"));
        member.run();
    }

    private Intake<Integer, byte[]> intake() {
        int life = settings.integer("life", 0);
        Journal journal = Journal.open(Path.of(settings.word("journal")));
        CommitLog commits = CommitLog.create(Path.of(settings.word("commits")));
        long hold = settings.number("hold", 0);
        IntakeBuilder<Integer, byte[]> builder = Intake.<Integer, byte[]>of(
                        settings.word("name"), settings.properties())
                .topics(settings.word("topic"))
                .keys(new IntegerDeserializer())
                .values(new ByteArrayDeserializer())
                .ordering(Ordering.valueOf(settings.word("ordering", "UNORDERED")))
                .inFlight(settings.integer("inflight", 256))
                .commitEvery(Duration.ofMillis(settings.number("commit", 1000)))
                .drainOnRevoke(Duration.ofMillis(settings.number("drain", 10_000)))
                .consumer(config -> {
                    WatchedConsumer watch = new WatchedConsumer(
                            new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                            journal,
                            commits,
                            life);
                    watched.set(watch);
                    return watch.consumer();
                });
        if (hold > 0) {
            builder.notBefore(Duration.ofMillis(hold));
        }
        return builder.handle(new MemberWork(settings, journal, life));
    }

    private void run() throws IOException {
        intake.start();
        ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("looks").factory());
        var unused = looks.scheduleWithFixedDelay(this::look, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
        say("started");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line) {
                case "stats" -> stats();
                case "heap" -> say("heap " + heapAfterCollection());
                case "leave" -> {
                    intake.close(TO_CLOSE);
                    say("left");
                    Runtime.getRuntime().halt(0);
                }
                default -> say("unknown " + line);
            }
        }
    }

    private void look() {
        int inUse = intake.stats().inFlight().inUse();
        mostInUse.accumulateAndGet(inUse, Math::max);
        Throwable cause = intake.health().cause();
        if (cause != null && !failed) {
            failed = true;
            say("failed " + cause);
        }
    }

    private void stats() {
        IntakeStats stats = intake.stats();
        WatchedConsumer watch = watched.get();
        say(String.format(
                Locale.ROOT,
                "stats inUse=%d mostInUse=%d held=%d buffered=%d done=%d lag=%d rebalances=%d statsGapMs=%d gapMs=%d live=%d",
                stats.inFlight().inUse(),
                mostInUse.getAndSet(0),
                stats.held(),
                stats.buffered(),
                stats.done(),
                stats.lagRecords(),
                stats.rebalances(),
                stats.longestPollGapMillis(),
                watch == null ? 0 : watch.longestGapNanos() / 1_000_000,
                intake.health().live() ? 1 : 0));
    }

    /** Bytes. Twice, so that what the first collection found to be unreachable is gone after the second. */
    private static long heapAfterCollection() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }
}
