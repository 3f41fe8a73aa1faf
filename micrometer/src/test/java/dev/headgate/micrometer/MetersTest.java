package dev.headgate.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.headgate.Gate;
import dev.headgate.Pass;
import dev.headgate.kafka.Intake;
import dev.headgate.kafka.Outcome;
import dev.headgate.testkit.ScriptedConsumer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

class MetersTest {
    private static final TopicPartition ZERO = new TopicPartition("t", 0);
    private static final TopicPartition ONE = new TopicPartition("t", 1);

    @Test
    void theFirstScrapeShowsTheGateAsItIsThen() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Gate gate = Gate.named("g").capacity(2).open();
        new GateMeters(gate).bindTo(registry);
        try (Pass pass = gate.enter()) {
            assertThat(pass).isNotNull();
            assertThat(registry.get("headgate.gate.in.use").gauge().value()).isEqualTo(1);
        }
    }

    @Test
    void aGateShowsWhoIsInsideAndWhatItsHoldersDoElsewhere() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Gate outer = Gate.named("outer").capacity(2).open();
        Gate inner = Gate.named("inner").capacity(1).open();
        new GateMeters(outer).bindTo(registry);
        try (Pass first = outer.enter();
                Pass second = inner.enter()) {
            assertThat(first).isNotNull();
            assertThat(second).isNotNull();
            await().untilAsserted(() -> assertThat(registry.scrape())
                    .contains("headgate_gate_in_use_slots{gate=\"outer\"} 1.0")
                    .contains("headgate_gate_capacity_slots{gate=\"outer\"} 2.0")
                    .contains("headgate_gate_inside_hold_seconds_total{gate=\"outer\",inside=\"inner\"}"));
        }
        await().untilAsserted(() ->
                assertThat(registry.scrape()).contains("headgate_gate_hold_seconds_count{gate=\"outer\"} 1"));
    }

    @Test
    void anIntakeShowsItsCountsAndItsLanesComeAndGo() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ScriptedConsumer consumer = new ScriptedConsumer();
        consumer.script().topic("t", 2);
        try (Intake<String, String> intake = intake(consumer)) {
            new IntakeMeters(intake).bindTo(registry);
            intake.start();
            consumer.script().give(ZERO, ONE).join();
            for (int i = 0; i < 10; i++) {
                consumer.script().append(ZERO, null, (i % 5 == 0 ? "drop" : "keep").getBytes(StandardCharsets.UTF_8));
            }
            await().untilAsserted(() -> {
                assertThat(counter(registry, "headgate.intake.done")).isEqualTo(8);
                assertThat(registry.get("headgate.intake.dropped")
                                .tag("reason", "test")
                                .functionCounter()
                                .count())
                        .isEqualTo(2);
                assertThat(registry.get("headgate.intake.lane.head.offset")
                                .tag("partition", "0")
                                .gauge()
                                .value())
                        .isEqualTo(10);
            });
            int meters = registry.getMeters().size();
            assertThat(registry.find("headgate.intake.lane.head.offset").gauges())
                    .hasSize(2);
            assertThat(registry.get("headgate.gate.capacity")
                            .tag("gate", "meters in-flight")
                            .gauge()
                            .value())
                    .isEqualTo(7);
            // NaN until the lag of every lane is known, which may take another reading.
            await().untilAsserted(() -> assertThat(
                            registry.get("headgate.intake.lag").gauge().value())
                    .isCloseTo(0, within(0.0)));

            consumer.script().revoke(ONE).join();
            await().untilAsserted(() -> {
                counter(registry, "headgate.intake.done");
                assertThat(registry.find("headgate.intake.lane.head.offset").gauges())
                        .hasSize(1);
            });
            consumer.script().give(ONE).join();
            await().untilAsserted(() -> {
                counter(registry, "headgate.intake.done");
                assertThat(registry.getMeters()).hasSize(meters);
            });
            for (Meter meter : registry.getMeters()) {
                meter.measure()
                        .forEach(measured -> assertThat(measured.getValue() < 0)
                                .as("%s is %s", meter.getId(), measured.getValue())
                                .isFalse());
            }
        }
    }

    /** PC 859: meters registered anew at each commit, until the registry was the largest thing on the heap. */
    @Test
    void metersAreMadeOnceHoweverOftenIsCommitted() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        AtomicInteger made = new AtomicInteger();
        ScriptedConsumer consumer = new ScriptedConsumer();
        consumer.script().topic("t", 2);
        try (Intake<String, String> intake = intake(consumer)) {
            new IntakeMeters(intake).bindTo(registry);
            intake.start();
            consumer.script().give(ZERO).join();
            consumer.script().append(ZERO, null, "drop".getBytes(StandardCharsets.UTF_8));
            await().untilAsserted(() -> {
                scrape(registry);
                assertThat(registry.find("headgate.intake.dropped").functionCounters())
                        .hasSize(1);
                assertThat(registry.find("headgate.intake.lane.head.offset").gauges())
                        .hasSize(1);
            });
            registry.config().onMeterAdded(meter -> made.incrementAndGet());
            for (int commit = 1; commit <= 20; commit++) {
                consumer.script().append(ZERO, null, "keep".getBytes(StandardCharsets.UTF_8));
                long offset = commit + 1;
                await().untilAsserted(() -> {
                    scrape(registry);
                    assertThat(consumer.script().committed(ZERO))
                            .isNotNull()
                            .extracting(OffsetAndMetadata::offset)
                            .isEqualTo(offset);
                });
            }
            assertThat(made).hasValue(0);
        }
    }

    private static void scrape(SimpleMeterRegistry registry) {
        for (Meter meter : registry.getMeters()) {
            meter.measure()
                    .forEach(measured -> assertThat(measured.getValue() < 0).isFalse());
        }
    }

    private static double counter(SimpleMeterRegistry registry, String name) {
        return registry.get(name).functionCounter().count();
    }

    private static Intake<String, String> intake(ScriptedConsumer consumer) {
        return Intake.<String, String>of(
                        "meters",
                        Map.of("bootstrap.servers", "unused:9092", "group.id", "g", "auto.offset.reset", "earliest"))
                .topics("t")
                .keys(new StringDeserializer())
                .values(new StringDeserializer())
                .inFlight(7)
                .drainOnRevoke(Duration.ofSeconds(1))
                .commitEvery(Duration.ofMillis(10))
                .consumer(config -> consumer)
                .handleOutcome(delivery -> delivery.value().equals("drop") ? Outcome.dropped("test") : Outcome.done());
    }
}
