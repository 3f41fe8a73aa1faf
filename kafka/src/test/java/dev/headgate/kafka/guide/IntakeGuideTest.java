package dev.headgate.kafka.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.Gate;
import dev.headgate.kafka.Delivery;
import dev.headgate.kafka.Health;
import dev.headgate.kafka.Intake;
import dev.headgate.kafka.IntakeBuilder;
import dev.headgate.kafka.IntakeStats;
import dev.headgate.kafka.Ordering;
import dev.headgate.kafka.Outcome;
import dev.headgate.kafka.Retry;
import dev.headgate.testkit.ScriptedConsumer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

/** Runs the code of docs/guide/intake.md, and checks that the page has that code and no other. */
class IntakeGuideTest {
    private static final Path PAGE = Path.of("../docs/guide/intake.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/headgate/kafka/guide/IntakeGuideTest.java");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final TopicPartition ZERO = new TopicPartition("hotel-prices", 0);

    private final Map<String, Object> consumerProperties =
            Map.of("bootstrap.servers", "unused:9092", "group.id", "guide", "auto.offset.reset", "earliest");
    private final Gate ads = Gate.named("ads-http").capacity(10).open();
    private final List<String> pushed = new CopyOnWriteArrayList<>();
    private final ScriptedConsumer consumer = new ScriptedConsumer();
    private final MockProducer<byte[], byte[]> letters =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    private boolean push(String value) {
        return pushed.add(value);
    }

    private CompletableFuture<Boolean> pushAsync(String value) {
        return CompletableFuture.completedFuture(push(value));
    }

    private void pushAll(List<Delivery<String, String>> deliveries) {
        deliveries.forEach(delivery -> push(delivery.value()));
    }

    private IntakeBuilder<String, String> prices() {
        return scripted(Intake.<String, String>of("guide", consumerProperties)
                .topics("hotel-prices")
                .keys(new StringDeserializer())
                .values(new StringDeserializer()));
    }

    private IntakeBuilder<String, String> scripted(IntakeBuilder<String, String> builder) {
        return builder.consumer(config -> consumer).producer(config -> letters);
    }

    private void run(Intake<String, String> intake, String... values) {
        consumer.script().topic("hotel-prices", 1);
        intake.start();
        consumer.script().give(ZERO).join();
        for (String value : values) {
            consumer.script()
                    .append(ZERO, "h".getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void untilCompleted(Intake<String, String> intake, int records) {
        await().until(() -> intake.stats().completed() == records);
    }

    @Test
    void isBuilt() {
        Intake<String, String> intake = Intake.<String, String>of("prices", consumerProperties)
                .topics("hotel-prices")
                .keys(new StringDeserializer())
                .values(new StringDeserializer())
                .ordering(Ordering.BY_KEY)
                .inFlight(1_000)
                .handle(delivery -> ads.call(() -> push(delivery.value())));
        assertThat(intake.name()).isEqualTo("prices");
    }

    @Test
    void handlesAndShows() {
        Intake<String, String> intake =
                prices().ordering(Ordering.BY_KEY).handle(delivery -> ads.call(() -> push(delivery.value())));
        run(intake, "a", "b");
        untilCompleted(intake, 2);
        IntakeStats stats = intake.stats();
        Health health = intake.health();
        intake.inFlight().resize(2_000);
        await().until(() -> intake.stats().inFlight().capacity() == 2_000);
        assertThat(health.live()).isTrue();
        assertThat(stats.done()).isEqualTo(2);
        intake.close(Duration.ofSeconds(30));
        assertThat(pushed).containsExactly("a", "b");
    }

    @Test
    void decides() {
        IntakeBuilder<String, String> builder = prices().retry(
                        Retry.exponential(Duration.ofMillis(100), Duration.ofSeconds(30))
                                .attempts(5))
                .deadLetters("hotel-prices.dead");
        Intake<String, String> deciding = builder.handleOutcome(delivery -> {
            if (delivery.value().isEmpty()) {
                return Outcome.dropped("empty");
            }
            if (delivery.value().startsWith("?")) {
                return Outcome.dead("not a price");
            }
            return push(delivery.value()) ? Outcome.done() : Outcome.againAfter(Duration.ofSeconds(5));
        });
        run(deciding, "a", "", "?");
        untilCompleted(deciding, 3);
        deciding.close();
        assertThat(deciding.stats().dropped()).containsEntry("empty", 1L);
        assertThat(letters.history()).hasSize(1);
    }

    @Test
    void takesStages() {
        Intake<String, String> async = prices().handleAsync(delivery -> pushAsync(delivery.value()));
        run(async, "a", "b");
        untilCompleted(async, 2);
        async.close();
    }

    @Test
    void takesBatches() {
        Intake<String, String> batches =
                prices().handleBatch(500, Duration.ofMillis(20), batch -> pushAll(batch.deliveries()));
        run(batches, "a", "b");
        untilCompleted(batches, 2);
        batches.close();
        assertThat(pushed).containsExactly("a", "b");
    }

    @Test
    void waits() {
        Intake<String, String> patient = prices().notBefore(Duration.ofSeconds(75))
                .expiresAt(
                        delivery -> Instant.ofEpochMilli(delivery.timestamp()).plusSeconds(3_600))
                .latestPerKey()
                .handle(delivery -> push(delivery.value()));
        run(patient);
        long now = System.currentTimeMillis();
        appendAt(now, "held");
        appendAt(now - 4_000_000, "expired");
        await().until(() -> patient.stats().completed() == 1);
        patient.close();
        assertThat(pushed).isEmpty();
    }

    private void appendAt(long timestamp, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        consumer.script()
                .append(new ConsumerRecord<>(
                        "hotel-prices",
                        0,
                        offsets++,
                        timestamp,
                        TimestampType.CREATE_TIME,
                        bytes.length,
                        bytes.length,
                        value.getBytes(StandardCharsets.UTF_8),
                        bytes,
                        new RecordHeaders(),
                        Optional.empty()));
    }

    private long offsets;

    @Test
    void thePageHasThisCode() throws IOException {
        List<String> snippets = SNIPPET.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(snippets).hasSize(6);
        String source = dense(Files.readString(SOURCE));
        for (String snippet : snippets) {
            for (String statement : snippet.split("(?<=;)\n(?=\\S)")) {
                assertThat(source)
                        .as("%s, which should hold this of %s: %s", SOURCE, PAGE, statement)
                        .contains(dense(statement));
            }
        }
    }

    /** Without white space, which is the formatter's. */
    private static String dense(String code) {
        return code.replaceAll("\\s", "");
    }
}
