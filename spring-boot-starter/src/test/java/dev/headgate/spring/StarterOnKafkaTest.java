package dev.headgate.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.Gate;
import dev.headgate.kafka.Batch;
import dev.headgate.kafka.Delivery;
import dev.headgate.kafka.Intake;
import dev.headgate.kafka.IntakeState;
import dev.headgate.kafka.Outcome;
import dev.headgate.testkit.EmbeddedKafka;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that has nothing but the starter and Jackson reads topics of a real Kafka. */
class StarterOnKafkaTest {
    private static @Nullable EmbeddedKafka broker;

    @BeforeAll
    static void startKafka() {
        broker = EmbeddedKafka.start();
    }

    @AfterAll
    static void stopKafka() {
        kafka().close();
    }

    private static EmbeddedKafka kafka() {
        EmbeddedKafka started = broker;
        if (started == null) {
            throw new IllegalStateException("Kafka is not started");
        }
        return started;
    }

    private static ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(HeadgateAutoConfiguration.class, JacksonAutoConfiguration.class))
                .withPropertyValues(
                        "spring.kafka.bootstrap-servers=" + kafka().bootstrap(),
                        "headgate.kafka.properties.auto.offset.reset=earliest");
    }

    private static String topic() {
        String name = "rides-" + UUID.randomUUID();
        kafka().createTopic(name, 3);
        return name;
    }

    private static void send(String topic, String... values) {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka().bootstrap()), new StringSerializer(), new StringSerializer())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(topic, "k" + value.length(), value));
            }
        }
    }

    record Ride(UUID id, int metres) {}

    /** All forms of handlers, each with its own intake of one topic. */
    @Configuration(proxyBeanMethods = false)
    static class Handlers {
        final Queue<Object> seen = new ConcurrentLinkedQueue<>();

        @Bean
        Values values() {
            return new Values();
        }

        @IntakeHandler("deliveries")
        void on(Delivery<String, Ride> delivery) {
            seen.add(delivery.key() + " " + delivery.value().metres());
        }
    }

    static class Values {
        final Queue<Ride> rides = new ConcurrentLinkedQueue<>();
        final Queue<String> texts = new ConcurrentLinkedQueue<>();
        final Queue<Ride> batched = new ConcurrentLinkedQueue<>();
        final Queue<byte[]> raw = new ConcurrentLinkedQueue<>();

        @IntakeHandler("values")
        public void onRide(Ride ride) {
            rides.add(ride);
        }

        @IntakeHandler("outcomes")
        Outcome onText(String text) {
            texts.add(text);
            return Outcome.dropped("seen");
        }

        @IntakeHandler("stages")
        CompletionStage<?> onBytes(Delivery<?, ?> delivery) {
            raw.add((byte[]) delivery.value());
            return CompletableFuture.completedStage(null);
        }

        @IntakeHandler("batches")
        void onRides(Batch<byte[], Ride> batch) {
            batch.forEach(delivery -> batched.add(delivery.value()));
        }
    }

    @Test
    void handsRecordsToEachFormOfHandler() {
        String topic = topic();
        String[] bodies = Stream.of(1, 2, 3, 4, 5)
                .map(i -> "{\"id\":\"" + new UUID(0, i) + "\",\"metres\":" + i + "}")
                .toArray(String[]::new);
        send(topic, bodies);
        String[] properties = Stream.of("values", "deliveries", "outcomes", "stages", "batches")
                .map(intake -> "headgate.intakes." + intake + ".topics=" + topic)
                .toArray(String[]::new);
        application()
                .withUserConfiguration(Handlers.class)
                .withPropertyValues(properties)
                .withPropertyValues("headgate.intakes.batches.batch.size=3")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    Values values = context.getBean(Values.class);
                    await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                        assertThat(values.rides).extracting(Ride::metres).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
                        assertThat(values.texts).containsExactlyInAnyOrder(bodies);
                        assertThat(values.raw).hasSize(5);
                        assertThat(values.batched).hasSize(5);
                        assertThat(context.getBean(Handlers.class).seen)
                                .contains("k" + bodies[0].length() + " 1")
                                .hasSize(5);
                    });
                    Intake<?, ?> outcomes = context.getBean("outcomes-intake", Intake.class);
                    await().until(() -> outcomes.stats().dropped().equals(Map.of("seen", 5L)));
                });
    }

    static class Slow {
        final CountDownLatch started = new CountDownLatch(1);
        final CountDownLatch go = new CountDownLatch(1);
        final Gate email;
        final List<Intake<?, ?>> intakes;

        Slow(Gate email, List<Intake<?, ?>> intakes) {
            this.email = email;
            this.intakes = intakes;
        }

        @IntakeHandler("slow")
        void on(String text) throws InterruptedException {
            email.run(() -> {
                started.countDown();
                go.await();
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SlowHandler {
        @Bean
        Gate other() {
            return Gate.named("other").capacity(1).open();
        }

        /** It is given the intake whose records it handles. */
        @Bean
        Slow slowHandler(@Qualifier("email") Gate email, List<Intake<?, ?>> intakes) {
            return new Slow(email, intakes);
        }
    }

    @Test
    void watchesGatesAndDrainsBeforeTheContextCloses() throws Exception {
        String topic = topic();
        send(topic, "only");
        application()
                .withUserConfiguration(SlowHandler.class)
                .withPropertyValues(
                        "headgate.gates.email.capacity=7",
                        "headgate.intakes.slow.topics=" + topic,
                        "headgate.intakes.slow.group=another",
                        "headgate.intakes.slow.members=2")
                .run(context -> {
                    Slow slow = context.getBean(Slow.class);
                    assertThat(slow.intakes).extracting(Intake::name).containsExactly("slow-1", "slow-2");
                    assertThat(slow.email.capacity()).isEqualTo(7);
                    GateWatch watch = context.getBean(GateWatch.class);
                    assertThat(watch.gates())
                            .extracting(gate -> gate.name())
                            .containsExactlyInAnyOrder("slow-1 in-flight", "slow-2 in-flight", "email", "other");
                    slow.started.await();
                    assertThat(slow.email.stats().inUse()).isEqualTo(1);
                    // The handler goes on only when the context is being closed already.
                    Thread closing = Thread.ofVirtual()
                            .start(() -> context.getSourceApplicationContext().close());
                    await().until(() -> slow.intakes.stream()
                            .anyMatch(intake -> intake.stats().state() == IntakeState.DRAINING));
                    slow.go.countDown();
                    closing.join();
                    assertThat(slow.intakes)
                            .extracting(intake -> intake.stats().state())
                            .containsOnly(IntakeState.CLOSED);
                });
        assertThat(committed("another", topic)).isEqualTo(1);
    }

    private static long committed(String group, String topic) throws Exception {
        Admin admin = kafka().admin();
        Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
        return offsets.entrySet().stream()
                .filter(entry -> entry.getKey().topic().equals(topic))
                .mapToLong(entry -> entry.getValue().offset())
                .sum();
    }
}
