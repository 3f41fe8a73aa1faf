package dev.headgate.kafka;

import static dev.headgate.kafka.IntakeFixture.partition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.Stop;
import dev.headgate.testkit.ScriptEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Records that cannot be handled, and the pace at which anything is tried again. */
class PoisonTest {

    /** Decodes anything but {@code poison}. */
    private static final class Picky extends StringDeserializer {
        @Override
        public String deserialize(String topic, Headers headers, byte[] data) {
            String text = new String(data, StandardCharsets.UTF_8);
            if (text.equals("poison")) {
                throw new IllegalArgumentException("poison cannot be decoded");
            }
            if (text.equals("deep poison")) {
                throw new StackOverflowError("decoded too deep");
            }
            return text;
        }
    }

    private static IntakeFixture poisoned() {
        IntakeFixture f = IntakeFixture.of(1)
                .with(b -> b.values(new Picky())
                        .deadLetters("dead")
                        .retry(Retry.fixed(Duration.ofMillis(1)).attempts(3)));
        f.append(0, "good");
        f.append(0, "poison");
        f.append(0, "deep poison");
        f.append(0, "good");
        return f;
    }

    /** PC 304, 391, 550; RK 192: a payload that cannot be decoded killed the poll thread, or the stream. */
    @Test
    void aPayloadThatCannotBeDecodedIsRetriedAndDeadLetteredAndTheOthersGoOn() {
        try (IntakeFixture f = poisoned()) {
            f.startWith(0);
            f.untilCommitted(0, 4);
            f.untilStats("two dead letters", stats -> stats.dead() == 2 && stats.done() == 2 && stats.retries() == 4);
            assertThat(f.letters.history())
                    .extracting(letter -> header(letter, "exception"))
                    .containsExactlyInAnyOrder(
                            IllegalArgumentException.class.getName(), StackOverflowError.class.getName());
            assertThat(f.letters.history())
                    .extracting(letter -> header(letter, "attempts"))
                    .containsOnly("3");
            assertThat(f.handler.ended()).containsExactlyInAnyOrder(new Place(0, 0), new Place(0, 3));
            assertThat(f.intake().health().live()).isTrue();
        }
    }

    /** PC 304 where records are decoded before they may start, because a function of the value says when that is. */
    @Test
    void aPayloadThatCannotBeDecodedForItsTimesIsRetriedAndDeadLetteredToo() {
        try (IntakeFixture f = poisoned()) {
            f.with(b -> b.ordering(Ordering.BY_PARTITION).notBefore(delivery -> Instant.EPOCH))
                    .startWith(0);
            f.untilCommitted(0, 4);
            f.untilStats("two dead letters", stats -> stats.dead() == 2 && stats.done() == 2 && stats.retries() == 4);
            assertThat(f.handler.ended()).containsExactly(new Place(0, 0), new Place(0, 3));
        }
    }

    static String header(ProducerRecord<byte[], byte[]> letter, String name) {
        var header = letter.headers().lastHeader("headgate.dead." + name);
        return header == null ? "none" : new String(header.value(), StandardCharsets.UTF_8);
    }

    /** PC 196, 248: there was no maximum of retries. */
    @Test
    void aRecordGetsAsManyAttemptsAsWereSaidAndNoMore() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.handler.otherwise(delivery -> {
                throw new IllegalStateException("never");
            });
            f.with(b ->
                    b.dropExhausted().retry(Retry.fixed(Duration.ofMillis(1)).attempts(4)));
            f.appendMany(0, 3);
            f.startWith(0);
            f.untilCommitted(0, 3);
            assertThat(f.handler.ended()).hasSize(12);
            assertThat(f.handler.deliveries()).extracting(Delivery::attempt).containsOnly(1, 2, 3, 4);
            f.untilStats("three dropped", stats -> stats.dropped().equals(Map.of("exhausted", 3L)));
        }
    }

    /** PC 310: a record could not be skipped, or given up, by who knows that it is of no use to try. */
    @Test
    void aHandlerMaySkipARecordOrGiveItUpAtOnce() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.deadLetters("dead"));
            f.appendMany(0, 3);
            f.handler.tell(0, 0, delivery -> Outcome.dropped("out of range"));
            f.handler.tell(0, 1, delivery -> Outcome.dead("spoilt", new IllegalStateException("mould")));
            f.startWith(0);
            f.untilCommitted(0, 3);
            assertThat(f.handler.ended()).hasSize(3);
            f.untilStats(
                    "one of each",
                    stats -> stats.done() == 1
                            && stats.dead() == 1
                            && stats.dropped().equals(Map.of("out of range", 1L)));
            assertThat(header(f.letters.history().getFirst(), "reason")).isEqualTo("spoilt");
            assertThat(header(f.letters.history().getFirst(), "message")).isEqualTo("mould");
        }
    }

    /** SK 1716, 4392: a retry of 1 s came after 10 s, as delays were looked at between polls only. */
    @Test
    void aRetryComesWhenItsDelayIsOverThoughPollsAreLong() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            f.with(b -> b.retry(Retry.fixed(Duration.ofSeconds(1)).attempts(2)));
            f.handler.tell(0, 0, delivery -> Outcome.again());
            f.appendMany(0, 1);
            f.startWith(0);
            f.untilEnded(1);
            while (f.intake().itineraries().isEmpty()) {
                // Time passes only while the owner waits for Kafka, and no record comes that would end the poll.
                f.script.awaitBlockedInPoll();
                f.pass(Duration.ofMillis(5));
            }
            assertThat(f.intake().itineraries().getFirst().stops())
                    .filteredOn(stop -> stop.kind() == Stop.Kind.RETRY)
                    .singleElement()
                    .satisfies(wait -> assertThat(Duration.ofNanos(wait.leftNanos() - wait.arrivedNanos()))
                            .isBetween(Duration.ofSeconds(1), Duration.ofMillis(1200)));
        }
    }

    /** Delays grow from the first to the longest, and jitter spreads them without going beyond its share. */
    @Test
    void delaysDoubleUpToTheLongest() {
        Retry exact =
                Retry.exponential(Duration.ofMillis(100), Duration.ofSeconds(1)).jitter(0);
        assertThat(List.of(
                        exact.delayNanos(1),
                        exact.delayNanos(2),
                        exact.delayNanos(4),
                        exact.delayNanos(5),
                        exact.delayNanos(200)))
                .containsExactly(100_000_000L, 200_000_000L, 800_000_000L, 1_000_000_000L, 1_000_000_000L);
        Retry spread = exact.jitter(0.2);
        for (int i = 0; i < 1000; i++) {
            assertThat(spread.delayNanos(1)).isBetween(80_000_000L, 120_000_000L);
        }
    }

    /** RK 127: a commit that failed was made again a hundred times within 10 ms. */
    @Test
    void commitsThatFailAreMadeAgainAtAGrowingDistance() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            LossTest.begunBefore(f);
            for (int i = 0; i < 6; i++) {
                f.script.failCommit(new RetriableCommitFailedException("not now"));
            }
            f.appendMany(0, 1);
            f.startWith(0);
            f.untilCommitted(0, 1);
            assertThat(distances(f, false)).hasSize(6).satisfies(millis -> {
                for (int i = 0; i < 6; i++) {
                    assertThat(millis.get(i)).as("distance %d of %s", i, millis).isGreaterThanOrEqualTo(100L << i);
                }
            });
        }
    }

    /** RK 127 at a revocation, where the last commit is waited for. */
    @Test
    void theLastCommitOfAPartitionIsMadeAgainAtADistanceToo() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            LossTest.begunBefore(f);
            f.with(b -> b.commitEvery(Duration.ofHours(1)).drainOnRevoke(Duration.ofSeconds(10)));
            f.appendMany(0, 1);
            f.startWith(0);
            f.untilEnded(1);
            for (int i = 0; i < 4; i++) {
                f.script.failCommit(new TimeoutException("no answer"));
            }
            f.join(f.script.revoke(partition(0)));
            assertThat(f.committed(0)).isEqualTo(1);
            assertThat(distances(f, true))
                    .hasSize(4)
                    .allSatisfy(millis -> assertThat(millis).isGreaterThanOrEqualTo(100));
        }
    }

    private static List<Long> distances(IntakeFixture f, boolean sync) {
        List<Long> at = f.script.commits().stream()
                .filter(commit -> commit.sync() == sync)
                .map(ScriptEvent::nanos)
                .toList();
        return IntStream.range(1, at.size())
                .mapToObj(i -> (at.get(i) - at.get(i - 1)) / 1_000_000)
                .toList();
    }

    /** A handler that returns null has failed, and says so in its dead letter. */
    @Test
    @SuppressWarnings("NullAway") // the fault itself
    void aHandlerThatReturnsNoOutcomeHasFailed() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.handler.otherwise(delivery -> (@Nullable Outcome) null);
            f.with(b -> b.deadLetters("dead").retry(Retry.none()));
            f.appendMany(0, 1);
            f.startWith(0);
            f.untilCommitted(0, 1);
            assertThat(header(f.letters.history().getFirst(), "message")).contains("returned no outcome");
        }
    }
}
