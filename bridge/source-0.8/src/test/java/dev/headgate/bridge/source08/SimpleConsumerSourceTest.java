package dev.headgate.bridge.source08;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourceException;
import dev.headgate.bridge.source.SourceOptions;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.bridge.source.SourceTopic;
import dev.headgate.testkit.OldFiller;
import dev.headgate.testkit.OldKafka;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With one broker of 0.8.2.2 that nobody kills. */
@Timeout(180)
class SimpleConsumerSourceTest {

    @SuppressWarnings("NullAway.Init") // before all tests
    private static OldKafka kafka;

    @BeforeAll
    static void launch() {
        kafka = OldKafka.describe()
                .property("message.max.bytes", "8000000")
                .property("replica.fetch.max.bytes", "9000000")
                .property("log.retention.check.interval.ms", "500")
                .launch();
    }

    @AfterAll
    static void close() {
        kafka.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4"})
    void readsEveryRecordOnceInOrder(String codec) {
        Set<SourcePartition> all = filled("codec-" + codec, 5, codec, 4_000, 200);
        try (Source source = open()) {
            all.forEach(p -> source.seek(p, 0));
            Kept kept = new Kept();
            Reads.fetch(source, all, 256 << 10, kept, 20_000);
            Reads.assertFilled(kept, all, 4_000, 200);
            assertThat(kept.troubles).isEmpty();
        }
    }

    @Test
    void beginsWhereItIsToldAlsoWithinACompressedSet() {
        Set<SourcePartition> all = filled("middle", 1, "gzip", 1_000, 100);
        SourcePartition p = all.iterator().next();
        try (Source source = open()) {
            source.seek(p, 0);
            Kept kept = new Kept();
            Reads.fetch(source, all, 10_000, kept, 1);
            source.seek(p, 517);
            kept.rows.clear();
            Reads.fetch(source, all, 1 << 20, kept, 483);
            assertThat(kept.rows).hasSize(483);
            assertThat(kept.rows.getFirst().offset()).isEqualTo(517);
        }
    }

    @Test
    void handsOverAboutAsMuchAsIsAskedFor() {
        // A batch of the producer's is the least that can be handed over: small ones, so that the bound is told from
        // them.
        kafka.createTopic("bounded", 4);
        OldFiller.of(kafka.bootstrap(), "bounded", 4)
                .codec("gzip")
                .sizes(Reads.KEY_BYTES, 200)
                .batchBytes(16 << 10)
                .fill(0, 5_000);
        Set<SourcePartition> all = Reads.partitions("bounded", 4);
        try (Source source = open()) {
            all.forEach(p -> source.seek(p, 0));
            int calls = 0;
            Kept total = new Kept();
            while (total.rows.size() < 20_000) {
                Kept kept = new Kept();
                source.fetch(all, 100_000, Duration.ofSeconds(5), kept);
                long bytes = kept.rows.size() * 216L;
                assertThat(bytes).as("100,000, and one batch of the producer's").isBetween(1L, 100_000L + 140_000);
                total.rows.addAll(kept.rows);
                total.positions.putAll(kept.positions);
                calls++;
            }
            Reads.assertFilled(total, all, 5_000, 200);
            assertThat(calls).isGreaterThan(15);
        }
    }

    @Test
    void onlyWhatIsWantedIsRead() {
        Set<SourcePartition> all = filled("wanted", 3, "none", 2_000, 200);
        SourcePartition one = new SourcePartition("wanted", 1);
        try (Source source = open()) {
            all.forEach(p -> source.seek(p, 0));
            Kept kept = new Kept();
            Reads.fetch(source, all, 50_000, kept, 1);
            kept.rows.clear();
            for (int i = 0; i < 5; i++) {
                source.fetch(Set.of(one), 50_000, Duration.ofMillis(300), kept);
            }
            assertThat(kept.rows).isNotEmpty().allMatch(row -> row.partition().equals(one));
        }
        Kept again = new Kept();
        try (Source source = open()) {
            all.forEach(p -> source.seek(p, 0));
            for (int i = 0; again.rows.size() < 6_000; i++) {
                SourcePartition p = new SourcePartition("wanted", i % 3);
                source.fetch(Set.of(p), 30_000, Duration.ofMillis(300), again);
                assertThat(i).isLessThan(1_000);
            }
        }
        Reads.assertFilled(again, all, 2_000, 200);
    }

    @Test
    void recordsLargerThanTheStartSizeAreRead() {
        String topic = "large";
        kafka.createTopic(topic, 2);
        OldFiller filler = OldFiller.of(kafka.bootstrap(), topic, 2).sizes(Reads.KEY_BYTES, 3_000_000);
        filler.fill(0, 3);
        OldFiller.of(kafka.bootstrap(), topic, 2).sizes(Reads.KEY_BYTES, 10).fill(3, 10);
        Set<SourcePartition> all = Reads.partitions(topic, 2);
        try (Source source = open()) {
            all.forEach(p -> source.seek(p, 0));
            Kept kept = new Kept();
            Reads.fetch(source, all, 100_000, kept, 26);
            assertThat(kept.rows).hasSize(26);
            assertThat(kept.rows.stream().filter(row -> row.value() != null && row.value().length == 3_000_000))
                    .hasSize(6);
        }
    }

    @Test
    void hundredsOfPartitionsAreReadInSmallSteps() {
        Set<SourcePartition> all = filled("many", 300, "none", 100, 200);
        try (Source source = open()) {
            all.forEach(p -> source.seek(p, 0));
            Kept kept = new Kept();
            int before = 0;
            while (kept.rows.size() < 30_000) {
                source.fetch(all, 1 << 20, Duration.ofSeconds(30), kept);
                assertThat(kept.rows).as("%s", kept.troubles).hasSizeBetween(before + 1, before + 6_000);
                before = kept.rows.size();
            }
            // What is told when there is nothing more may come with the next call.
            source.fetch(all, 1 << 20, Duration.ofMillis(500), kept);
            Reads.assertFilled(kept, all, 100, 200);
        }
    }

    @Test
    void whatRetentionDeletedIsAGap() {
        String topic = "short-lived";
        kafka.createTopic(topic, 1, Map.of("segment.bytes", "100000", "retention.bytes", "200000"));
        OldFiller.of(kafka.bootstrap(), topic, 1).batchBytes(5_000).fill(0, 10_000);
        SourcePartition p = new SourcePartition(topic, 0);
        try (Source source = open()) {
            await().atMost(30, TimeUnit.SECONDS).until(() -> range(source, p).first() > 8_000);
            long first = stableFirst(source, p);
            source.seek(p, 17);
            Kept kept = new Kept();
            Reads.fetch(source, Set.of(p), 10_000_000, kept, (int) (10_000 - first));
            assertThat(kept.gaps).containsExactly(new Kept.Gap(p, 17, first));
            assertThat(kept.rows.getFirst().offset()).isEqualTo(first);
            assertThat(kept.rows.getLast().offset()).isEqualTo(9_999);
        }
    }

    @Test
    void fewerRecordsThanWereReadIsAnError() {
        Set<SourcePartition> all = filled("rewound", 1, "none", 10, 10);
        SourcePartition p = all.iterator().next();
        try (Source source = open()) {
            source.seek(p, 4_711);
            assertThatThrownBy(() -> Reads.fetch(source, all, 1_000, new Kept(), 1))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("rewound-0 ends at offset 10 now")
                    .hasMessageContaining("4711");
        }
    }

    @Test
    void whatComesLaterComesAtOnceAndWakeupEndsTheWait() {
        Set<SourcePartition> all = filled("live", 2, "none", 10, 10);
        try (Source source = open()) {
            all.forEach(p -> source.seek(p, 0));
            Kept kept = new Kept();
            Reads.fetch(source, all, 100_000, kept, 20);
            CompletableFuture<Void> more = CompletableFuture.runAsync(() -> OldFiller.of(kafka.bootstrap(), "live", 2)
                    .sizes(Reads.KEY_BYTES, 10)
                    .fill(10, 1));
            Reads.fetch(source, all, 100_000, kept, 22);
            more.join();
            Reads.assertFilled(kept, all, 11, 10);

            source.wakeup();
            source.fetch(all, 100_000, Duration.ofDays(10_000), kept);
            CompletableFuture<Void> waker = CompletableFuture.runAsync(
                    source::wakeup, CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS));
            source.fetch(all, 100_000, Duration.ofDays(10_000), kept);
            waker.join();
            assertThat(kept.rows).hasSize(22);
        }
    }

    @Test
    void topicsHaveTheirPartitionsAndWhatZooKeeperKnows() {
        kafka.createTopic("configured", 7, Map.of("retention.ms", "86400000", "cleanup.policy", "compact"));
        try (Source source = Reads.open(kafka.bootstrap(), kafka.zookeeper())) {
            assertThat(source.topics())
                    .contains(new SourceTopic(
                            "configured", 7, Map.of("retention.ms", "86400000", "cleanup.policy", "compact"), true))
                    .noneMatch(topic -> topic.name().startsWith("__"));
        }
        try (Source source = open()) {
            assertThat(source.topics()).contains(new SourceTopic("configured", 7, Map.of(), false));
        }
    }

    @Test
    void rangesAreThoseOfTheBroker() {
        Set<SourcePartition> all = filled("ranged", 3, "none", 25, 10);
        try (Source source = open()) {
            Map<SourcePartition, OffsetRange> expected = new HashMap<>();
            all.forEach(p -> expected.put(p, new OffsetRange(0, 25)));
            assertThat(source.ranges(all)).isEqualTo(expected);
            assertThatThrownBy(() -> source.ranges(List.of(new SourcePartition("ranged", 3))))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("no partition ranged-3")
                    .hasMessageContaining("has 3 partitions");
            assertThatThrownBy(() -> source.ranges(List.of(new SourcePartition("nowhere", 0))))
                    .hasMessageContaining("no topic nowhere");
        }
        try (Source source = open()) {
            assertThat(source.topics()).noneMatch(topic -> topic.name().equals("nowhere"));
        }
    }

    @Test
    void nobodyThereIsSaidInTime() {
        SourceOptions options = new SourceOptions("127.0.0.1:1", Map.of(), null, "test", Duration.ofMillis(300));
        assertThatThrownBy(() -> new SimpleConsumerSourceFactory().open(options))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("127.0.0.1:1")
                .hasMessageContaining("check the address");
        assertThatThrownBy(() -> new SimpleConsumerSourceFactory()
                        .open(new SourceOptions("kafka", Map.of(), null, "test", Duration.ofMillis(300))))
                .hasMessageContaining("give HOST:PORT");
        assertThatThrownBy(() -> new SimpleConsumerSourceFactory()
                        .open(new SourceOptions(
                                kafka.bootstrap(),
                                Map.of("security.protocol", "SSL"),
                                null,
                                "test",
                                Duration.ofMillis(300))))
                .hasMessageContaining("PLAINTEXT");
    }

    private static Set<SourcePartition> filled(String topic, int partitions, String codec, int each, int valueBytes) {
        kafka.createTopic(topic, partitions);
        OldFiller.of(kafka.bootstrap(), topic, partitions)
                .codec(codec)
                .sizes(Reads.KEY_BYTES, valueBytes)
                .fill(0, each);
        return Reads.partitions(topic, partitions);
    }

    private static Source open() {
        return Reads.open(kafka.bootstrap(), null);
    }

    private static OffsetRange range(Source source, SourcePartition p) {
        return Objects.requireNonNull(source.ranges(List.of(p)).get(p));
    }

    /** The first offset when retention has nothing more to delete: only one segment may be over the limit, and it is not. */
    private static long stableFirst(Source source, SourcePartition p) {
        long[] last = {-1};
        await().pollInterval(1_200, TimeUnit.MILLISECONDS)
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> {
                    long before = last[0];
                    last[0] = range(source, p).first();
                    return last[0] == before;
                });
        return last[0];
    }
}
