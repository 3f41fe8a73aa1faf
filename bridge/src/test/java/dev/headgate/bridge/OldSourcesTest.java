package dev.headgate.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.EmbeddedKafka;
import dev.headgate.testkit.OldFiller;
import dev.headgate.testkit.OldKafka;
import dev.headgate.testkit.old.OldRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From brokers of their time, filled by a producer of its time. */
@Timeout(180)
class OldSourcesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PARTITIONS = 3;
    private static final int EACH = 400;
    private static final int VALUE = 200;

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedKafka to;

    @BeforeAll
    static void start() {
        to = EmbeddedKafka.start();
    }

    @AfterAll
    static void stop() {
        to.close();
    }

    @ParameterizedTest
    @CsvSource({"0.8.2.2, 0.8 or 0.9", "0.10.2.2, 0.10.1 or 0.10.2", "2.0.1, 2.0"})
    void everyRecordComesOnceAndIsWhatItWas(String version, String name) throws Exception {
        String topic = "prices-" + version;
        long began = System.currentTimeMillis();
        try (OldKafka from = OldKafka.describe().version(version).launch()) {
            from.createTopic(topic, PARTITIONS);
            OldFiller.of(from.bootstrap(), topic, PARTITIONS).codec("gzip").fill(0, EACH / 2);
            OldFiller.of(from.bootstrap(), topic, PARTITIONS).codec("snappy").fill(EACH / 2, EACH / 2);
            try (Bridge bridge = bridge(from, topic).open()) {
                assertThat(bridge.plan().sourceVersion()).isEqualTo(name);
                bridge.start();
                assertThat(bridge.await(PATIENCE)).as("%s", bridge.stats()).isTrue();
                assertThat(bridge.stats().copied()).isEqualTo(PARTITIONS * EACH);
                assertThat(bridge.verify())
                        .hasSize(PARTITIONS)
                        .allSatisfy(one -> assertThat(one.same()).as("%s", one).isTrue())
                        .allSatisfy(one -> assertThat(one.target()).isEqualTo(EACH));
            }
        }
        List<ConsumerRecord<byte[], byte[]>> records = Contents.records(to.bootstrap(), topic);
        Map<Integer, List<String>> values = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            values.computeIfAbsent(record.partition(), partition -> new ArrayList<>())
                    .add(text(record.value()));
        }
        assertThat(values).isEqualTo(expected(topic));
        // The producer of 0.8 gave none, and what has none gets the present time.
        assertThat(records)
                .allSatisfy(record -> assertThat(record.timestamp()).isBetween(began, System.currentTimeMillis()));
    }

    private static BridgeBuilder bridge(OldKafka from, String topic) {
        return Bridge.between(from.bootstrap(), to.bootstrap())
                .name("bridge-" + topic)
                .topics(Set.of(topic))
                .untilCaughtUp(true);
    }

    @Test
    void withoutTimestampsTheyStartWith1970() throws Exception {
        String topic = "timeless";
        try (OldKafka from = OldKafka.launch()) {
            from.createTopic(topic, 1);
            OldFiller.of(from.bootstrap(), topic, 1).fill(0, 10);
            // Else the target deletes what is so old.
            to.createTopic(topic, 1, Map.of("retention.ms", "-1"));
            try (Bridge bridge = bridge(from, topic).timestamps(Timestamps.NONE).open()) {
                assertThat(bridge.plan().notes())
                        .anySatisfy(note -> assertThat(note).contains("--timestamps none"));
                bridge.start();
                assertThat(bridge.await(PATIENCE)).isTrue();
            }
        }
        assertThat(Contents.records(to.bootstrap(), topic))
                .hasSize(10)
                .allSatisfy(record -> assertThat(record.timestamp()).isZero());
    }

    /** From ZooKeeper, by its list and by name, and from Kafka's own topic. */
    @ParameterizedTest
    @ValueSource(strings = {"0.8.2.2", "0.10.2.2", "2.0.1"})
    void groupsStandBeforeTheSameRecord(String version) throws Exception {
        String topic = "grouped-" + version;
        try (OldKafka from = OldKafka.describe().version(version).launch()) {
            from.createTopic(topic, 2);
            OldFiller.of(from.bootstrap(), topic, 2).fill(0, 100);
            try (OldCommits commits = new OldCommits(from.bootstrap())) {
                commits.inZooKeeper("zk-" + version, topic, Map.of(0, 17L, 1, 100L));
                commits.inKafka("kafka-" + version, topic, Map.of(0, 0L, 1, 63L));
            }
            boolean old = version.startsWith("0.8");
            if (old) {
                try (Bridge bridge = bridge(from, topic).groups(Set.of()).open()) {
                    assertThatThrownBy(bridge::start)
                            .isInstanceOf(BridgeException.class)
                            .hasMessageContaining("cannot list its consumer groups")
                            .hasMessageContaining("--zookeeper");
                }
                // By name there is no need of ZooKeeper: the brokers know what is in it.
                assertMoved(bridge(from, topic).groups(Set.of("zk-" + version, "kafka-" + version)), topic, 4);
            }
            // The old list has those of ZooKeeper, the new one those of Kafka.
            assertMoved(bridge(from, topic).zookeeper(from.zookeeper()).groups(Set.of()), topic, old ? 2 : 4);
        }
    }

    private static void assertMoved(BridgeBuilder described, String topic, int count) throws Exception {
        try (Bridge bridge = described.open()) {
            bridge.start();
            assertThat(bridge.await(PATIENCE)).as("%s", bridge.stats()).isTrue();
            List<GroupMove> moves = bridge.moveGroups();
            assertThat(moves).hasSize(count);
            for (GroupMove move : moves) {
                assertThat(move.moved()).as("%s", move).isTrue();
                long records = Contents.records(to.bootstrap(), topic).stream()
                        .filter(record -> record.partition() == move.partition())
                        .filter(record -> record.offset() < move.targetOffset())
                        .count();
                assertThat(records).as("%s: so many are before it", move).isEqualTo(move.sourceOffset());
            }
        }
    }

    private static Map<Integer, List<String>> expected(String topic) {
        Map<Integer, List<String>> values = new TreeMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<String> of = new ArrayList<>();
            for (int i = 0; i < EACH; i++) {
                of.add(text(OldRecords.value(topic, partition, i, VALUE)));
            }
            values.put(partition, of);
        }
        return values;
    }

    private static String text(byte @Nullable [] bytes) {
        return new String(Objects.requireNonNull(bytes), StandardCharsets.US_ASCII);
    }
}
