package dev.headgate.kafka;

import static dev.headgate.kafka.IntakeFixture.partition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.ScriptedConsumer;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

/** An intake from its start to its end, and what it says of itself meanwhile. */
class LifeTest {

    private static IntakeBuilder<String, String> builder(String name, ScriptedConsumer consumer) {
        return Intake.<String, String>of(name, Map.of("bootstrap.servers", "unused:9092", "group.id", "g"))
                .topics(IntakeFixture.TOPIC)
                .keys(new StringDeserializer())
                .values(new StringDeserializer())
                .consumer(config -> consumer);
    }

    @Test
    void twoIntakesOfOneNameDoNotRunAtOnce() {
        Intake<String, String> first = builder("twin", new ScriptedConsumer()).handle(delivery -> {});
        Intake<String, String> second = builder("twin", new ScriptedConsumer()).handle(delivery -> {});
        first.start();
        assertThatThrownBy(second::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("twin", "is running", "its own name");
        // The refused one leaves the running one's name alone.
        second.close();
        assertThatThrownBy(() -> builder("twin", new ScriptedConsumer())
                        .handle(delivery -> {})
                        .start())
                .isInstanceOf(IllegalStateException.class);
        first.close();
        Intake<String, String> third = builder("twin", new ScriptedConsumer()).handle(delivery -> {});
        third.start();
        third.close();
    }

    @Test
    void aNameIsFreeAgainAfterAStartThatFailed() {
        assertThatThrownBy(() -> builder("unlucky", new ScriptedConsumer())
                        .consumer(config -> {
                            throw new IllegalStateException("no consumer today");
                        })
                        .handle(delivery -> {})
                        .start())
                .hasMessageContaining("no consumer today");
        try (Intake<String, String> next =
                builder("unlucky", new ScriptedConsumer()).handle(delivery -> {})) {
            next.start();
        }
    }

    @Test
    void anIntakeStartsOnce() {
        Intake<String, String> intake = builder("once", new ScriptedConsumer()).handle(delivery -> {});
        intake.start();
        assertThatThrownBy(intake::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("once", "was started before", "build a new one");
        intake.close();
        assertThatThrownBy(intake::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("build a new one");
    }

    @Test
    void anIntakeThatWasNeverStartedIsClosedAtOnceAndStaysSo() {
        ScriptedConsumer consumer = new ScriptedConsumer();
        Intake<String, String> intake = builder("never", consumer).handle(delivery -> {});
        assertThat(intake.stats().state()).isEqualTo(IntakeState.NEW);
        assertThat(intake.health().ready()).isFalse();
        intake.close();
        intake.close();
        assertThat(intake.stats().state()).isEqualTo(IntakeState.CLOSED);
        assertThatThrownBy(intake::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("never", "closed", "build a new one");
        assertThat(consumer.script().polls()).isZero();
    }

    @Test
    void statesOnlyMoveForward() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.handler.holdAll();
            f.appendMany(0, 1);
            f.startWith(0);
            f.untilBegan(0, 0);
            assertThat(f.stats().state()).isEqualTo(IntakeState.RUNNING);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> f.closeIntake(Duration.ofSeconds(20)));
            f.untilStats("the intake to drain", stats -> stats.state() == IntakeState.DRAINING);
            f.handler.releaseAll();
            closing.join();
            assertThat(f.stats().state()).isEqualTo(IntakeState.CLOSED);
            assertThat(f.committed(0)).isEqualTo(1);
            assertThat(f.stats().done()).isEqualTo(1);
        }
    }

    @Test
    void closingDuringARevocationKeepsTheCloseDeadline() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.drainOnRevoke(Duration.ofHours(1)));
            f.handler.holdAll();
            f.appendMany(0, 1);
            f.startWith(0);
            f.untilBegan(0, 0);
            CompletableFuture<Void> revoked = f.script.revoke(partition(0));
            f.untilStats("the revocation to begin", stats -> stats.rebalances() == 2);
            f.closeIntake(Duration.ofMillis(200));
            assertThat(f.stats().state()).isEqualTo(IntakeState.CLOSED);
            assertThat(revoked).isDone();
            assertThat(f.committed(0)).isLessThanOrEqualTo(0);
        }
    }

    @Test
    void moreSlotsTakeEffectAtOnceAndFewerAsRecordsFinish() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.inFlight(2));
            f.handler.holdAll();
            f.appendMany(0, 20);
            f.startWith(0);
            f.until("two to run", () -> f.handler.running() == 2);
            f.intake().inFlight().resize(5);
            f.until("five to run", () -> f.handler.running() == 5);
            f.untilStats(
                    "the reading to say so",
                    stats -> stats.inFlight().capacity() == 5
                            && stats.inFlight().inUse() == 5
                            && stats.inFlight().waiting() == 15);
            f.intake().inFlight().resize(1);
            // Four finish and nobody takes their places; then one at a time.
            for (int i = 0; i < 4; i++) {
                Place running = f.handler.began().get(i);
                f.handler.release(running.partition(), running.offset());
            }
            f.untilEnded(4);
            f.untilStats(
                    "one to run",
                    stats -> stats.inFlight().inUse() == 1 && stats.inFlight().capacity() == 1);
            f.untilOwnerWentRound();
            assertThat(f.handler.began()).hasSize(5);
            f.handler.releaseAll();
            f.untilCommitted(0, 20);
            assertThat(f.handler.mostRunning()).isEqualTo(5);
        }
    }

    @Test
    void sizesThatCannotBeAreRefused() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            Intake<String, String> built = f.builder().handle(delivery -> {});
            assertThatThrownBy(() -> built.inFlight().resize(5))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("not started", "inFlight(n)");
            f.startWith(0);
            assertThatThrownBy(() -> f.intake().inFlight().resize(0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("inFlight");
        }
    }

    @Test
    void whatCameInIsWhatEndedAndWhatIsInside() {
        try (IntakeFixture f = IntakeFixture.of(2)) {
            f.with(b -> b.deadLetters("dead")
                    .retry(Retry.fixed(Duration.ofHours(1)))
                    .inFlight(2));
            f.handler.hold(0, 4);
            f.handler.hold(0, 5);
            f.handler.tell(0, 0, delivery -> Outcome.dropped("filtered"));
            f.handler.tell(0, 1, delivery -> Outcome.dead("spoilt"));
            f.handler.tell(0, 2, delivery -> Outcome.again());
            f.appendMany(0, 10);
            f.startWith(0, 1);
            f.untilStats(
                    "two to run",
                    stats -> stats.inFlight().inUse() == 2
                            && stats.inFlight().waiting() == 4
                            && stats.dead() == 1
                            && stats.lagRecords() == 7
                            && stats.commitAgeMillis() == 0);
            IntakeStats stats = f.stats();
            assertThat(stats.fetched()).isEqualTo(10);
            assertThat(stats.done()).isEqualTo(1);
            assertThat(stats.dropped()).isEqualTo(Map.of("filtered", 1L));
            assertThat(stats.completed()).isEqualTo(3);
            assertThat(stats.retrying()).isEqualTo(1);
            assertThat(stats.retries()).isEqualTo(1);
            assertThat(stats.attempts()).isEqualTo(4);
            assertThat(stats.buffered()).isEqualTo(7);
            assertThat(stats.rebalances()).isEqualTo(1);
            assertThat(stats.lanes()).hasSize(2);
            LaneStats lane = Objects.requireNonNull(f.lane(0));
            assertThat(lane.frontier()).isEqualTo(2);
            assertThat(lane.committed()).isEqualTo(2);
            assertThat(lane.open()).isEqualTo(7);
            assertThat(lane.running()).isEqualTo(2);
            assertThat(lane.startable()).isEqualTo(4);
            assertThat(Objects.requireNonNull(lane.head()))
                    .extracting(LaneStats.Head::offset, LaneStats.Head::attempts, LaneStats.Head::state)
                    .containsExactly(2L, 1, "waiting for a retry");
        }
    }

    @Test
    void aHeldHeadIsNotABlockedLane() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            f.with(b -> b.notBefore(Duration.ofMinutes(30)).blockedAfter(Duration.ofMinutes(1)));
            f.appendMany(0, 1);
            f.startWith(0);
            f.untilStats("it to be held", stats -> stats.held() == 1);
            f.pass(Duration.ofMinutes(10));
            f.untilStats(
                    "its age to be known",
                    stats -> ageOfHead(stats) > Duration.ofMinutes(9).toMillis());
            assertThat(f.intake().health().blocked()).isEmpty();
            // Nor is it one as soon as its time has come.
            f.handler.holdAll();
            f.pass(Duration.ofMinutes(20));
            f.untilBegan(0, 0);
            f.untilStats("it to run", stats -> stats.inFlight().inUse() == 1);
            assertThat(f.intake().health().blocked()).isEmpty();
            f.pass(Duration.ofMinutes(2));
            f.untilStats(
                    "it to run for long",
                    stats -> stats.inFlight().oldestHolderNanos()
                            > Duration.ofMinutes(1).toNanos());
            assertThat(f.intake().health().blocked()).hasSize(1);
        }
    }

    private static long ageOfHead(IntakeStats stats) {
        return stats.lanes().stream()
                .map(LaneStats::head)
                .filter(Objects::nonNull)
                .mapToLong(LaneStats.Head::ageMillis)
                .max()
                .orElse(-1);
    }

    @Test
    void aLaneWhoseFrontierMovesIsNotBlockedHoweverLongItsRecordsWaited() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            f.with(b -> b.inFlight(1).blockedAfter(Duration.ofMinutes(1)));
            f.handler.holdAll();
            f.appendMany(0, 50);
            f.startWith(0);
            // Every record takes 10 s, so the later ones have waited for minutes when it is their turn.
            for (int offset = 0; offset < 20; offset++) {
                f.untilBegan(0, offset);
                f.pass(Duration.ofSeconds(10));
                f.handler.release(0, offset);
            }
            f.untilBegan(0, 20);
            f.untilStats("the reading to know it", stats -> stats.done() == 20);
            assertThat(f.intake().health().blocked()).isEmpty();
            f.pass(Duration.ofMinutes(2));
            f.untilStats(
                    "the head to be old",
                    stats -> stats.inFlight().oldestHolderNanos()
                            > Duration.ofMinutes(2).toNanos());
            assertThat(f.intake().health().blocked()).hasSize(1);
        }
    }
}
