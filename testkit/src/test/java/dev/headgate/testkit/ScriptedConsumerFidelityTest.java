package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the scripted consumer's documentation claims of the real one, asked of both: the scripted one, classic, and KIP-848. */
@Timeout(120)
class ScriptedConsumerFidelityTest {

    enum Kind {
        SCRIPTED,
        CLASSIC,
        CONSUMER
    }

    private static EmbeddedKafka kafka;

    private final List<Consumer<byte[], byte[]>> open = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private Runnable whileHearing = () -> {};
    private TopicPartition partition = new TopicPartition("none", 0);

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @AfterEach
    void close() {
        whileHearing = () -> {};
        open.forEach(consumer -> consumer.close(Duration.ofSeconds(5)));
    }

    /** A consumer that is assigned the only partition of a topic with three records, and has polled none of them. */
    private Consumer<byte[], byte[]> assigned(Kind kind, String name) throws Exception {
        String topic = name + "-" + kind.name().toLowerCase(java.util.Locale.ROOT);
        partition = new TopicPartition(topic, 0);
        Consumer<byte[], byte[]> consumer = kind == Kind.SCRIPTED ? scripted() : real(kind, topic);
        open.add(consumer);
        consumer.subscribe(Set.of(topic), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                heard.add("revoked");
                whileHearing.run();
            }

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                if (!partitions.isEmpty()) {
                    heard.add("assigned");
                    consumer.pause(partitions);
                    whileHearing.run();
                }
            }
        });
        until(() -> {
            consumer.poll(Duration.ofMillis(50));
            return !consumer.assignment().isEmpty();
        });
        return consumer;
    }

    private Consumer<byte[], byte[]> scripted() {
        ScriptedConsumer scripted = new ScriptedConsumer();
        scripted.script().give(partition);
        for (int i = 0; i < 3; i++) {
            scripted.script().append(partition, null, null);
        }
        return scripted;
    }

    private Consumer<byte[], byte[]> real(Kind kind, String topic) throws Exception {
        kafka.createTopic(topic, 1);
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", kafka.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < 3; i++) {
                producer.send(new ProducerRecord<>(topic, new byte[0])).get(10, TimeUnit.SECONDS);
            }
        }
        Map<String, Object> config = new HashMap<>(Map.of(
                "bootstrap.servers",
                kafka.bootstrap(),
                "group.id",
                "group of " + topic,
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                "false",
                "group.protocol",
                kind.name()));
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private Map<TopicPartition, OffsetAndMetadata> at(long offset) {
        return Map.of(partition, new OffsetAndMetadata(offset, "meta"));
    }

    private static void until(Supplier<Boolean> done) {
        long start = System.nanoTime();
        while (!done.get()) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(60));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPendingWakeUpBreaksCommitSyncAndCommitted(Kind kind) throws Exception {
        Consumer<byte[], byte[]> consumer = assigned(kind, "wake");
        consumer.wakeup();
        assertThatThrownBy(() -> consumer.commitSync(at(1), Duration.ofSeconds(10)))
                .isInstanceOf(WakeupException.class);
        until(() -> at(1).equals(consumer.committed(Set.of(partition))));
        // The last call: a classic consumer whose committed() was broken off may answer the next one with what it had
        // asked for then.
        consumer.wakeup();
        assertThatThrownBy(() -> consumer.committed(Set.of(partition), Duration.ofSeconds(10)))
                .isInstanceOf(WakeupException.class);
    }

    @ParameterizedTest
    @EnumSource
    void callbacksComeInsideALaterCall(Kind kind) throws Exception {
        Consumer<byte[], byte[]> consumer = assigned(kind, "callback");
        List<String> answers = new ArrayList<>();
        consumer.commitAsync(
                at(1), (offsets, failure) -> answers.add(Thread.currentThread().getName() + failure));
        assertThat(answers).isEmpty();
        until(() -> {
            consumer.poll(Duration.ofMillis(10));
            return !answers.isEmpty();
        });
        assertThat(answers).containsExactly(Thread.currentThread().getName() + "null");
    }

    @ParameterizedTest
    @EnumSource
    void aPauseAndAPositionDieWithTheAssignment(Kind kind) throws Exception {
        Consumer<byte[], byte[]> consumer = assigned(kind, "pause");
        assertThat(consumer.paused()).containsExactly(partition);
        consumer.resume(Set.of(partition));
        ConsumerRecords<byte[], byte[]>[] last = one();
        until(() -> {
            last[0] = consumer.poll(Duration.ofMillis(50));
            return !last[0].isEmpty();
        });
        assertThat(last[0].count()).isEqualTo(3);
        assertThat(consumer.position(partition)).isEqualTo(3);
        consumer.commitSync(at(1));

        consumer.unsubscribe();
        assertThat(heard).containsExactly("assigned", "revoked");
        assertThat(consumer.paused()).isEmpty();
        assertThatThrownBy(() -> consumer.position(partition)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> consumer.pause(Set.of(partition))).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource
    void whileItHearsOfARevocationTheListenerStillOwns(Kind kind) throws Exception {
        Consumer<byte[], byte[]> consumer = assigned(kind, "owns");
        List<Object> found = new ArrayList<>();
        whileHearing = () -> {
            found.add(consumer.assignment());
            // No position() or committed() here: a KIP-848 consumer that closes waits in them for all of
            // default.api.timeout.ms,
            // whatever the timeout of close(), and a classic one may answer with what it had asked for before the
            // commit.
            consumer.commitSync(at(2), Duration.ofSeconds(10));
            found.add("committed");
        };
        consumer.close(Duration.ofSeconds(10));
        open.clear();
        assertThat(heard).containsExactly("assigned", "revoked");
        assertThat(found).containsExactly(Set.of(partition), "committed");
    }

    @ParameterizedTest
    @EnumSource
    void whatTheListenerThrowsComesOutOfPollWrapped(Kind kind) {
        whileHearing = () -> {
            throw new IllegalArgumentException("mine");
        };
        assertThatThrownBy(() -> assigned(kind, "throws"))
                .isInstanceOf(KafkaException.class)
                .hasRootCauseInstanceOf(IllegalArgumentException.class);
        assertThat(open.getFirst().assignment()).containsExactly(partition);
    }

    @ParameterizedTest
    @EnumSource
    void theLagIsKnownOnceFetched(Kind kind) throws Exception {
        Consumer<byte[], byte[]> consumer = assigned(kind, "lag");
        consumer.resume(Set.of(partition));
        until(() -> !consumer.poll(Duration.ofMillis(50)).isEmpty());
        assertThat(consumer.currentLag(partition)).hasValue(0);
        consumer.seek(partition, 1);
        assertThat(consumer.position(partition)).isEqualTo(1);
        assertThat(consumer.endOffsets(Set.of(partition))).containsEntry(partition, 3L);
        assertThat(consumer.partitionsFor(partition.topic())).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsPossibleOnceClosed(Kind kind) throws Exception {
        Consumer<byte[], byte[]> consumer = assigned(kind, "closed");
        consumer.close(Duration.ofSeconds(10));
        consumer.close(Duration.ofSeconds(10));
        assertThatThrownBy(() -> consumer.poll(Duration.ZERO)).isInstanceOf(IllegalStateException.class);
        consumer.wakeup();
    }

    @SuppressWarnings("unchecked")
    private static ConsumerRecords<byte[], byte[]>[] one() {
        return new ConsumerRecords[1];
    }
}
