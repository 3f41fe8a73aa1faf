package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.ScriptEvent;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.Test;

/** Stalls that users of other libraries met around rebalances. See docs/guide/faults.md. */
class StallsOnRebalanceTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    /** PC 857, RK 259: poll and commit waited for each other, for ever, when a rebalance came while a commit was on its way. */
    @Test
    void goesOnAfterARebalanceThatCameWhileACommitWasUnanswered() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.script.holdCommits();
            f.appendMany(0, 10);
            f.startWith(0);
            f.until("a commit on its way", () -> f.script.heldCommits() == 1);
            f.handler.hold(0, 12);
            f.appendMany(0, 5);
            f.untilEnded(14);

            CompletableFuture<Void> revoked = f.script.revoke(IntakeFixture.partition(0));
            f.handler.release(0, 12);
            f.until(
                    "the commit of the revocation",
                    () -> f.script.commits().stream().anyMatch(ScriptEvent.Committed::sync));
            f.script.releaseCommits();
            f.join(revoked);
            assertThat(f.committed(0)).isEqualTo(15);

            f.join(f.script.give(IntakeFixture.partition(0)));
            f.appendMany(0, 5);
            f.untilCommitted(0, 20);
            assertThat(f.handler.ended()).doesNotHaveDuplicates().hasSize(20);
        }
    }

    /** PC 857: the answer came when the partition had gone, was taken for nobody's, and no other commit was sent after that. */
    @Test
    void goesOnWhenACommitIsAnsweredAfterItsPartitionWasLost() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.script.holdCommits();
            f.appendMany(0, 10);
            f.startWith(0);
            f.until("a commit on its way", () -> f.script.heldCommits() == 1);
            f.join(f.script.lose(IntakeFixture.partition(0)));
            f.script.releaseCommits();
            f.join(f.script.give(IntakeFixture.partition(0)));
            f.appendMany(0, 5);
            f.untilCommitted(0, 15);
            f.untilStats("two commits", stats -> stats.commits() >= 2);
        }
    }

    /** PC 857: state of an old assignment stood in the way of the new one. */
    @Test
    void nothingOfAnEarlierAssignmentHoldsUpTheNextOne() {
        try (IntakeFixture f =
                IntakeFixture.of(1).with(b -> b.drainOnRevoke(Duration.ZERO).inFlight(100))) {
            f.handler.holdAll();
            f.appendMany(0, 30);
            f.startWith(0);
            f.until("all to run", () -> f.handler.running() == 30);
            f.join(f.script.revoke(IntakeFixture.partition(0)));
            f.join(f.script.give(IntakeFixture.partition(0)));
            // Nothing had been completed, so all 30 come again while the first attempts at them still run.
            f.until("all to run again", () -> f.handler.running() == 60);
            f.handler.releaseAll();
            f.untilCommitted(0, 30);
            IntakeStats after = f.freshStats();
            assertThat(after.done()).isEqualTo(30);
            assertThat(after.buffered()).isZero();
        }
    }

    /** PC 547, 606: a counter of what is in flight was kept beside the truth; a revoke left it above zero, and polling stopped. */
    @Test
    void aRevokeWithRecordsRunningLeavesNothingCountedAndPollingGoesOn() {
        try (IntakeFixture f = IntakeFixture.of(2)
                .with(b -> b.drainOnRevoke(Duration.ZERO).inFlight(4).buffer(8, 1 << 20))) {
            f.handler.hold(delivery -> delivery.partition() == 0);
            f.appendMany(0, 1000);
            f.startWith(0, 1);
            f.until("the slots to be taken", () -> f.handler.running() == 4);
            f.untilStats("the lane to be full", stats -> stats.pausedLanes() == 1);

            f.join(f.script.revoke(IntakeFixture.partition(0)));
            IntakeStats between = f.freshStats();
            assertThat(between.buffered()).isZero();
            assertThat(between.bufferedBytes()).isZero();
            assertThat(between.pausedLanes()).isZero();
            // The handlers do run on, and that is told from the records themselves.
            assertThat(between.inFlight().inUse()).isEqualTo(4);

            f.handler.releaseAll();
            f.untilStats("the slots to be free", stats -> stats.inFlight().inUse() == 0);
            f.appendMany(1, 100);
            f.untilCommitted(1, 100);
            f.join(f.script.give(IntakeFixture.partition(0)));
            f.untilCommitted(0, 1000);
        }
    }

    /** RK 237, SK 2525: the client forgets at a rebalance that a partition was paused, while a remembered flag says that it is. */
    @Test
    void aLaneThatCameBackIsPausedAgainWhenItIsFull() {
        try (IntakeFixture f = IntakeFixture.of(2)
                .with(b -> b.drainOnRevoke(Duration.ZERO)
                        .inFlight(1)
                        .ordering(Ordering.BY_PARTITION)
                        .buffer(20, 1 << 20))) {
            f.handler.hold(delivery -> delivery.partition() == 0);
            f.appendMany(0, 3000);
            f.startWith(0);
            f.until("the client to be paused", () -> f.script.paused().contains(IntakeFixture.partition(0)));

            f.join(f.script.rebalanceEagerly(IntakeFixture.partitions(0, 1)));
            f.untilOwnerWentRound();
            assertThat(f.script.paused()).containsExactly(IntakeFixture.partition(0));
            // The poll in which it came filled it; no other may bring more, however often is polled.
            assertThat(f.script.position(IntakeFixture.partition(0))).isEqualTo(500);
        }
    }

    /** SK 2581, 813: a pause got stuck because the lane's flag from before the rebalance was taken for the client's. */
    @Test
    void aLaneThatWasPausedWhenItWentFetchesWhenItComesBack() {
        try (IntakeFixture f = IntakeFixture.of(2)
                .with(b -> b.drainOnRevoke(Duration.ZERO).inFlight(2).buffer(10, 1 << 20))) {
            f.handler.hold(delivery -> delivery.partition() == 0);
            f.appendMany(0, 300);
            f.startWith(0, 1);
            f.until("the client to be paused", () -> f.script.paused().contains(IntakeFixture.partition(0)));

            f.join(f.script.lose(IntakeFixture.partition(0)));
            f.handler.releaseAll();
            f.join(f.script.give(IntakeFixture.partition(0)));
            f.untilCommitted(0, 300);
            f.until("nothing to be paused", () -> f.script.paused().isEmpty());
        }
    }

    /** RK 386: a revocation waited for every record of the pipeline; right is to wait for those of the lanes that go. */
    @Test
    void aRevocationWaitsForTheLanesThatGoAlone() {
        try (IntakeFixture f = IntakeFixture.manual(2).with(b -> b.drainOnRevoke(Duration.ofHours(1)))) {
            f.handler.holdAll();
            f.append(0, "goes");
            f.append(1, "stays");
            f.startWith(0, 1);
            f.until("both to run", () -> f.handler.running() == 2);
            CompletableFuture<Void> revoked = f.script.revoke(IntakeFixture.partition(0));
            f.handler.release(0, 0);
            f.untilStill("the revocation to end without the other lane's record", revoked::isDone);
            assertThat(f.committed(0)).isEqualTo(1);
            assertThat(f.handler.running()).isEqualTo(1);
        }
    }

    /** RK 386, the other half: a record that never ends must not hold up the group. */
    @Test
    void aRevocationWaitsNoLongerThanItsDeadline() {
        try (IntakeFixture f = IntakeFixture.manual(2).with(b -> b.drainOnRevoke(Duration.ofSeconds(10)))) {
            f.handler.hold(0, 1);
            f.appendMany(0, 3);
            f.startWith(0, 1);
            f.untilEnded(2);
            f.append(1, "while the other drains");
            long begin = f.clock.nanos();
            f.join(f.script.revoke(IntakeFixture.partition(0)));
            assertThat(f.clock.nanos() - begin)
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(10).toNanos());
            assertThat(f.handler.running()).isEqualTo(1);
            // What was completed went into the last commit, behind the stuck one too.
            assertThat(f.committed(0)).isEqualTo(1);
            assertThat(f.bookmark(0)).satisfies(bookmark -> {
                assertThat(bookmark.isCompleted(1)).isFalse();
                assertThat(bookmark.isCompleted(2)).isTrue();
            });
            f.untilCommitted(1, 1);
        }
    }

    /** RK 386: while a lane drains, commits of the others go on. */
    @Test
    void otherLanesCommitWhileOneDrains() {
        try (IntakeFixture f = IntakeFixture.of(2).with(b -> b.drainOnRevoke(Duration.ofMinutes(5)))) {
            f.handler.hold(0, 0);
            f.handler.hold(1, 0);
            f.append(0, "goes");
            f.append(1, "stays");
            f.startWith(0, 1);
            f.until("both to run", () -> f.handler.running() == 2);
            CompletableFuture<Void> revoked = f.script.revoke(IntakeFixture.partition(0));
            f.handler.release(1, 0);
            f.untilCommitted(1, 1);
            assertThat(revoked).isNotDone();
            f.handler.release(0, 0);
            f.join(revoked);
        }
    }

    /** RK 297, 304: a commit that failed during a rebalance was kept for later and never sent; the lane stood still behind it. */
    @Test
    void aCommitThatFailedInARebalanceIsMadeAgainFromTheStateOfTheDay() {
        try (IntakeFixture f =
                IntakeFixture.of(2).with(b -> b.buffer(4, 1 << 20).drainOnRevoke(SHORT))) {
            f.script.failCommit(new RebalanceInProgressException("in progress"));
            f.script.failCommit(new CommitFailedException("no longer a member"));
            f.appendMany(0, 100);
            f.startWith(0, 1);
            f.untilCommitted(0, 100);
            assertThat(f.handler.ended()).doesNotHaveDuplicates().hasSize(100);
            IntakeStats after = f.freshStats();
            assertThat(after.commitFailures()).isEqualTo(2);
            assertThat(after.commitAgeMillis()).isZero();
            assertThat(f.intake().health().cause()).isNull();
        }
    }
}
