package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.GateStats;
import dev.headgate.Stop;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Records that may not start yet, that are no longer worth starting, and that a newer one has made useless. */
class TimesTest {

    /** Lets the owner do all it can without time passing, then moves the clock. */
    private static void pass(IntakeFixture f, Duration time) {
        f.script.awaitBlockedInPoll();
        f.pass(time);
        f.script.awaitBlockedInPoll();
    }

    @Test
    void aRecordIsHeldForAsLongAfterItsTimestampAsWasSaidWithoutASlot() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            f.with(b -> b.notBefore(Duration.ofSeconds(75)).inFlight(1));
            f.appendMany(0, 3);
            f.startWith(0);
            f.untilStats("three held", stats -> stats.held() == 3);
            assertThat(f.stats().inFlight().inUse()).isZero();
            assertThat(f.stats().inFlight().waiting()).isZero();
            while (f.handler.began().isEmpty()) {
                pass(f, Duration.ofMillis(20));
            }
            f.untilEnded(3);
            f.untilStats("none held", stats -> stats.held() == 0 && stats.done() == 3);
            assertThat(f.intake().itineraries())
                    .hasSize(3)
                    .allSatisfy(life -> assertThat(life.stops())
                            .filteredOn(stop -> stop.kind() == Stop.Kind.HOLD)
                            .singleElement()
                            .satisfies(hold -> assertThat(Duration.ofNanos(hold.leftNanos() - life.startNanos()))
                                    .isBetween(Duration.ofSeconds(74), Duration.ofMillis(75_100))));
            assertThat(f.handler.deliveries())
                    .allSatisfy(delivery ->
                            assertThat(f.clock.millis() - delivery.timestamp()).isGreaterThanOrEqualTo(75_000));
        }
    }

    @Test
    void aRecordIsHeldUntilTheTimeThatItsValueSays() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            Instant start = Instant.ofEpochMilli(f.clock.millis());
            f.with(b -> b.notBefore(delivery -> at(start, delivery.value())));
            f.append(0, "30");
            f.append(0, "10");
            f.append(0, "never mind");
            f.startWith(0);
            f.untilEnded(1);
            f.untilStats("two held", stats -> stats.held() == 2);
            assertThat(f.handler.began()).containsExactly(new Place(0, 2));
            for (int second = 0; second < 40; second++) {
                pass(f, Duration.ofSeconds(1));
            }
            f.untilEnded(3);
            assertThat(f.handler.began()).containsExactly(new Place(0, 2), new Place(0, 1), new Place(0, 0));
        }
    }

    private static @Nullable Instant at(Instant start, String value) {
        return value.equals("never mind") ? null : start.plusSeconds(Long.parseLong(value));
    }

    @Test
    void aHeldRecordIsStartedOnTheTickAndNotBefore() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            f.with(b -> b.notBefore(Duration.ofSeconds(10)));
            long due = f.clock.millis() + 10_000;
            f.appendMany(0, 1);
            f.startWith(0);
            f.untilStats("it to be held", stats -> stats.held() == 1);
            while (f.clock.millis() < due - 1) {
                pass(f, Duration.ofMillis(Math.min(50, due - 1 - f.clock.millis())));
            }
            pass(f, Duration.ZERO);
            assertThat(f.handler.began()).isEmpty();
            pass(f, Duration.ofMillis(1));
            f.untilEnded(1);
        }
    }

    @Test
    void aLaneWhoseRecordsAreAllHeldParksAndFetchesNoMoreThanItsBuffer() {
        try (IntakeFixture f = IntakeFixture.manual(2)) {
            f.with(b -> b.notBefore(Duration.ofSeconds(60)).buffer(100, 1 << 20));
            f.script.maxPollRecords(50);
            f.appendMany(0, 1_000);
            f.startWith(0, 1);
            f.untilStats("the lane to be parked", stats -> stats.parkedLanes() == 1);
            LaneStats lane = Objects.requireNonNull(f.lane(0));
            assertThat(lane.parked()).isTrue();
            assertThat(lane.held()).isEqualTo(lane.open()).isBetween(100, 150);
            assertThat(f.script.position(IntakeFixture.partition(0))).isEqualTo(lane.open());
            assertThat(Objects.requireNonNull(f.lane(1)).paused()).isFalse();
            f.untilCommitted(0, 1_000);
            assertThat(f.handler.ended()).hasSize(1_000);
        }
    }

    @Test
    void anExpiredRecordIsDroppedWithItsReasonAndNeverHandled() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            Instant start = Instant.ofEpochMilli(f.clock.millis());
            f.with(b -> b.expiresAt(delivery -> at(start, delivery.value())));
            f.append(0, "-1");
            f.append(0, "0");
            f.append(0, "3600");
            f.append(0, "never mind");
            f.startWith(0);
            f.untilCommitted(0, 4);
            assertThat(f.handler.ended()).containsExactlyInAnyOrder(new Place(0, 2), new Place(0, 3));
            f.untilStats("two to be expired", stats -> stats.dropped().equals(Map.of("expired", 2L)));
        }
    }

    @Test
    void aRecordThatExpiresWhileItIsHeldOrWaitsForASlotOrForARetryIsDropped() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            Instant start = Instant.ofEpochMilli(f.clock.millis());
            f.with(b -> b.inFlight(1)
                    .retry(Retry.fixed(Duration.ofSeconds(20)))
                    .notBefore(delivery -> delivery.value().equals("held") ? start.plusSeconds(20) : null)
                    .expiresAt(delivery -> delivery.value().equals("runs") ? null : start.plusSeconds(10)));
            f.append(0, "fails");
            f.handler.tell(0, 0, delivery -> Outcome.again());
            f.startWith(0);
            f.untilStats("one to wait for its retry", stats -> stats.retrying() == 1);
            f.handler.hold(delivery -> delivery.value().equals("runs"));
            f.append(0, "runs");
            f.untilBegan(0, 1);
            f.append(0, "held");
            f.append(0, "waits");
            f.untilStats(
                    "one held, one waiting",
                    stats -> stats.held() == 1 && stats.inFlight().waiting() == 1);
            assertThat(f.clock.millis()).isLessThan(start.plusSeconds(10).toEpochMilli());
            f.pass(Duration.ofSeconds(30));
            f.handler.releaseAll();
            f.untilCommitted(0, 4);
            assertThat(f.handler.began()).containsExactly(new Place(0, 0), new Place(0, 1));
            f.untilStats("three to be expired", stats -> stats.dropped().equals(Map.of("expired", 3L)));
        }
    }

    @Test
    void aFunctionThatThrowsIsTheRecordsFirstAttemptsFailure() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            f.with(b ->
                    b.deadLetters("dead").retry(Retry.none()).expiresAt(delivery -> Instant.parse(delivery.value())));
            f.append(0, "not a time");
            f.append(0, "2999-01-01T00:00:00Z");
            f.startWith(0);
            f.untilCommitted(0, 2);
            assertThat(f.handler.ended()).containsExactly(new Place(0, 1));
            assertThat(PoisonTest.header(f.letters.history().getFirst(), "exception"))
                    .contains("DateTimeParseException");
        }
    }

    @Test
    void aNewerRecordOfAKeySupersedesTheOlderOnesThatDoNotRun() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.latestPerKey().inFlight(1).ordering(Ordering.BY_KEY));
            f.handler.hold(0, 0);
            f.append(0, "a", "1");
            f.startWith(0);
            f.untilBegan(0, 0);
            f.append(0, "a", "2");
            f.append(0, "b", "3");
            f.append(0, null, "4");
            f.append(0, "a", "5");
            f.append(0, "b", "6");
            f.append(0, null, "7");
            f.untilStats("two to be superseded", stats -> stats.dropped().equals(Map.of("superseded", 2L)));
            f.handler.releaseAll();
            f.untilCommitted(0, 7);
            assertThat(f.handler.ended())
                    .as("the running one, the newest of each key, and those without a key")
                    .containsExactlyInAnyOrder(
                            new Place(0, 0), new Place(0, 3), new Place(0, 4), new Place(0, 5), new Place(0, 6));
        }
    }

    @Test
    void aRecordThatIsHeldOrWaitsForARetryIsSupersededToo() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            long start = f.clock.millis();
            f.with(b -> b.latestPerKey()
                    .retry(Retry.fixed(Duration.ofHours(1)))
                    .notBefore(delivery -> delivery.value().equals("later")
                            ? Instant.ofEpochMilli(start).plusSeconds(3600)
                            : null));
            f.append(0, "a", "later");
            f.append(0, "b", "fails");
            f.handler.tell(0, 1, delivery -> Outcome.again());
            f.startWith(0);
            f.untilStats("one held, one retrying", stats -> stats.held() == 1 && stats.retrying() == 1);
            f.append(0, "a", "now");
            f.append(0, "b", "now");
            f.untilCommitted(0, 4);
            assertThat(f.handler.ended()).containsExactlyInAnyOrder(new Place(0, 1), new Place(0, 2), new Place(0, 3));
            f.untilStats("nothing held or retrying", stats -> stats.held() + stats.retrying() == 0);
        }
    }

    /** While a record is being read it waits for that, and not for a slot: neither of the gate's books of waits may have that time. */
    @Test
    void theTimeOfReadingIsNoWaitForASlotInEitherOfTheGatesBooks() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            StuckPoll stuck = new StuckPoll(f.consumer);
            CountDownLatch reading = new CountDownLatch(1);
            CompletableFuture<Void> read = new CompletableFuture<>();
            f.with(b -> b.consumer(config -> stuck.consumer()).expiresAt(delivery -> {
                reading.countDown();
                read.join();
                return null;
            }));
            for (int i = 0; i < 3; i++) {
                f.append(0, "v");
            }
            f.startWith(0);
            f.until("the first to be read", () -> reading.getCount() == 0);
            stuck.stickNow();
            f.until("the owner to be stuck", stuck::isStuck);
            read.complete(null);
            f.pass(Duration.ofMillis(50));
            stuck.letGo();
            f.untilCommitted(0, 3);
            f.untilStats("all to have left", stats -> stats.inFlight().exits() == 3);
            GateStats gate = f.stats().inFlight();
            assertThat(gate.waitNanos()).isEqualTo(gate.waitingNanos());
        }
    }
}
