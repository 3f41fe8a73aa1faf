package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class EmbeddedKafkaTest {

    @Test
    void oneBrokerServesClassicAndConsumerGroupsAndTransactions() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            kafka.createTopic("prices", 3);
            assertThat(produce(kafka.bootstrap(), "prices", 100, Map.of("transactional.id", "t1")))
                    .isEqualTo(100);

            assertThat(consume(kafka.bootstrap(), "prices", 100, Map.of("group.id", "classic")))
                    .hasSize(100);
            assertThat(consume(
                            kafka.bootstrap(),
                            "prices",
                            100,
                            Map.of("group.id", "kip848", "group.protocol", "consumer")))
                    .hasSize(100);
        }
    }

    @Test
    void aStoppedBrokerComesBackWithItsPortAndData() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            kafka.createTopic("prices", 2);
            produce(kafka.bootstrap(), "prices", 50, Map.of());

            kafka.stop(1);
            assertThat(kafka.isRunning(1)).isFalse();
            kafka.start(1);

            produce(kafka.bootstrap(), "prices", 50, Map.of());
            assertThat(consume(kafka.bootstrap(), "prices", 100, Map.of("group.id", "g")))
                    .hasSize(100);
        }
    }

    @Test
    void threeBrokersServeWhileAnyOneOfThemIsStopped() throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.brokers(3).start()) {
            kafka.createTopic("prices", 6);
            int produced = 0;
            for (int id : kafka.nodeIds()) {
                kafka.stop(id);
                produced += produce(kafka.bootstrap(), "prices", 20, Map.of());
                kafka.start(id);
            }
            assertThat(produced).isEqualTo(60);
            assertThat(consume(kafka.bootstrap(), "prices", 60, Map.of("group.id", "g")))
                    .hasSize(60);
        }
    }

    @Test
    void topicsComeGrowAndGo() throws Exception {
        try (EmbeddedKafka kafka =
                EmbeddedKafka.brokers(1).property("log.retention.ms", "12345").start()) {
            kafka.createTopic("prices", 2, Map.of("cleanup.policy", "compact"));
            kafka.addPartitions("prices", 5);
            var description = kafka.admin()
                    .describeTopics(List.of("prices"))
                    .allTopicNames()
                    .get(10, TimeUnit.SECONDS);
            assertThat(description.values())
                    .singleElement()
                    .satisfies(d -> assertThat(d.partitions()).hasSize(5));

            kafka.deleteTopic("prices");
            assertThat(kafka.admin().listTopics().names().get(10, TimeUnit.SECONDS))
                    .doesNotContain("prices");
            assertThatThrownBy(() -> kafka.addPartitions("prices", 6)).hasMessageContaining("prices");
            assertThatThrownBy(() -> kafka.stop(7)).hasMessageContaining("No broker 7");
        }
    }

    static int produce(String bootstrap, String topic, int count, Map<String, Object> extra) throws Exception {
        Map<String, Object> config = new HashMap<>(Map.of("bootstrap.servers", bootstrap));
        config.putAll(extra);
        int sent = 0;
        try (Producer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            boolean transactional = extra.containsKey("transactional.id");
            if (transactional) {
                producer.initTransactions();
                producer.beginTransaction();
            }
            var futures = IntStream.range(0, count)
                    .mapToObj(i -> producer.send(new ProducerRecord<>(topic, "k" + i, "v" + i)))
                    .toList();
            for (var future : futures) {
                future.get(30, TimeUnit.SECONDS);
                sent++;
            }
            if (transactional) {
                producer.commitTransaction();
            }
        }
        return sent;
    }

    static List<String> consume(String bootstrap, String topic, int count, Map<String, Object> extra) {
        Map<String, Object> config = new HashMap<>(Map.of(
                "bootstrap.servers", bootstrap, "auto.offset.reset", "earliest", "isolation.level", "read_committed"));
        config.putAll(extra);
        List<String> values = new ArrayList<>();
        try (Consumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(Set.of(topic));
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (values.size() < count && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(100)).forEach(r -> values.add(r.value()));
            }
            consumer.commitSync();
        }
        return values;
    }
}
