package dev.headgate.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.EmbeddedKafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The bridge between two current brokers. */
class BridgeOnKafkaTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedKafka from;

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedKafka to;

    @BeforeAll
    static void start() {
        from = EmbeddedKafka.start();
        to = EmbeddedKafka.start();
    }

    @AfterAll
    static void stop() {
        from.close();
        to.close();
    }

    private static BridgeBuilder bridge(String topic) {
        return Bridge.between(from.bootstrap(), to.bootstrap())
                .name(topic)
                .topics(Set.of(topic))
                .commitEvery(Duration.ofMillis(100))
                .untilCaughtUp(true);
    }

    private static BridgeStats copy(BridgeBuilder described) throws InterruptedException {
        try (Bridge bridge = described.open()) {
            bridge.start();
            assertThat(bridge.await(PATIENCE)).isTrue();
            return bridge.stats();
        }
    }

    @Test
    void aRecordKeepsEverythingButItsOffset() throws Exception {
        from.createTopic("everything", 3, Map.of("cleanup.policy", "compact", "max.message.bytes", "2000000"));
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        records.add(record("everything", 0, 1_000L, "a", "1"));
        records.add(record("everything", 0, 2_000L, "a", null));
        records.add(record("everything", 1, 3_000L, "b", ""));
        ProducerRecord<byte[], byte[]> headed = record("everything", 2, 4_000L, "c", "with headers");
        headed.headers().add(new RecordHeader("h", Contents.bytes("one")));
        headed.headers().add(new RecordHeader("h", null));
        records.add(headed);
        Contents.write(from.bootstrap(), records);

        BridgeStats stats = copy(bridge("everything"));

        assertThat(stats.copied()).isEqualTo(4);
        assertThat(Contents.read(to.bootstrap(), "everything"))
                .isEqualTo(Contents.read(from.bootstrap(), "everything"))
                .containsEntry(2, List.of("4000 c=with headers h:one h:null"))
                .containsEntry(0, List.of("1000 a=1", "2000 a=null"));
        assertThat(configs("everything"))
                .containsEntry("cleanup.policy", "compact")
                .containsEntry("max.message.bytes", "2000000");
    }

    @Test
    void aSecondRunCopiesWhatIsNew() throws Exception {
        from.createTopic("twice", 4);
        Contents.write(from.bootstrap(), Contents.numbered("twice", 4, 0, 5_000));
        assertThat(copy(bridge("twice")).copied()).isEqualTo(5_000);
        Contents.write(from.bootstrap(), Contents.numbered("twice", 4, 5_000, 5_300));

        try (Bridge bridge = bridge("twice").open()) {
            Plan.Topic plan = bridge.plan().topics().getFirst();
            assertThat(plan.copiedBefore()).isEqualTo(5_000);
            assertThat(plan.records()).isEqualTo(300);
            bridge.start();
            assertThat(bridge.await(PATIENCE)).isTrue();
            assertThat(bridge.stats().copied()).isEqualTo(300);
            assertThat(bridge.verify())
                    .hasSize(4)
                    .allSatisfy(one -> assertThat(one.same()).isTrue())
                    .allSatisfy(one -> assertThat(one.source()).isEqualTo(1_325));
        }
        assertThat(Contents.read(to.bootstrap(), "twice")).isEqualTo(Contents.read(from.bootstrap(), "twice"));
    }

    @Test
    void verificationSeesOneRecordThatIsLostAndOneThatIsThereTwice() throws Exception {
        from.createTopic("seen", 2);
        Contents.write(from.bootstrap(), Contents.numbered("seen", 2, 0, 100));
        copy(bridge("seen"));
        // Somebody writes the last record of partition 0 again, and deletes the first of partition 1.
        Contents.write(to.bootstrap(), Contents.numbered("seen", 2, 98, 99));
        to.admin()
                .deleteRecords(Map.of(
                        new TopicPartition("seen", 1), org.apache.kafka.clients.admin.RecordsToDelete.beforeOffset(1)))
                .all()
                .get();

        try (Bridge bridge = bridge("seen").open()) {
            List<Verified> verified = bridge.verify();
            assertThat(verified.get(0).duplicated()).isEqualTo(1);
            assertThat(verified.get(0).same()).isFalse();
            assertThat(verified.get(1).lost()).isEqualTo(1);
            assertThat(verified.get(1).same()).isFalse();
        }
    }

    @Test
    void whatAnAbortedTransactionLeftIsNotCopied() throws Exception {
        from.createTopic("aborted", 1, Map.of("retention.ms", "-1"));
        try (KafkaProducer<byte[], byte[]> producer =
                Contents.producer(from.bootstrap(), Map.of("transactional.id", "t"))) {
            producer.initTransactions();
            for (int i = 0; i < 6; i++) {
                producer.beginTransaction();
                producer.send(record("aborted", 0, 1_000L + i, "k", "v" + i)).get();
                if (i % 2 == 0) {
                    producer.commitTransaction();
                } else {
                    producer.abortTransaction();
                }
            }
        }
        assertThat(copy(bridge("aborted")).copied()).isEqualTo(3);
        assertThat(Contents.read(to.bootstrap(), "aborted"))
                .containsEntry(0, List.of("1000 k=v0", "1002 k=v2", "1004 k=v4"));
    }

    @Test
    void recordsThatNobodyExplainsAreNotMixedWith() throws Exception {
        from.createTopic("unexplained", 1);
        to.createTopic("unexplained", 1);
        Contents.write(from.bootstrap(), Contents.numbered("unexplained", 1, 0, 10));
        Contents.write(to.bootstrap(), Contents.numbered("unexplained", 1, 0, 10));

        try (Bridge bridge = bridge("unexplained").open()) {
            assertThatThrownBy(bridge::start)
                    .isInstanceOf(BridgeException.class)
                    .hasMessageContaining("unexplained-0 on the target already has records up to offset 9")
                    .hasMessageContaining("--adopt");
        }
        assertThat(copy(bridge("unexplained").adopt(true)).copied()).isEqualTo(10);
        assertThat(Contents.records(to.bootstrap(), "unexplained")).hasSize(20);
    }

    @Test
    void anotherNumberOfPartitionsIsRefusedUntilItIsSaidHowToMap() throws Exception {
        from.createTopic("fewer", 6);
        to.createTopic("fewer", 2);
        Contents.write(from.bootstrap(), Contents.numbered("fewer", 6, 0, 60));

        try (Bridge bridge = bridge("fewer").open()) {
            assertThatThrownBy(bridge::plan)
                    .isInstanceOf(BridgeException.class)
                    .hasMessageContaining("Topic fewer has 6 partitions on the source and 2 on the target")
                    .hasMessageContaining("--partitions");
        }
        assertThat(copy(bridge("fewer").partitions(PartitionMapping.MODULO)).copied())
                .isEqualTo(60);
        for (ConsumerRecord<byte[], byte[]> record : Contents.records(to.bootstrap(), "fewer")) {
            int number = Integer.parseInt(new String(record.key()).substring(4));
            assertThat(record.partition()).isEqualTo(number % 6 % 2);
        }
    }

    @Test
    void aTopicThatIsNotThereIsNamed() {
        try (Bridge bridge = bridge("nowhere").open()) {
            assertThatThrownBy(bridge::plan)
                    .isInstanceOf(BridgeException.class)
                    .hasMessageContaining("The source has no topic nowhere");
        }
    }

    @Test
    void theOlderOfTwoBridgesOfOneNameEnds() throws Exception {
        from.createTopic("fenced", 2);
        Contents.write(from.bootstrap(), Contents.numbered("fenced", 2, 0, 1_000));
        try (Bridge older = bridge("fenced").untilCaughtUp(false).open()) {
            older.start();
            until(() -> older.stats().copied() == 1_000);
            try (Bridge newer = bridge("fenced").untilCaughtUp(false).open()) {
                newer.start();
                until(() -> newer.stats().partitions() == 2 && newer.stats().lagRecords() == 0);
                Contents.write(from.bootstrap(), Contents.numbered("fenced", 2, 1_000, 1_100));
                assertThatThrownBy(() -> older.await(PATIENCE))
                        .isInstanceOf(BridgeException.class)
                        .hasMessageContaining("Another bridge with the name 'fenced' has begun");
                until(() -> newer.stats().copied() == 100);
            }
        }
        assertThat(Contents.read(to.bootstrap(), "fenced")).isEqualTo(Contents.read(from.bootstrap(), "fenced"));
    }

    @Test
    void partitionsAndTopicsThatAreMadeMeanwhileAreCopiedAsWell() throws Exception {
        from.createTopic("more.one", 2);
        Contents.write(from.bootstrap(), Contents.numbered("more.one", 2, 0, 200));
        BridgeBuilder described = Bridge.between(from.bootstrap(), to.bootstrap())
                .name("more")
                .pattern("more\\..*")
                .workers(2)
                .commitEvery(Duration.ofMillis(100))
                .topicsEvery(Duration.ofMillis(200));
        try (Bridge bridge = described.open()) {
            bridge.start();
            until(() -> bridge.stats().copied() == 200);
            from.addPartitions("more.one", 5);
            from.createTopic("more.two", 1, Map.of("cleanup.policy", "compact"));
            Contents.write(from.bootstrap(), Contents.numbered("more.one", 5, 200, 700));
            Contents.write(from.bootstrap(), Contents.numbered("more.two", 1, 0, 100));
            until(() -> bridge.stats().copied() == 800);
            bridge.stop();
            assertThat(bridge.await(PATIENCE)).isTrue();
            assertThat(bridge.verify())
                    .hasSize(6)
                    .allSatisfy(one -> assertThat(one.same()).isTrue());
        }
        assertThat(Contents.read(to.bootstrap(), "more.one")).isEqualTo(Contents.read(from.bootstrap(), "more.one"));
        assertThat(Contents.read(to.bootstrap(), "more.two")).isEqualTo(Contents.read(from.bootstrap(), "more.two"));
        assertThat(configs("more.two")).containsEntry("cleanup.policy", "compact");
    }

    @Test
    void whatRetentionTookIsReportedAsAGap() throws Exception {
        from.createTopic("gap", 1);
        Contents.write(from.bootstrap(), Contents.numbered("gap", 1, 0, 100));
        assertThat(copy(bridge("gap")).copied()).isEqualTo(100);
        Contents.write(from.bootstrap(), Contents.numbered("gap", 1, 100, 150));
        from.admin()
                .deleteRecords(Map.of(
                        new TopicPartition("gap", 0), org.apache.kafka.clients.admin.RecordsToDelete.beforeOffset(120)))
                .all()
                .get();
        try (Bridge bridge = bridge("gap").open()) {
            bridge.start();
            assertThat(bridge.await(PATIENCE)).isTrue();
            assertThat(bridge.stats().lostToRetention()).isEqualTo(20);
            assertThat(bridge.takeEvents())
                    .anySatisfy(event -> assertThat(event).contains("gap-0 from offset 100 up to 119", "20 offsets"));
            assertThat(bridge.stats().copied()).isEqualTo(30);
        }
    }

    @Test
    void aRecordThatIsTooLargeForTheTargetStopsTheBridgeBeforeIt() throws Exception {
        tooLarge("large");
        assertThatThrownBy(() -> copy(bridge("large")))
                .isInstanceOf(BridgeException.class)
                .hasMessageContaining("Stopped before large-0 offset 7")
                .hasMessageContaining("--dead-letters");
        assertThat(Contents.records(to.bootstrap(), "large"))
                .filteredOn(record -> record.partition() == 0)
                .hasSize(7);

        // It has become no smaller: the second run stops at the same place, and doubles nothing.
        assertThatThrownBy(() -> copy(bridge("large"))).hasMessageContaining("Stopped before large-0 offset 7");

        BridgeStats stats = copy(bridge("large").deadLetters("large.dead"));
        assertThat(stats.dead()).isEqualTo(1);
        assertThat(Contents.records(to.bootstrap(), "large")).hasSize(39);
        ConsumerRecord<byte[], byte[]> dead =
                Contents.records(to.bootstrap(), "large.dead").getFirst();
        assertThat(dead.value()).hasSize(3_000_000);
        assertThat(header(dead, "headgate.offset")).isEqualTo("7");
        assertThat(header(dead, "headgate.reason")).contains("larger than");
    }

    private static void tooLarge(String topic) throws Exception {
        from.createTopic(topic, 2, Map.of("max.message.bytes", "10000000"));
        to.createTopic(topic, 2);
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(Contents.numbered(topic, 2, 0, 14));
        byte[] noise = new byte[3_000_000];
        new java.util.Random(1).nextBytes(noise);
        records.add(new ProducerRecord<>(topic, 0, 5L, Contents.bytes("large"), noise));
        records.addAll(Contents.numbered(topic, 2, 14, 39));
        Contents.write(from.bootstrap(), records);
    }

    @Test
    void groupsStandOnTheTargetBeforeTheSameRecord() throws Exception {
        from.createTopic("grouped", 2);
        // Transactions of the source leave holes in its offsets, those of the bridge other ones on the target.
        try (KafkaProducer<byte[], byte[]> producer =
                Contents.producer(from.bootstrap(), Map.of("transactional.id", "holes"))) {
            producer.initTransactions();
            for (int i = 0; i < 40; i++) {
                producer.beginTransaction();
                Contents.numbered("grouped", 2, 10 * i, 10 * i + 10).forEach(producer::send);
                producer.commitTransaction();
            }
        }
        TopicPartition zero = new TopicPartition("grouped", 0);
        TopicPartition one = new TopicPartition("grouped", 1);
        commit("early", Map.of(zero, 0L, one, 8L));
        commit("middle", Map.of(zero, 100L, one, 131L));
        commit("late", Map.of(zero, 240L, one, 239L));

        try (Bridge bridge = bridge("grouped").groups(Set.of()).open()) {
            bridge.start();
            assertThat(bridge.await(PATIENCE)).isTrue();
            List<GroupMove> moves = bridge.moveGroups().stream()
                    .filter(move -> Set.of("early", "middle", "late").contains(move.group()))
                    .toList();
            assertThat(moves)
                    .hasSize(6)
                    .allSatisfy(move -> assertThat(move.moved()).isTrue());
            for (GroupMove move : moves) {
                assertThat(next(to.bootstrap(), move.topic(), move.partition(), move.targetOffset()))
                        .as("%s", move)
                        .isEqualTo(next(from.bootstrap(), move.topic(), move.partition(), move.sourceOffset()));
            }
        }
        assertThat(to.admin()
                        .listConsumerGroupOffsets("middle")
                        .partitionsToOffsetAndMetadata()
                        .get())
                .hasSize(2);
    }

    /** The record that a group at this offset would read next. */
    private static @Nullable String next(String bootstrap, String topic, int partition, long offset) {
        return Contents.records(bootstrap, topic).stream()
                .filter(record -> record.partition() == partition && record.offset() >= offset)
                .map(record -> new String(record.value()))
                .findFirst()
                .orElse(null);
    }

    private static void commit(String group, Map<TopicPartition, Long> offsets) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> positions = new java.util.HashMap<>();
        offsets.forEach((partition, offset) -> positions.put(partition, new OffsetAndMetadata(offset)));
        from.admin().alterConsumerGroupOffsets(group, positions).all().get();
    }

    private static ProducerRecord<byte[], byte[]> record(
            String topic, int partition, long timestamp, String key, @Nullable String value) {
        return new ProducerRecord<>(topic, partition, timestamp, Contents.bytes(key), Contents.bytes(value));
    }

    private static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
        var header = record.headers().lastHeader(name);
        return header == null ? null : new String(header.value());
    }

    private static Map<String, String> configs(String topic) throws Exception {
        var resource = new org.apache.kafka.common.config.ConfigResource(
                org.apache.kafka.common.config.ConfigResource.Type.TOPIC, topic);
        Map<String, String> configs = new java.util.HashMap<>();
        var described = to.admin().describeConfigs(Set.of(resource)).all().get().get(resource);
        assertThat(described).isNotNull();
        described.entries().forEach(entry -> configs.put(entry.name(), String.valueOf(entry.value())));
        return configs;
    }

    private static void until(java.util.concurrent.Callable<Boolean> condition) {
        org.awaitility.Awaitility.await().atMost(PATIENCE).until(condition);
    }
}
