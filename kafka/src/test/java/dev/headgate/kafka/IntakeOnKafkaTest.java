package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.testkit.EmbeddedKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IntakeOnKafkaTest {
    static EmbeddedKafka kafka;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @ParameterizedTest
    @EnumSource(Ordering.class)
    void everyRecordIsHandledOnceAndCommitted(Ordering ordering) throws Exception {
        String topic = "all-" + ordering;
        kafka.createTopic(topic, 3, Map.of());
        int n = 20_000;
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrap()), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < n; i++) {
                producer.send(new ProducerRecord<>(
                        topic,
                        ("k" + i % 997).getBytes(StandardCharsets.UTF_8),
                        ("v" + i).getBytes(StandardCharsets.UTF_8)));
            }
        }
        Set<String> seen = ConcurrentHashMap.newKeySet();
        Intake<String, String> intake = Intake.<String, String>of(
                        "all-" + ordering,
                        Map.of(
                                "bootstrap.servers",
                                kafka.bootstrap(),
                                "group.id",
                                "g-" + ordering,
                                "auto.offset.reset",
                                "earliest"))
                .topics(topic)
                .keys(new StringDeserializer())
                .values(new StringDeserializer())
                .ordering(ordering)
                .inFlight(200)
                .handle(delivery -> seen.add(delivery.value()));
        long t0 = System.nanoTime();
        intake.start();
        await().atMost(Duration.ofSeconds(60)).until(() -> intake.stats().done() >= n);
        System.out.println(ordering + " " + (System.nanoTime() - t0) / 1e6 + " ms");
        System.out.println(intake.stats().inFlight());
        intake.close(Duration.ofSeconds(10));
        assertThat(seen).hasSize(n);
        assertThat(intake.stats().done()).isEqualTo(n);
        assertThat(intake.stats().lanes())
                .allSatisfy(lane -> assertThat(lane.committed()).isEqualTo(lane.frontier()));
    }
}
