package dev.headgate.kafka;

import static dev.headgate.kafka.IntakeFixture.partition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

/** What becomes of records whose attempts are used up. */
class DeadLettersTest {

    private static IntakeFixture failing(boolean manual) {
        IntakeFixture f = manual ? IntakeFixture.manual(1) : IntakeFixture.of(1);
        f.handler.otherwise(delivery -> {
            throw new IllegalStateException("ads said 400");
        });
        return f.with(b ->
                b.deadLetters("dead").retry(Retry.fixed(Duration.ofMillis(1)).attempts(2)));
    }

    private static void answerByHand(IntakeFixture f) {
        f.letters = new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aDeadLetterIsTheRecordAsItWasAndSaysWhyWhereFromAndHowOften() {
        try (IntakeFixture f = failing(false)) {
            RecordHeaders headers = new RecordHeaders();
            headers.add("traceparent", bytes("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
            headers.add("headgate.dead.reason", bytes("an earlier death"));
            f.script.append(new ConsumerRecord<>(
                    IntakeFixture.TOPIC,
                    0,
                    41,
                    1_234_567L,
                    TimestampType.CREATE_TIME,
                    1,
                    1,
                    bytes("k"),
                    bytes("v"),
                    headers,
                    Optional.empty()));
            f.startWith(0);
            f.untilCommitted(0, 42);
            assertThat(f.letters.history()).singleElement().satisfies(letter -> {
                assertThat(letter.topic()).isEqualTo("dead");
                assertThat(letter.key()).isEqualTo(bytes("k"));
                assertThat(letter.value()).isEqualTo(bytes("v"));
                assertThat(letter.timestamp()).isEqualTo(1_234_567L);
                assertThat(headersOf(letter))
                        .containsEntry("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                        .containsEntry("headgate.dead.reason", "attempts used up")
                        .containsEntry("headgate.dead.intake", f.intake().name())
                        .containsEntry("headgate.dead.topic", IntakeFixture.TOPIC)
                        .containsEntry("headgate.dead.partition", "0")
                        .containsEntry("headgate.dead.offset", "41")
                        .containsEntry("headgate.dead.attempts", "2")
                        .containsEntry("headgate.dead.exception", "java.lang.IllegalStateException")
                        .containsEntry("headgate.dead.message", "ads said 400");
                assertThat(letter.headers().headers("headgate.dead.reason")).hasSize(1);
            });
        }
    }

    private static Map<String, String> headersOf(ProducerRecord<byte[], byte[]> letter) {
        Map<String, String> found = new HashMap<>();
        for (Header header : letter.headers()) {
            found.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
        }
        return found;
    }

    @Test
    void aDeadLetterWithoutKeyOrValueIsSentAsItIs() {
        try (IntakeFixture f = failing(false)) {
            f.append(0, null, null);
            f.startWith(0);
            f.untilCommitted(0, 1);
            assertThat(f.letters.history()).singleElement().satisfies(letter -> {
                assertThat(letter.key()).isNull();
                assertThat(letter.value()).isNull();
            });
        }
    }

    @Test
    void aRecordIsCompletedOnlyWhenItsDeadLetterIsAcknowledged() {
        try (IntakeFixture f = failing(false)) {
            answerByHand(f);
            f.handler.tell(0, 1, delivery -> Outcome.done());
            f.appendMany(0, 2);
            f.startWith(0);
            f.until("the dead letter to be sent", () -> f.letters.history().size() == 1);
            f.untilStats("the other record to be done", stats -> stats.done() == 1);
            f.untilOwnerWentRound();
            assertThat(f.committed(0)).isLessThanOrEqualTo(0);
            assertThat(f.stats().dead()).isZero();
            assertThat(f.letters.completeNext()).isTrue();
            f.untilCommitted(0, 2);
            f.untilStats("one to be dead", stats -> stats.dead() == 1);
        }
    }

    @Test
    void aDeadLetterThatFailsForAReasonThatPassesIsSentAgainASecondLater() {
        try (IntakeFixture f = failing(true)) {
            answerByHand(f);
            f.appendMany(0, 1);
            f.startWith(0);
            f.until("the dead letter to be sent", () -> f.letters.history().size() == 1);
            long failedAt = f.clock.nanos();
            assertThat(f.letters.errorNext(new TimeoutException("no answer"))).isTrue();
            f.until("it to be sent again", () -> f.letters.history().size() == 2);
            assertThat(f.clock.nanos() - failedAt)
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(1).toNanos());
            assertThat(f.intake().health().cause()).isNull();
            assertThat(f.handler.ended()).as("attempts of the handler").hasSize(2);
            f.letters.completeNext();
            f.untilCommitted(0, 1);
        }
    }

    @Test
    void aDeadLetterThatCannotBeSentStopsTheIntakeAndLosesNothing() {
        try (IntakeFixture f = failing(false)) {
            answerByHand(f);
            // Which would be waited for, were anything still on its way.
            f.with(b -> b.drainOnRevoke(Duration.ofHours(1)));
            f.appendMany(0, 1);
            f.startWith(0);
            f.until("the dead letter to be sent", () -> f.letters.history().size() == 1);
            f.letters.errorNext(new RecordTooLargeException("1 MiB and a bit"));
            f.untilStats("the intake to have failed", stats -> stats.state() == IntakeState.FAILED);
            assertThatThrownBy(() -> f.closeIntake(Duration.ofSeconds(5)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("t-0@0")
                    .hasMessageContaining("dead")
                    .hasMessageContaining("make the topic accept it")
                    .rootCause()
                    .isInstanceOf(RecordTooLargeException.class);
            assertThat(f.committed(0)).isLessThanOrEqualTo(0);
            assertThat(f.letters.closed()).isTrue();
        }
    }

    @Test
    void withoutDeadLettersARecordWhoseAttemptsAreUsedUpStopsTheIntake() {
        try (IntakeFixture f = IntakeFixture.of(2)) {
            f.with(b -> b.retry(Retry.fixed(Duration.ofMillis(1)).attempts(3)));
            f.handler.tell(0, 1, fails(), fails(), fails());
            f.handler.hold(1, 0);
            f.appendMany(1, 1);
            f.startWith(0, 1);
            f.untilBegan(1, 0);
            f.appendMany(0, 3);
            f.untilStats("the intake to stop", stats -> stats.state() == IntakeState.DRAINING);
            assertThat(f.intake().health().live()).isFalse();
            // What is in flight may finish, and is committed.
            f.handler.releaseAll();
            assertThatThrownBy(() -> f.closeIntake(Duration.ofSeconds(5)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("t-0@1")
                    .hasMessageContaining("attempt 3")
                    .hasMessageContaining("deadLetters(...)")
                    .hasMessageContaining("dropExhausted()")
                    .hasRootCauseMessage("ads said 400");
            assertThat(f.committed(0)).isEqualTo(1);
            assertThat(f.committed(1)).isEqualTo(1);
            assertThat(f.intake().health().cause()).hasMessageContaining("t-0@1");
        }
    }

    private static OutcomeHandler<String, String> fails() {
        return delivery -> {
            throw new IllegalStateException("ads said 400");
        };
    }

    @Test
    void exhaustedRecordsAreDroppedWhereThatIsSaid() {
        try (IntakeFixture f = failing(false)) {
            f.with(IntakeBuilder::dropExhausted);
            f.appendMany(0, 2);
            f.startWith(0);
            f.untilCommitted(0, 2);
            f.untilStats("both to be dropped", stats -> stats.dropped().equals(Map.of("exhausted", 2L)));
            assertThat(f.letters.history()).isEmpty();
        }
    }

    @Test
    void theProducerOfDeadLettersConnectsAsTheConsumerDoes() {
        AtomicReference<Map<String, Object>> seen = new AtomicReference<>(Map.of());
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.properties.put("security.protocol", "SASL_SSL");
            f.properties.put("sasl.mechanism", "PLAIN");
            f.properties.put("max.poll.records", "17");
            Intake<String, String> intake = Intake.<String, String>of("connects", f.properties)
                    .topics(IntakeFixture.TOPIC)
                    .keys(new StringDeserializer())
                    .values(new StringDeserializer())
                    .consumer(config -> f.consumer)
                    .deadLetters("dead", Map.of("linger.ms", 7))
                    .producer(config -> {
                        seen.set(config);
                        return f.letters;
                    })
                    .handle(delivery -> {});
            intake.start();
            intake.close();
            assertThat(seen.get())
                    .containsEntry("bootstrap.servers", "unused:9092")
                    .containsEntry("security.protocol", "SASL_SSL")
                    .containsEntry("sasl.mechanism", "PLAIN")
                    .containsEntry("acks", "all")
                    .containsEntry("enable.idempotence", true)
                    .containsEntry("linger.ms", 7)
                    .doesNotContainKeys("group.id", "max.poll.records");
            assertThat(f.script.closed()).isTrue();
            assertThat(f.script.assignment()).doesNotContain(partition(0));
        }
    }
}
