package dev.headgate.bench;

import dev.headgate.testkit.KafkaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the intake and its peers side by side; the package's documentation says how. Linux only: CPU time is read from
 * {@code /proc}.
 */
public final class IntakeBench {
    private static final long DRAIN_MILLIS = 6_000;
    private static final String[] BROKER_FLAGS = {"-Xms512m", "-Xmx1g", "-XX:+UseG1GC"};

    private final BenchOptions options;
    private final List<Cell> cells;
    private final Consumer<String> progress;

    private IntakeBench(BenchOptions options, List<Cell> cells, Consumer<String> progress) {
        this.options = options;
        this.cells = cells;
        this.progress = progress;
    }

    /**
     * Runs a whole bench. Blocks: about five minutes a round for everything, less than half of that when quick. Uses all of the
     * machine, up to 5 GiB of memory, and 2 GiB of the temporary directory, which it clears. An arm that fails becomes a row
     * without figures; it does not end the bench.
     *
     * @param progress told a line at the start and at the end of each step, on the calling thread
     * @throws IllegalStateException if the broker does not start
     * @throws IOException if the temporary directory cannot be written
     */
    public static BenchResult run(BenchOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        return run(options, options.chosenCells(), progress);
    }

    /** With cells of the caller's own instead of those that the options name. */
    static BenchResult run(BenchOptions options, List<Cell> cells, Consumer<String> progress)
            throws IOException, InterruptedException {
        return new IntakeBench(options, cells, progress).run();
    }

    /** Every arm's JVM flags. */
    static List<String> flags(BenchOptions options) {
        return Stream.concat(BenchOptions.HEAP_FLAGS.stream(), options.jvmFlags().stream())
                .toList();
    }

    private BenchResult run() throws IOException, InterruptedException {
        Path scratch = Files.createTempDirectory("headgate-bench");
        try (KafkaProcess broker = KafkaProcess.describe()
                .jvmArgs(BROKER_FLAGS)
                .jvmArgs(ArmProcess.QUIET)
                .launch()) {
            Map<Integer, ZipfTopic> topics = write(broker);
            return new BenchResult(options, rows(broker, topics, scratch));
        } finally {
            delete(scratch);
        }
    }

    private Map<Integer, ZipfTopic> write(KafkaProcess broker) throws InterruptedException {
        Map<Integer, ZipfTopic> topics = new HashMap<>();
        for (Cell cell : cells) {
            int records = cell.topicRecords();
            if (!topics.containsKey(records)) {
                progress.accept(String.format(Locale.ROOT, "Writing a topic of %,d records.", records));
                try {
                    topics.put(records, ZipfTopic.write(broker.bootstrap(), "bench-" + records, records));
                } catch (ExecutionException e) {
                    throw new IllegalStateException("The broker refused the topic of " + records + " records.", e);
                }
            }
        }
        return topics;
    }

    private List<BenchRow> rows(KafkaProcess broker, Map<Integer, ZipfTopic> topics, Path scratch)
            throws IOException, InterruptedException {
        Map<Cell, Map<Arm, BenchRow>> rows = new HashMap<>();
        List<Schedule.Turn> turns = Schedule.of(options.rounds(), cells, options.chosenArms());
        ArmProcess arms = new ArmProcess(flags(options), new ClassPaths(scratch));
        int done = 0;
        for (Schedule.Turn turn : turns) {
            ZipfTopic topic = Objects.requireNonNull(topics.get(turn.cell().topicRecords()));
            BenchRow row = rows.computeIfAbsent(turn.cell(), cell -> new HashMap<>())
                    .computeIfAbsent(turn.arm(), arm -> empty(turn, topic));
            done++;
            String what = done + "/" + turns.size() + " " + turn.cell().name() + ", "
                    + turn.arm().label();
            row.rounds().add(figures(arms, task(turn, topic, broker), row, what));
        }
        return cells.stream()
                .flatMap(cell -> Stream.of(Arm.values())
                        .map(arm -> rows.getOrDefault(cell, Map.of()).get(arm)))
                .filter(Objects::nonNull)
                .toList();
    }

    private @Nullable ArmFigures figures(ArmProcess arms, ArmTask task, BenchRow row, String what)
            throws IOException, InterruptedException {
        try {
            ArmFigures figures = arms.run(task);
            progress.accept(String.format(
                    Locale.ROOT, "%s: %,.0f records/s", what, figures.measured().perSecond()));
            return figures;
        } catch (ArmProcess.ArmFailed e) {
            row.failures().add(e.getMessage());
            progress.accept(what + ": " + e.getMessage());
            return null;
        }
    }

    private static BenchRow empty(Schedule.Turn turn, ZipfTopic topic) {
        Cell cell = turn.cell();
        double bound = cell.byKey() ? topic.keyBound(cell.latencyMillis()) : cell.littlesBound();
        return new BenchRow(turn.arm(), cell, bound, new ArrayList<>(), new ArrayList<>());
    }

    private ArmTask task(Schedule.Turn turn, ZipfTopic topic, KafkaProcess broker) {
        Cell cell = turn.cell();
        return new ArmTask(
                turn.arm(),
                broker.bootstrap(),
                topic.name(),
                topic.endOffsets(),
                cell.name() + "-" + turn.arm().id() + "-" + turn.round(),
                cell.latencyMillis(),
                cell.inFlight(),
                cell.byKey(),
                topic.beforeAnyRunsDry(),
                options.quick() ? 1_000 : 2_000,
                options.quick() ? 3_000 : 8_000,
                DRAIN_MILLIS,
                broker.pid());
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
