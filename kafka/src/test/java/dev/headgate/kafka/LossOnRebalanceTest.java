package dev.headgate.kafka;

import static dev.headgate.kafka.IntakeFixture.partition;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Loss and duplicates where partitions come and go: nothing of an assignment outlives it, but for what is being handled. */
class LossOnRebalanceTest {

    /** PC 909, 875: entries outlived assignments, and a record was taken for the stale one at its offset, and dropped. */
    @Test
    void aRecordThatComesAgainIsHandledAgainThoughTheOldAssignmentsAttemptStillRuns() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            CountDownLatch old = new CountDownLatch(1);
            CountDownLatch anew = new CountDownLatch(1);
            f.handler.tell(0, 0, waitingFor(old), waitingFor(anew));
            f.appendMany(0, 2);
            f.startWith(0);
            f.untilBegan(0, 0);
            f.untilEnded(1);
            f.join(f.script.loseAll());
            f.join(f.script.give(partition(0)));
            f.until("the record to be handled again", () -> f.handler.attempts(0, 0) == 2);
            // What the old assignment's attempt completes is not this assignment's record.
            old.countDown();
            f.until("the old attempt to end", () -> f.handler.running() == 1);
            f.untilOwnerWentRound();
            assertThat(f.committed(0)).isLessThanOrEqualTo(0);
            anew.countDown();
            f.untilCommitted(0, 2);
        }
    }

    private static OutcomeHandler<String, String> waitingFor(CountDownLatch latch) {
        return delivery -> {
            latch.await();
            return Outcome.done();
        };
    }

    /** PC 909: a completion that arrives when its partition is somebody else's moves no offset. */
    @Test
    void whatIsCompletedAfterThePartitionWasLostIsNotCommitted() {
        try (IntakeFixture f = IntakeFixture.of(2)) {
            LossTest.begunBefore(f);
            f.handler.hold(0, 0);
            f.appendMany(0, 1);
            f.startWith(0, 1);
            f.untilBegan(0, 0);
            f.join(f.script.lose(partition(0)));
            f.handler.releaseAll();
            f.untilEnded(1);
            f.appendMany(1, 1);
            f.untilCommitted(1, 1);
            assertThat(f.script.commits()).noneMatch(commit -> commit.offsets().containsKey(partition(0)));
            f.untilStats("no slot to be taken", stats -> stats.inFlight().inUse() == 0);
        }
    }

    /** RK 345: what a consumer had queued of a revoked partition it went on to handle, at the same time as the new owner. */
    @Test
    void nothingQueuedOfARevokedPartitionIsHandledAnyMore() {
        try (IntakeFixture f = IntakeFixture.of(2)) {
            f.handler.hold(0, 0);
            f.appendMany(0, 100);
            f.with(b -> b.inFlight(1)).startWith(0, 1);
            f.untilBegan(0, 0);
            f.untilStats("the others to be queued", stats -> stats.inFlight().waiting() == 99);
            CompletableFuture<Void> revoked = f.script.revoke(partition(0));
            f.untilStats("the revocation to begin", stats -> stats.rebalances() == 2);
            f.handler.release(0, 0);
            f.join(revoked);
            f.appendMany(1, 1);
            f.untilBegan(1, 0);
            assertThat(f.handler.began()).containsExactly(new Place(0, 0), new Place(1, 0));
            assertThat(f.committed(0)).isEqualTo(1);
        }
    }

    /** RK 345: a partition is given up only when what was in flight of it has finished, and with that committed. */
    @Test
    void aPartitionIsGivenUpWhenWhatIsInFlightOfItHasFinishedAndIsCommitted() {
        try (IntakeFixture f = IntakeFixture.of(2)) {
            f.handler.hold(0, 0);
            f.handler.hold(1, 0);
            f.appendMany(0, 1);
            f.appendMany(1, 1);
            f.script.holdCommits();
            f.startWith(0, 1);
            f.untilBegan(0, 0);
            f.untilBegan(1, 0);
            f.until("a commit to be on its way", () -> f.script.heldCommits() == 1);
            CompletableFuture<Void> revoked = f.script.revoke(partition(0));
            f.untilStats("the revocation to begin", stats -> stats.rebalances() == 2);
            // The other partition's work goes on being committed meanwhile, though no answer can arrive without a poll.
            f.handler.release(1, 0);
            f.until(
                    "the other's commit",
                    () -> f.script.commits().stream()
                            .map(commit -> commit.offsets().get(partition(1)))
                            .anyMatch(said -> said != null && said.offset() == 1));
            assertThat(revoked).isNotDone();
            f.script.releaseCommits();
            f.handler.release(0, 0);
            f.join(revoked);
            assertThat(f.committed(0)).isEqualTo(1);
        }
    }

    /** PC 843: a key ran on two threads when its partition was revoked and came back. */
    @Test
    void aKeyThatIsBeingHandledWhenItsPartitionGoesIsNotStartedByTheNextAssignmentBeforeItHasFinished() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            CountDownLatch old = new CountDownLatch(1);
            f.handler.tell(0, 0, waitingFor(old));
            f.append(0, "a", "1");
            f.append(0, "a", "2");
            f.append(0, "b", "3");
            f.with(b -> b.ordering(Ordering.BY_KEY).drainOnRevoke(Duration.ZERO))
                    .startWith(0);
            f.untilBegan(0, 0);
            f.untilEnded(1);
            f.join(f.script.revoke(partition(0)));
            f.join(f.script.give(partition(0)));
            f.append(0, "b", "4");
            f.until("the other key to go on", () -> f.handler.ended().contains(new Place(0, 3)));
            assertThat(f.handler.attempts(0, 0)).isEqualTo(1);
            assertThat(f.handler.attempts(0, 1)).isZero();
            old.countDown();
            f.untilCommitted(0, 4);
            assertThat(f.handler.attempts(0, 0))
                    .as("handled again, as its completion was nobody's")
                    .isEqualTo(2);
            assertThat(f.handler.doubledKeys()).isEmpty();
        }
    }

    /** PC 843, across more than one assignment, and with the order being the partition's. */
    @Test
    void theExclusionHoldsAcrossSeveralAssignments() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            CountDownLatch old = new CountDownLatch(1);
            f.handler.tell(0, 0, waitingFor(old));
            f.append(0, "a", "1");
            f.append(0, "a", "2");
            f.with(b -> b.ordering(Ordering.BY_PARTITION).drainOnRevoke(Duration.ZERO))
                    .startWith(0);
            f.untilBegan(0, 0);
            for (int i = 0; i < 3; i++) {
                f.join(f.script.loseAll());
                f.join(f.script.give(partition(0)));
                f.untilOwnerWentRound();
            }
            assertThat(f.handler.began()).containsExactly(new Place(0, 0));
            old.countDown();
            f.untilCommitted(0, 2);
            assertThat(f.handler.began()).containsExactly(new Place(0, 0), new Place(0, 0), new Place(0, 1));
            assertThat(f.handler.mostRunning()).isEqualTo(1);
        }
    }

    /** SK 4545: while a batch was being retried, records of partitions assigned meanwhile got lost. */
    @Test
    void aBatchThatIsRetriedLosesNothingOfPartitionsAssignedMeanwhile() {
        Set<Place> handled = ConcurrentHashMap.newKeySet();
        AtomicBoolean failing = new AtomicBoolean(true);
        try (IntakeFixture f = IntakeFixture.of(2)) {
            f.appendMany(0, 20);
            f.appendMany(1, 20);
            f.with(b -> b.retry(Retry.fixed(Duration.ofMillis(5)).attempts(Integer.MAX_VALUE)));
            f.start(f.builder().handleBatch(7, Duration.ZERO, batch -> {
                for (int i = 0; i < batch.size(); i++) {
                    if (failing.get() && batch.get(i).partition() == 0) {
                        batch.settle(i, Outcome.again());
                    } else {
                        handled.add(Place.of(batch.get(i)));
                    }
                }
            }));
            f.join(f.script.give(partition(0)));
            f.untilStats("retries", stats -> stats.retries() >= 20);
            f.join(f.script.give(partition(1)));
            f.untilCommitted(1, 20);
            failing.set(false);
            f.untilCommitted(0, 20);
            assertThat(handled)
                    .hasSize(40)
                    .containsAll(LongStream.range(0, 20)
                            .mapToObj(offset -> new Place(1, offset))
                            .toList());
        }
    }
}
