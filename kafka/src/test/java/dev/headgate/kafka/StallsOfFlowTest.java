package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.ScriptEvent;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Stalls that users of other libraries met while nothing was rebalanced or closed. See docs/guide/faults.md. */
class StallsOfFlowTest {

    /** RK 297, 304, SK 4332: paused for ever, for what was to be committed later was never taken off the list. */
    @Test
    void aLaneGoesOnWhenItsOldestRecordCompletesAtLast() {
        try (IntakeFixture f = IntakeFixture.of(1).with(b -> b.window(50).buffer(20, 1 << 20))) {
            f.script.maxPollRecords(25);
            f.handler.hold(0, 0);
            f.appendMany(0, 500);
            f.startWith(0);
            f.untilEnded(49);
            f.until("the client to be paused", () -> f.script.paused().contains(IntakeFixture.partition(0)));
            assertThat(f.handler.ended()).hasSize(49);
            f.handler.release(0, 0);
            f.untilCommitted(0, 500);
            f.until("nothing to be paused", () -> f.script.paused().isEmpty());
        }
    }

    /** RK 304: nobody could tell which record the reader stood behind. */
    @Test
    void theWatchdogNamesTheRecordThatALaneStandsBehind() {
        try (Logs logs = Logs.open();
                IntakeFixture f = IntakeFixture.manual(2).with(b -> b.blockedAfter(Duration.ofSeconds(30)))) {
            f.handler.hold(1, 2);
            f.appendMany(1, 6);
            f.startWith(0, 1);
            f.untilEnded(5);
            assertThat(f.intake().health().blocked()).isEmpty();
            f.passPolling(Duration.ofSeconds(32));
            List<LaneStats> blocked = f.intake().health().blocked();
            assertThat(blocked).singleElement().satisfies(lane -> {
                assertThat(lane.partition()).isEqualTo(1);
                LaneStats.Head head = Objects.requireNonNull(lane.head());
                assertThat(head.offset()).isEqualTo(2);
                assertThat(head.ageMillis()).isGreaterThanOrEqualTo(30_000);
                assertThat(head.attempts()).isEqualTo(1);
                assertThat(head.state()).isEqualTo("being handled");
            });
            f.passPolling(Duration.ofSeconds(5));
            assertThat(logs.with("t-1@2")).as("said once, not every second").hasSize(1);
        }
    }

    /** PC 540: one partition with a slow record paused all of them. */
    @Test
    void aBusyPartitionPausesItselfAlone() {
        try (IntakeFixture f =
                IntakeFixture.of(3).with(b -> b.ordering(Ordering.BY_PARTITION).buffer(10, 1 << 20))) {
            f.handler.hold(delivery -> delivery.partition() == 0);
            f.appendMany(0, 2000);
            f.appendMany(1, 2000);
            f.startWith(0, 1, 2);
            f.untilCommitted(1, 2000);
            f.append(2, "late");
            f.untilCommitted(2, 1);
            f.until("the busy one to be paused", () -> f.script.paused().contains(IntakeFixture.partition(0)));
            assertThat(f.handler.attempts(0, 0)).isEqualTo(1);
        }
    }

    /** PC 236: 500 records of one partition from one poll stood before those of all the others. */
    @Test
    void aPartitionWithManyRecordsDoesNotStarveOneWithFew() {
        try (IntakeFixture f = IntakeFixture.of(2).with(b -> b.inFlight(1))) {
            f.handler.hold(0, 0);
            f.appendMany(0, 5000);
            f.startWith(0, 1);
            f.untilBegan(0, 0);
            f.untilStats("the line to be full", stats -> stats.buffered() >= 2000);
            f.appendMany(1, 10);
            f.until("the few to be fetched", () -> f.script.position(IntakeFixture.partition(1)) == 10);
            f.untilOwnerWentRound();
            f.handler.releaseAll();
            f.untilCommitted(1, 10);
            f.untilCommitted(0, 5000);
            int last = f.handler.began().indexOf(new Place(1, 9));
            // Behind what stood in line already, 256 records, and a turn of the other lane; not behind all of them.
            assertThat(last).isLessThan(400);
        }
    }

    /** PC 487, 497: failing records waited for their retries at the shared gate, until nothing else got through it. */
    @Test
    void recordsThatWaitForARetryTakeNoSlot() {
        try (IntakeFixture f =
                IntakeFixture.manual(1).with(b -> b.inFlight(4).retry(Retry.fixed(Duration.ofHours(1))))) {
            f.handler.otherwise(StallsOfFlowTest::everyFifthFails);
            f.appendMany(0, 1000);
            f.startWith(0);
            f.untilStats("all that can be done", stats -> stats.done() == 800);
            assertThat(f.freshStats().retrying()).isEqualTo(200);
            assertThat(f.stats().inFlight().inUse()).isZero();
        }
    }

    /** PC 487, 497: with permanent failures, parking has a bound, and what is parked ends as a dead letter; so the rest comes through. */
    @Test
    void aSteadyShareOfPermanentFailuresDoesNotStopTheIntake() {
        try (IntakeFixture f = IntakeFixture.manual(1)
                .with(b -> b.inFlight(4)
                        .retry(Retry.fixed(Duration.ofSeconds(1)).attempts(3))
                        .retrying(20)
                        .deadLetters("dead"))) {
            f.handler.otherwise(StallsOfFlowTest::everyFifthFails);
            f.appendMany(0, 1000);
            f.startWith(0);
            f.untilCommitted(0, 1000);
            IntakeStats after = f.freshStats();
            assertThat(after.done()).isEqualTo(800);
            assertThat(after.dead()).isEqualTo(200);
            assertThat(after.attempts()).isEqualTo(800 + 3 * 200);
            assertThat(f.letters.history()).hasSize(200);
        }
    }

    private static Outcome everyFifthFails(Delivery<String, String> delivery) {
        if (delivery.offset() % 5 == 0) {
            throw new IllegalStateException("never");
        }
        return Outcome.done();
    }

    /** PC 647, 831: one stuck record, and "offset map too large" behind it: what is completed outgrew the commit. */
    @Test
    void oneStuckRecordDoesNotStopItsLaneAndEveryCommitFits() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.handler.hold(0, 0);
            f.appendMany(0, 40_000);
            f.startWith(0);
            f.untilStats("all but the stuck one", stats -> stats.done() == 39_999);
            f.until("a commit that says so", () -> f.bookmark(0).count() == 39_999);
            assertThat(f.committed(0)).isZero();
            assertEveryCommitFits(f, 4096);
        }
    }

    /** PC 831: the worst pattern, every other record open. The lane stops before the commit could outgrow its limit, and goes on later. */
    @Test
    void theWindowStopsALaneBeforeItsCommitCouldOutgrowTheLimit() {
        try (IntakeFixture f = IntakeFixture.of(1).with(b -> b.inFlight(2000).commitMetadata(64))) {
            f.handler.hold(delivery -> delivery.offset() % 2 == 0);
            f.appendMany(0, 2000);
            f.startWith(0);
            // 64 characters: 60 of base64, 45 bytes, 360 offsets.
            f.untilEnded(180);
            f.untilOwnerWentRound();
            f.until("a commit of the pattern", () -> f.bookmark(0).count() == 180);
            assertThat(f.handler.began()).hasSize(360);
            f.handler.releaseAll();
            f.untilCommitted(0, 2000);
            assertEveryCommitFits(f, 64);
            assertThat(f.freshStats().commitFailures()).isZero();
        }
    }

    private static void assertEveryCommitFits(IntakeFixture f, int limit) {
        assertThat(f.script.commits())
                .isNotEmpty()
                .allSatisfy(commit -> assertThat(commit.offsets().values())
                        .allSatisfy(
                                offset -> assertThat(offset.metadata().length()).isLessThanOrEqualTo(limit)));
    }

    /** quarkus 19098: high and low mark were the same, so every other poll paused or resumed, and throughput fell to a quarter. */
    @Test
    void aLaneDoesNotFlapBetweenPausedAndResumed() {
        try (IntakeFixture f =
                IntakeFixture.of(1).with(b -> b.ordering(Ordering.BY_PARTITION).buffer(100, 1 << 20))) {
            f.script.maxPollRecords(10);
            f.handler.holdAll();
            f.appendMany(0, 2000);
            f.startWith(0);
            f.until("the client to be paused", () -> !f.script.paused().isEmpty());
            long full = f.script.position(IntakeFixture.partition(0));
            // One runs and 59 wait: below the high mark, 100, but above the low one, 50.
            long some = full - 60;
            for (long offset = 0; offset < some; offset++) {
                f.handler.release(0, offset);
            }
            f.untilBegan(0, some);
            f.untilOwnerWentRound();
            assertThat(f.script.eventsOf(ScriptEvent.Resumed.class)).isEmpty();
            assertThat(f.script.position(IntakeFixture.partition(0))).isEqualTo(full);
            for (long offset = some; offset < full - 45; offset++) {
                f.handler.release(0, offset);
            }
            f.until(
                    "the lane to fetch up to the high mark again",
                    () -> f.script.position(IntakeFixture.partition(0)) >= full + 50);
            assertThat(f.script.eventsOf(ScriptEvent.Resumed.class)).hasSize(1);
        }
    }

    /** quarkus 19098: polls waited for records while everything was paused and records were at hand. */
    @Test
    void neverWaitsInsidePollWhileRecordsCouldRun() {
        try (IntakeFixture f =
                IntakeFixture.of(1).with(b -> b.ordering(Ordering.BY_PARTITION).buffer(20, 1 << 20))) {
            f.handler.hold(0, 0);
            f.appendMany(0, 100);
            f.startWith(0);
            f.untilBegan(0, 0);
            f.until("the client to be paused", () -> f.script.paused().contains(IntakeFixture.partition(0)));
            int before = f.script.eventsOf(ScriptEvent.Polled.class).size();
            f.untilOwnerWentRound();
            List<ScriptEvent.Polled> polls = f.script.eventsOf(ScriptEvent.Polled.class);
            assertThat(polls.subList(before, polls.size()))
                    .hasSizeGreaterThanOrEqualTo(10)
                    .allSatisfy(poll -> assertThat(poll.timeout()).isEqualTo(Duration.ZERO));
        }
    }

    /** SK 2596: every error cost a whole poll timeout, for nobody woke the poll. Here no time passes at all. */
    @Test
    void aFailureIsHeardAtOnceThoughTheOwnerWaitsInsidePoll() {
        try (IntakeFixture f = IntakeFixture.manual(1)
                .with(b -> b.retry(Retry.fixed(Duration.ZERO).attempts(20)))) {
            f.startWith(0);
            f.handler.hold(0, 0);
            f.handler.otherwise(delivery -> delivery.attempt() < 15 ? Outcome.again() : Outcome.done());
            f.append(0, "v");
            f.untilBegan(0, 0);
            f.script.awaitBlockedInPoll();
            f.handler.releaseAll();
            f.untilStill("15 attempts while the clock stands", () -> f.handler.attempts(0, 0) == 15);
        }
    }

    /** RK 233: after a resume nothing came until a long poll had run out. Here no time passes at all. */
    @Test
    void aLaneThatMayFetchAgainDoesSoAtOnce() {
        // Each record fills the lane's share of bytes, so the lane is paused and resumed for every one of them.
        try (IntakeFixture f = IntakeFixture.manual(1).with(b -> b.buffer(100, 1024))) {
            f.script.maxPollRecords(1);
            for (int i = 0; i < 20; i++) {
                f.append(0, "x".repeat(2000));
            }
            f.startWith(0);
            f.untilStill(
                    "all records while the clock stands",
                    () -> f.handler.ended().size() == 20);
        }
    }

    /** SK 2542, 3712: the poll thread slept through the back-off, and the group took the partitions away. */
    @Test
    void polledThroughoutALongBackOff() {
        try (IntakeFixture f = IntakeFixture.manual(1)
                .with(b ->
                        b.retry(Retry.fixed(Duration.ofSeconds(30)).attempts(2)).deadLetters("dead"))) {
            f.handler.otherwise(delivery -> Outcome.again());
            f.appendMany(0, 10);
            f.startWith(0);
            f.untilStats("all to wait for their retry", stats -> stats.retrying() == 10);
            f.passPolling(Duration.ofSeconds(31));
            f.untilStats("all to be dead letters", stats -> stats.dead() == 10);
            assertThat(f.stats().longestPollGapMillis()).isLessThanOrEqualTo(100);
        }
    }
}
