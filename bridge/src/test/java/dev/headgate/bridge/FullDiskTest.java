package dev.headgate.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.headgate.testkit.EmbeddedKafka;
import dev.headgate.testkit.KafkaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The target on a small disk of its own, in memory, which only root can make; skipped for others. */
class FullDiskTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int PARTITIONS = 4;
    private static final int RECORDS = 600;
    private static final int VALUE_BYTES = 100_000;
    private static final long SEED = 1;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        assumeThat(succeeds("mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", disk.toString()))
                .as("whether a disk can be made, which needs root")
                .isTrue();
    }

    @AfterEach
    void unmount() throws Exception {
        succeeds("umount", disk.toString());
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException noSuchCommand) {
            return false;
        }
    }

    /** A broker whose only disk is full ends itself. The bridge has said before that this may come, waits, and goes on when there is room. */
    @Test
    void isWaitedForAndLosesNothing() throws Exception {
        try (EmbeddedKafka from = EmbeddedKafka.start();
                KafkaProcess to = KafkaProcess.describe().dataBelow(disk).launch()) {
            from.createTopic("large", PARTITIONS);
            Contents.write(from.bootstrap(), incompressible());
            BridgeBuilder described = Bridge.between(from.bootstrap(), to.bootstrap())
                    .topics(Set.of("large"))
                    .commitEvery(Duration.ofMillis(100))
                    .untilCaughtUp(true);
            try (Bridge bridge = described.open()) {
                assertThat(bridge.plan().notes())
                        .anyMatch(note -> note.matches("Its disks may become full: .* \\d+ MiB free, and 5\\d MiB .*"));
                bridge.start();
                List<String> events = new ArrayList<>();
                Awaitility.await().atMost(PATIENCE).until(() -> {
                    events.addAll(bridge.takeEvents());
                    return !to.isAlive() && !events.isEmpty();
                });
                assertThat(events).allMatch(event -> event.contains("if its disks are full, make room"));
                assertThat(bridge.await(Duration.ZERO)).isFalse();
                assertThat(bridge.stats().copied()).isLessThan(RECORDS);

                assertThat(succeeds("mount", "-o", "remount,size=400m", disk.toString()))
                        .isTrue();
                to.start();
                assertThat(bridge.await(PATIENCE)).as("%s", bridge.stats()).isTrue();
                assertThat(bridge.stats().copied()).isEqualTo(RECORDS);
            }
            assertThat(hashes(to.bootstrap())).isEqualTo(hashes(from.bootstrap()));
        }
    }

    private static List<ProducerRecord<byte[], byte[]>> incompressible() {
        Random random = new Random(SEED);
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            byte[] value = new byte[VALUE_BYTES];
            random.nextBytes(value);
            records.add(new ProducerRecord<>("large", i % PARTITIONS, null, value));
        }
        return records;
    }

    private static Map<Integer, List<Integer>> hashes(String bootstrap) {
        Map<Integer, List<Integer>> hashes = new TreeMap<>();
        Contents.records(bootstrap, "large")
                .forEach(record -> hashes.computeIfAbsent(record.partition(), partition -> new ArrayList<>())
                        .add(Arrays.hashCode(record.value())));
        return hashes;
    }
}
