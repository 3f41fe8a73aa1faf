package dev.headgate.bench;

import dev.headgate.testkit.JavaProcess;
import dev.headgate.testkit.KafkaProcess;
import dev.headgate.testkit.OldFiller;
import dev.headgate.testkit.OldKafka;
import dev.headgate.testkit.OldReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * The bridge beside what it is measured by: from 0.8.2.2, a bare loop that reads the same topic and throws it away; from a current broker, MirrorMaker 2. Every
 * arm in a JVM of its own, arms in turns, medians of the rounds.
 */
public final class BridgeBench {
    private static final int PARTITIONS = 12;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final List<String> JVM = List.of(
            "-Xmx512m",
            "-Xmn320m",
            "-XX:+UseParallelGC",
            "-Dlogback.configurationFile=dev/headgate/testkit/broker-logback.xml");
    /** Of the records: what lies before is starting and warming up. */
    private static final double FROM = 0.3;

    private final int rounds;
    private final long records;
    private final List<String> cells;
    private final Consumer<String> progress;
    private final List<BridgeBenchResult.Run> runs = new ArrayList<>();

    private BridgeBench(int rounds, long records, List<String> cells, Consumer<String> progress) {
        this.rounds = rounds;
        this.records = records / PARTITIONS * PARTITIONS;
        this.cells = cells;
        this.progress = progress;
    }

    /**
     * Runs it; blocks for about a minute and a half a round at full size.
     *
     * @param options rounds, and whether it is quick
     * @param chosen cells ({@code 0.8-none}, {@code 0.8-gzip}, {@code 0.8-snappy}, {@code mirror}); all if none is named
     * @param progress told in sentences how it goes
     * @throws IllegalArgumentException if there is no such cell
     */
    public static BridgeBenchResult run(BenchOptions options, List<String> chosen, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<String> all = List.of("0.8-none", "0.8-gzip", "0.8-snappy", "mirror");
        for (String cell : chosen) {
            if (!all.contains(cell)) {
                throw new IllegalArgumentException(
                        "there is no cell '" + cell + "': choose from " + String.join(", ", all));
            }
        }
        BridgeBench bench = new BridgeBench(
                options.quick() ? 1 : options.rounds(),
                options.quick() ? 60_000 : 2_000_000,
                chosen.isEmpty() ? all : chosen,
                progress);
        if (bench.cells.stream().anyMatch(cell -> cell.startsWith("0.8"))) {
            bench.fromOld();
        }
        if (bench.cells.contains("mirror")) {
            bench.fromCurrent();
        }
        return new BridgeBenchResult(bench.rounds, bench.records, bench.runs);
    }

    private void fromOld() throws IOException {
        try (OldKafka source = OldKafka.launch();
                KafkaProcess target = KafkaProcess.launch()) {
            List<String> codecs = cells.stream()
                    .filter(cell -> cell.startsWith("0.8-"))
                    .map(cell -> cell.substring("0.8-".length()))
                    .toList();
            for (String codec : codecs) {
                String topic = "from-" + codec;
                source.createTopic(topic, PARTITIONS);
                progress.accept("filling " + topic + " by the producer of 0.8.2.2");
                OldFiller.of(source.bootstrap(), topic, PARTITIONS).codec(codec).fill(0, records / PARTITIONS);
            }
            for (int round = 1; round <= rounds; round++) {
                for (String codec : codecs) {
                    String topic = "from-" + codec;
                    double bare = OldReader.perSecond(source.bootstrap(), topic, PARTITIONS, records);
                    note("0.8-" + codec, "bare SimpleConsumer loop", round, bare, Double.NaN);
                    copyTwice(source, target, topic, "0.8-" + codec, round);
                }
            }
        }
    }

    /** The bare loop reads twice, and its second time counts; so does the bridge copy twice in one JVM, behind what it copied before. */
    private void copyTwice(OldKafka source, KafkaProcess target, String topic, String cell, int round)
            throws IOException {
        try (JavaProcess bridge = JavaProcess.main(BridgeArmMain.class)
                .jvmArgs(JVM.toArray(String[]::new))
                .args(source.bootstrap(), target.bootstrap(), "bench-" + topic + "-" + round, "lz4", topic, topic)
                .start()) {
            bridge.awaitLine(line -> line.startsWith(BridgeArmMain.COPIED), PATIENCE);
            double before = ProcessCpu.of(bridge.pid());
            String line = bridge.awaitLine(next -> next.startsWith(BridgeArmMain.COPIED), PATIENCE);
            double cpu = ProcessCpu.of(bridge.pid()) - before;
            String[] words = line.substring(BridgeArmMain.COPIED.length()).split(" ");
            note(
                    cell,
                    "headgate",
                    round,
                    Long.parseLong(words[0]) * 1e9 / Long.parseLong(words[1]),
                    cpu * 1e6 / records);
        }
    }

    private void note(String cell, String arm, int round, double perSecond, double cpuSeconds) {
        runs.add(new BridgeBenchResult.Run(cell, arm, round, perSecond, cpuSeconds));
        progress.accept(String.format(
                java.util.Locale.ROOT,
                "%s, round %d of %d, %s: %,.0f records/s%s",
                cell,
                round,
                rounds,
                arm,
                perSecond,
                Double.isNaN(cpuSeconds) ? "" : String.format(", %.2f CPU-s per million records", cpuSeconds)));
    }

    private void fromCurrent() throws IOException, InterruptedException {
        try (KafkaProcess source = KafkaProcess.launch()) {
            source.createTopic("mirrored", PARTITIONS);
            progress.accept("filling mirrored by the current producer");
            CurrentFiller.fill(source.bootstrap(), "mirrored", PARTITIONS, records / PARTITIONS, "lz4");
            for (int round = 1; round <= rounds; round++) {
                mirror(source, "MirrorMaker 2", round);
                mirror(source, "headgate", round);
            }
        }
    }

    /** Each run has a target of its own, so that nothing is left of the one before. */
    private void mirror(KafkaProcess source, String arm, int round) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("headgate-bridge-bench");
        try (KafkaProcess target = KafkaProcess.launch()) {
            target.createTopic("mirrored", PARTITIONS);
            JavaProcess copying = arm.equals("headgate")
                    ? JavaProcess.main(BridgeArmMain.class)
                            .jvmArgs(Stream.concat(JVM.stream(), Stream.of("-D" + BridgeArmMain.WORKERS + "=1"))
                                    .toArray(String[]::new))
                            .args(source.bootstrap(), target.bootstrap(), "bench", "lz4", "mirrored")
                            .start()
                    : MirrorMaker.start(folder, source.bootstrap(), target.bootstrap(), "mirrored", "lz4");
            try {
                measure(copying, target, arm, round);
            } finally {
                copying.kill();
            }
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private void measure(JavaProcess copying, KafkaProcess target, String arm, int round)
            throws IOException, InterruptedException {
        long first = (long) (FROM * records);
        long at = await(copying, target, first);
        double cpu = ProcessCpu.of(copying.pid());
        long start = System.nanoTime();
        long end = await(copying, target, records);
        double seconds = (System.nanoTime() - start) / 1e9;
        double used = ProcessCpu.of(copying.pid()) - cpu;
        note("mirror", arm, round, (end - at) / seconds, used * 1e6 / (end - at));
    }

    /** Blocks until so many records have been written to the target; marks of transactions, a handful, count as well. */
    private long await(JavaProcess copying, KafkaProcess target, long wanted) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            long there = written(target.admin());
            if (there >= wanted) {
                return there;
            }
            if (!copying.isAlive() || System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("Only " + there + " of " + wanted + " records came. The last lines:\n"
                        + String.join("\n", copying.lastLines()));
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static long written(Admin admin) throws InterruptedException {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (int i = 0; i < PARTITIONS; i++) {
            asked.put(new TopicPartition("mirrored", i), OffsetSpec.latest());
        }
        try {
            return admin.listOffsets(asked).all().get().values().stream()
                    .mapToLong(info -> info.offset())
                    .sum();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The target does not say where its partitions end", e);
        }
    }
}
