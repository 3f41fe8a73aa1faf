package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.ScriptedConsumer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes in a configuration are told before anything is read: what, which value, and what to do. */
class ConfigurationTest {

    private static Map<String, Object> properties() {
        return new HashMap<>(Map.of("bootstrap.servers", "unused:9092", "group.id", "g"));
    }

    private static IntakeBuilder<String, String> builder(String name, Map<String, Object> properties) {
        return Intake.<String, String>of(name, properties)
                .topics("prices")
                .keys(new StringDeserializer())
                .values(new StringDeserializer())
                .consumer(config -> new ScriptedConsumer());
    }

    private static Arguments wrong(String property, Object value, String... told) {
        return Arguments.of(property + "=" + value, (Consumer<Map<String, Object>>) p -> p.put(property, value), told);
    }

    static Stream<Arguments> wrongProperties() {
        return Stream.of(
                wrong("enable.auto.commit", "true", "enable.auto.commit=true", "leave it out"),
                wrong("enable.auto.commit", true, "enable.auto.commit=true", "leave it out"),
                wrong(
                        "key.deserializer",
                        StringDeserializer.class,
                        "key.deserializer=class " + StringDeserializer.class.getName(),
                        "leave it out and say keys(...)"),
                wrong(
                        "value.deserializer",
                        StringDeserializer.class.getName(),
                        "value.deserializer=" + StringDeserializer.class.getName(),
                        "leave it out and say values(...)"),
                wrong("bootstrap.servers", " ", "bootstrap.servers", "missing", "host:port"),
                wrong("group.id", "", "group.id", "missing", "consumer group"),
                wrong(
                        "max.partition.fetch.bytes",
                        "999999999999",
                        "max.partition.fetch.bytes=999999999999",
                        "lower it"),
                wrong("max.partition.fetch.bytes", "1 MiB", "max.partition.fetch.bytes=1 MiB", "number"),
                wrong("max.poll.interval.ms", 10_000, "max.poll.interval.ms=10000", "10,000 ms", "raise it"),
                wrong("max.poll.interval.ms", "5m", "max.poll.interval.ms=5m", "number"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void wrongProperties(String which, Consumer<Map<String, Object>> mistake, String[] told) {
        Map<String, Object> properties = properties();
        mistake.accept(properties);
        assertTold(builder("wrong", properties), told);
    }

    private static void assertTold(IntakeBuilder<String, String> builder, String... told) {
        Intake<String, String> intake = builder.handle(delivery -> {});
        assertThatThrownBy(intake::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("intake " + intake.name())
                .hasMessageContainingAll(told);
        assertThat(intake.stats().state()).isEqualTo(IntakeState.NEW);
        // The name is free again.
        try (Intake<String, String> right = builder(intake.name(), properties()).handle(delivery -> {})) {
            right.start();
        }
    }

    static Stream<Arguments> wrongSettings() {
        return Stream.of(
                setting("no topics", b -> b.topics(List.of()), "names no topic", "name at least one"),
                setting("a blank topic", b -> b.topics("a", " "), "[a,  ]", "blank", "name at least one"),
                setting(
                        "dead letters to a topic that is read",
                        b -> b.deadLetters("prices"),
                        "deadLetters(\"prices\")",
                        "name another topic"),
                setting(
                        "dead letters to a topic that is read by pattern",
                        b -> b.topics(Pattern.compile("prices.*")).deadLetters("prices.dead"),
                        "deadLetters(\"prices.dead\")",
                        "prices.*",
                        "name another topic"));
    }

    private static Arguments setting(String which, Consumer<IntakeBuilder<String, String>> mistake, String... told) {
        return Arguments.of(which, mistake, told);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void wrongSettings(String which, Consumer<IntakeBuilder<String, String>> mistake, String[] told) {
        IntakeBuilder<String, String> builder = builder("wrong", properties());
        mistake.accept(builder);
        assertTold(builder, told);
    }

    @Test
    void whatIsMissingIsTold() {
        assertThatThrownBy(() -> Intake.<String, String>of("bare", properties())
                        .keys(new StringDeserializer())
                        .values(new StringDeserializer())
                        .handle(delivery -> {})
                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("bare", "no topics", "topics(\"a\", \"b\")");
        assertThatThrownBy(() -> Intake.<String, String>of("bare", properties())
                        .topics("a")
                        .values(new StringDeserializer())
                        .handle(delivery -> {})
                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("bare", "keys", "keys(...)");
        assertThatThrownBy(() -> Intake.<String, String>of("bare", properties())
                        .topics("a")
                        .keys(new StringDeserializer())
                        .handle(delivery -> {})
                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("bare", "values", "values(...)");
        assertThatThrownBy(
                        () -> builder(" ", properties()).handle(delivery -> {}).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("name is blank", "give the intake one");
    }

    @Test
    void aBatchThatNeverFillsIsTold() {
        Intake<String, String> intake =
                builder("batches", properties()).buffer(100, 1 << 20).handleBatch(101, Duration.ZERO, batch -> {});
        assertThatThrownBy(intake::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("101", "100", "raise buffer", "lower the batch size");
    }

    @Test
    void whatKafkaItselfRefusesIsToldWithTheIntakesName() {
        Map<String, Object> properties = properties();
        properties.put("auto.offset.reset", "yesterday");
        Intake<String, String> intake = Intake.<String, String>of("refused", properties)
                .topics("a")
                .keys(new StringDeserializer())
                .values(new StringDeserializer())
                .handle(delivery -> {});
        assertThatThrownBy(intake::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("intake refused", "auto.offset.reset", "yesterday");
    }

    static Stream<Arguments> outOfRange() {
        return Stream.of(
                setting("inFlight", b -> b.inFlight(0), "inFlight", "0", "1", "1,000,000"),
                setting("window", b -> b.window(1_000_001), "window", "1,000,001"),
                setting("commitMetadata", b -> b.commitMetadata(63), "commitMetadata", "63", "64"),
                setting("buffer records", b -> b.buffer(0, 1 << 20), "buffer records", "0"),
                setting("buffer bytes", b -> b.buffer(1, 1023), "buffer bytes", "1,023", "1,024"),
                setting("retrying", b -> b.retrying(0), "retrying", "0"),
                setting("commitEvery", b -> b.commitEvery(Duration.ofMillis(9)), "commitEvery", "PT0.009S", "PT0.01S"),
                setting("drainOnRevoke", b -> b.drainOnRevoke(Duration.ofMillis(-1)), "drainOnRevoke", "PT-0.001S"),
                setting("blockedAfter", b -> b.blockedAfter(Duration.ZERO), "blockedAfter", "PT0S"),
                setting("notBefore", b -> b.notBefore(Duration.ofSeconds(-1)), "notBefore", "PT-1S"),
                setting("itineraries", b -> b.itineraries(0), "itineraries", "0"),
                setting("batch size", b -> b.handleBatch(0, Duration.ZERO, batch -> {}), "batch size", "0"),
                setting("linger", b -> b.handleBatch(1, Duration.ofMillis(-1), batch -> {}), "linger", "PT-0.001S"),
                setting("attempts", b -> b.retry(Retry.none().attempts(0)), "attempts", "0"),
                setting("jitter", b -> b.retry(Retry.none().jitter(1.1)), "jitter", "1.1"),
                setting(
                        "delays",
                        b -> b.retry(Retry.exponential(Duration.ofSeconds(2), Duration.ofSeconds(1))),
                        "PT2S",
                        "PT1S"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void outOfRange(String which, Consumer<IntakeBuilder<String, String>> mistake, String[] told) {
        IntakeBuilder<String, String> builder = builder("range", properties());
        assertThatThrownBy(() -> mistake.accept(builder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(told);
    }

    @Test
    void theConsumerGetsTheUsersPropertiesAndWhatAnIntakeNeeds() {
        Map<String, Object> properties = properties();
        properties.put("key.deserializer", ByteArrayDeserializer.class.getName());
        properties.put("fetch.min.bytes", "17");
        Map<String, Object> seen = seenByTheConsumer(properties);
        assertThat(seen)
                .containsEntry("bootstrap.servers", "unused:9092")
                .containsEntry("group.id", "g")
                .containsEntry("fetch.min.bytes", "17")
                .containsEntry("enable.auto.commit", false)
                .containsEntry("client.id", "seen")
                .containsEntry("partition.assignment.strategy", List.of(CooperativeStickyAssignor.class))
                .doesNotContainKey("key.deserializer");
    }

    @Test
    void whatTheUserSaidIsKept() {
        Map<String, Object> properties = properties();
        properties.put("partition.assignment.strategy", RangeAssignor.class.getName());
        properties.put("client.id", "mine");
        properties.put("max.poll.records", 17);
        assertThat(seenByTheConsumer(properties)).containsAllEntriesOf(properties);
    }

    @Test
    void theNewGroupProtocolGetsNoAssignor() {
        Map<String, Object> properties = properties();
        properties.put("group.protocol", "CONSUMER");
        assertThat(seenByTheConsumer(properties)).doesNotContainKey("partition.assignment.strategy");
    }

    private static Map<String, Object> seenByTheConsumer(Map<String, Object> properties) {
        Map<String, Object> seen = new HashMap<>();
        try (Intake<String, String> intake = builder("seen", properties)
                .consumer(config -> {
                    seen.putAll(config);
                    return new ScriptedConsumer();
                })
                .handle(delivery -> {})) {
            intake.start();
        }
        return seen;
    }
}
