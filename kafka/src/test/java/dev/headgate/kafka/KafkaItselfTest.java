package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.testkit.EmbeddedKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a group's commits say to and from other libraries, on a real broker. See docs/guide/faults.md and docs/adr/0003. */
class KafkaItselfTest {
    /** As parallel-consumer 0.5.3.3 writes it: from offset 3 up to 99 only 3 and 5 are not completed. */
    private static final String OF_PARALLEL_CONSUMER = "bgABAAEAAQBe";

    private static final int RECORDS = 100;
    static EmbeddedKafka kafka;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    /** A group that comes from another library: its metadata is not relied on, nothing is lost, and it is said once. */
    @Test
    void metadataOfAnotherLibraryIsDroppedWithOneWarning() throws Exception {
        String topic = "from-another";
        fill(topic, 2);
        commit(
                topic,
                Map.of(
                        new TopicPartition(topic, 0), new OffsetAndMetadata(3, OF_PARALLEL_CONSUMER),
                        new TopicPartition(topic, 1), new OffsetAndMetadata(50, "{\"what\": \"ever\"}")));
        ScriptedHandler handler = new ScriptedHandler();
        try (Logs logs = Logs.open()) {
            Intake<String, String> intake = intake(topic, handler);
            intake.start();
            await().atMost(Duration.ofSeconds(30)).until(() -> intake.stats().done() == 97 + 50);
            intake.close(Duration.ofSeconds(10));
            assertThat(logs.with("another library"))
                    .singleElement()
                    .asString()
                    .contains(topic + "-0=3")
                    .contains(topic + "-1=50");
        }
        assertThat(handler.ended()).doesNotHaveDuplicates().hasSize(97 + 50);
        assertThat(handler.attempts(0, 3)).isEqualTo(1);
        assertThat(handler.attempts(0, 2)).isZero();
        assertThat(committed(topic, 0)).isEqualTo(new OffsetAndMetadata(RECORDS, ""));
        assertThat(committed(topic, 1)).isEqualTo(new OffsetAndMetadata(RECORDS, ""));
    }

    /** The way back after an orderly end: the commit has no metadata at all, which every library reads. */
    @Test
    void anOrderlyCloseLeavesNoMetadata() throws Exception {
        String topic = "back-in-order";
        fill(topic, 1);
        ScriptedHandler handler = new ScriptedHandler();
        Intake<String, String> intake = intake(topic, handler);
        intake.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> intake.stats().done() == RECORDS);
        intake.close(Duration.ofSeconds(10));
        assertThat(committed(topic, 0)).isEqualTo(new OffsetAndMetadata(RECORDS, ""));
    }

    /** The way back with a record left over: the offset alone is true, and a reader that knows nothing of us begins at the frontier. */
    @Test
    void aPlainConsumerGoesOnFromTheFrontierWhateverOurMetadataSays() throws Exception {
        String topic = "back-with-a-rest";
        fill(topic, 1);
        ScriptedHandler handler = new ScriptedHandler();
        handler.hold(0, 10);
        Intake<String, String> intake = intake(topic, handler);
        intake.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> intake.stats().done() == RECORDS - 1);
        intake.close(Duration.ofMillis(100));
        handler.releaseAll();
        OffsetAndMetadata left = committed(topic, 0);
        assertThat(left.offset()).isEqualTo(10);
        assertThat(left.metadata()).startsWith("hg1");
        try (Consumer<byte[], byte[]> plain = plainConsumer(topic)) {
            plain.subscribe(List.of(topic));
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                var records = plain.poll(Duration.ofMillis(100));
                return !records.isEmpty() && records.iterator().next().offset() == 10;
            });
        }
    }

    /** And the way on: what our own metadata says to be completed is not handled again by the next intake. */
    @Test
    void theNextIntakeHandlesOnlyWhatWasLeft() throws Exception {
        String topic = "on-with-a-rest";
        fill(topic, 1);
        ScriptedHandler handler = new ScriptedHandler();
        Predicate<Delivery<String, String>> rest = delivery -> delivery.offset() % 10 == 5;
        handler.hold(rest);
        Intake<String, String> first = intake(topic, handler);
        first.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> first.stats().done() == 90);
        first.close(Duration.ofMillis(100));
        handler.releaseAll();
        ScriptedHandler next = new ScriptedHandler();
        Intake<String, String> second = intake(topic, next);
        second.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> second.stats().done() == 10);
        second.close(Duration.ofSeconds(10));
        assertThat(next.deliveries()).hasSize(10).allMatch(rest);
    }

    private static void fill(String topic, int partitions) throws InterruptedException, ExecutionException {
        kafka.createTopic(topic, partitions);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrap()), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < RECORDS * partitions; i++) {
                producer.send(
                        new ProducerRecord<>(topic, i % partitions, null, ("v" + i).getBytes(StandardCharsets.UTF_8)));
            }
            producer.flush();
        }
    }

    private static Intake<String, String> intake(String topic, ScriptedHandler handler) {
        return Intake.<String, String>of(topic, properties(topic))
                .topics(topic)
                .keys(new StringDeserializer())
                .values(new StringDeserializer())
                .handleOutcome(handler);
    }

    private static Map<String, Object> properties(String topic) {
        return new HashMap<>(Map.of(
                "bootstrap.servers", kafka.bootstrap(), "group.id", "g-" + topic, "auto.offset.reset", "earliest"));
    }

    private static Consumer<byte[], byte[]> plainConsumer(String topic) {
        Map<String, Object> properties = properties(topic);
        properties.put("enable.auto.commit", false);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static void commit(String topic, Map<TopicPartition, OffsetAndMetadata> offsets)
            throws InterruptedException, ExecutionException {
        kafka.admin().alterConsumerGroupOffsets("g-" + topic, offsets).all().get();
    }

    private static OffsetAndMetadata committed(String topic, int partition) {
        TopicPartition place = new TopicPartition(topic, partition);
        try (Consumer<byte[], byte[]> plain = plainConsumer(topic)) {
            OffsetAndMetadata found = plain.committed(Set.of(place)).get(place);
            if (found == null) {
                throw new AssertionError("nothing is committed of " + place);
            }
            // Without the leader's epoch, which is not at issue.
            return new OffsetAndMetadata(found.offset(), found.metadata());
        }
    }
}
