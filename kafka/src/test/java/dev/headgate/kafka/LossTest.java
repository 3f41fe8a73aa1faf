package dev.headgate.kafka;

import static dev.headgate.kafka.IntakeFixture.partition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.ScriptEvent;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.NotCoordinatorException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loss and duplicates on the side of the commits: what is committed is completed, and what is completed gets committed. */
class LossTest {

    /** PC 826, 894, F344; SK 3638: read twice around an encode, the highest offset seen committed, a copy-then-clear race. */
    @Test
    void everyCommitSaysOnlyOfCompletedRecordsThatTheyAreCompleted() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int partitions = 3;
        int each = 2_000;
        Map<Place, Long> completedAt = new ConcurrentHashMap<>();
        try (IntakeFixture f = IntakeFixture.of(partitions)) {
            for (int i = 0; i < partitions * each; i++) {
                int partition = i % partitions;
                boolean failsFirst = random.nextInt(10) == 0;
                long micros = random.nextInt(50) == 0 ? 20_000 : random.nextInt(300);
                long offset = f.append(partition, "v");
                OutcomeHandler<String, String> ends = delivery -> {
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
                    completedAt.put(Place.of(delivery), f.clock.nanos());
                    return Outcome.done();
                };
                if (failsFirst) {
                    f.handler.tell(partition, offset, delivery -> Outcome.again(), ends);
                } else {
                    f.handler.tell(partition, offset, ends);
                }
            }
            f.with(b -> b.inFlight(64).retry(Retry.fixed(Duration.ofMillis(3)))).startWith(0, 1, 2);
            f.untilStats("all to be done", stats -> stats.done() == (long) partitions * each);
            for (int p = 0; p < partitions; p++) {
                f.untilCommitted(p, each);
            }
            assertThat(f.script.commits()).hasSizeGreaterThan(2);
            assertThat(f.script.commits().stream().flatMap(c -> c.offsets().values().stream()))
                    .as("commits that tell of records above the frontier")
                    .anyMatch(offset -> !offset.metadata().isEmpty());
            for (ScriptEvent.Committed commit : f.script.commits()) {
                commit.offsets()
                        .forEach((partition, said) -> saidOf(said, each)
                                .forEach(offset -> assertThat(completedAt.get(new Place(partition.partition(), offset)))
                                        .as(
                                                "when %s@%d was completed, which the commit of %s tells of",
                                                partition, offset, said)
                                        .isNotNull()
                                        .isLessThanOrEqualTo(commit.nanos())));
            }
        }
    }

    private static Stream<Long> saidOf(OffsetAndMetadata said, long end) {
        Bookmark bookmark = Objects.requireNonNull(Bookmark.read(said.offset(), said.metadata()));
        return Stream.iterate(0L, offset -> offset < end, offset -> offset + 1)
                .filter(offset -> offset < said.offset() || bookmark.isCompleted(offset));
    }

    /** PC 203: a commit was believed clean when it was sent. */
    @Test
    void aCommitThatFailedIsMadeAgainThoughNothingNewWasCompleted() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            begunBefore(f);
            f.script.failCommit(new RetriableCommitFailedException("not now"));
            f.appendMany(0, 1);
            f.startWith(0);
            f.untilCommitted(0, 1);
            assertThat(f.script.commits())
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(commit -> assertThat(commit.offsets())
                            .extractingByKey(partition(0))
                            .extracting(OffsetAndMetadata::offset)
                            .isEqualTo(1L));
            f.untilStats("the failure to be counted", stats -> stats.commitFailures() == 1 && stats.commits() == 1);
        }
    }

    /** PC 203: what is on its way is not committed yet, and is said to be waiting. */
    @Test
    void whatWasSentCountsAsCommittedOnlyWhenItIsAcknowledged() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            begunBefore(f);
            f.script.holdCommits();
            f.appendMany(0, 1);
            f.startWith(0);
            f.until("a commit to be on its way", () -> f.script.heldCommits() == 1);
            f.untilStats("the completed record to wait for its commit", stats -> stats.commitAgeMillis() > 0);
            assertThat(Objects.requireNonNull(f.lane(0)).committed()).isLessThan(1);
            f.script.releaseCommits();
            f.untilStats("nothing to wait for a commit", stats -> stats.commitAgeMillis() == 0);
            assertThat(Objects.requireNonNull(f.lane(0)).committed()).isEqualTo(1);
        }
    }

    /** SK 3186: an older commit was sent again while partitions were revoked, and took the committed offset back. */
    @Test
    void theCommittedOffsetNeverGoesBackWithinAnAssignment() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            begunBefore(f);
            f.script.holdCommits();
            f.handler.hold(0, 1);
            f.handler.hold(0, 2);
            f.appendMany(0, 3);
            f.startWith(0);
            f.until("the commit of the first record to be on its way", () -> f.script.heldCommits() == 1);
            f.handler.releaseAll();
            f.untilEnded(3);
            // The old commit fails while the partition is being revoked; nobody may say it again.
            f.script.failCommit(new RetriableCommitFailedException("not now"));
            var revoked = f.script.revoke(partition(0));
            f.until(
                    "the last commit of the assignment",
                    () -> f.script.commits().stream().anyMatch(ScriptEvent.Committed::sync));
            f.script.releaseCommits();
            f.join(revoked);
            f.untilOwnerWentRound();
            assertThat(f.committed(0)).isEqualTo(3);
            assertMonotonic(f.script.commits());
            assertThat(f.script.commits().getLast().offsets())
                    .extractingByKey(partition(0))
                    .extracting(OffsetAndMetadata::offset)
                    .isEqualTo(3L);
        }
    }

    /** The group has a commit of the partition, so that the place where the lane begins needs none. */
    static void begunBefore(IntakeFixture f) {
        f.script.setCommitted(partition(0), new OffsetAndMetadata(0));
    }

    static void assertMonotonic(List<ScriptEvent.Committed> commits) {
        Map<TopicPartition, Long> last = new ConcurrentHashMap<>();
        commits.forEach(commit -> commit.offsets().forEach((partition, said) -> {
            Long before = last.put(partition, said.offset());
            if (before != null) {
                assertThat(said.offset())
                        .as("commit of %s after %d", partition, before)
                        .isGreaterThanOrEqualTo(before);
            }
        }));
    }

    /** RK 266, 127: a commit refused because of a rebalance, or for a reason that passes, ended the stream. */
    @ParameterizedTest
    @MethodSource("passing")
    void aCommitThatIsRefusedForAReasonThatPassesDoesNotEndTheIntake(RuntimeException refusal) {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            begunBefore(f);
            f.script.failCommit(refusal);
            f.appendMany(0, 1);
            f.startWith(0);
            f.untilCommitted(0, 1);
            f.appendMany(0, 1);
            f.untilCommitted(0, 2);
            assertThat(f.intake().health().cause()).isNull();
        }
    }

    /** RK 266: the same, where the commit is the last one of a partition that is taken away. */
    @ParameterizedTest
    @MethodSource("passing")
    void theLastCommitOfAPartitionThatIsRefusedDoesNotEndTheIntake(RuntimeException refusal) {
        try (IntakeFixture f = IntakeFixture.manual(2)) {
            begunBefore(f);
            f.with(b -> b.commitEvery(Duration.ofHours(1)));
            f.appendMany(0, 1);
            f.startWith(0, 1);
            f.untilEnded(1);
            f.script.failCommit(refusal);
            f.join(f.script.revoke(partition(0)));
            f.appendMany(1, 1);
            f.untilEnded(2);
            assertThat(f.intake().health().cause()).isNull();
            assertThat(f.stats().state()).isEqualTo(IntakeState.RUNNING);
        }
    }

    static Stream<RuntimeException> passing() {
        return Stream.of(
                new CommitFailedException("the group has moved on"),
                new RebalanceInProgressException("a rebalance"),
                new RetriableCommitFailedException("not now"),
                new TimeoutException("no answer"),
                new NotCoordinatorException("somebody else"));
    }

    /** SK 4377: records that a filter had taken out were never acknowledged. */
    @Test
    void aFilteredRecordIsCompletedAndCommitted() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.handler.otherwise(delivery -> Outcome.dropped("filtered"));
            f.appendMany(0, 5);
            f.startWith(0);
            f.untilCommitted(0, 5);
            f.untilStats("five to be filtered", stats -> stats.dropped().equals(Map.of("filtered", 5L)));
            assertThat(f.stats().done()).isZero();
        }
    }

    /**
     * PC 826 in another guise: the first commit of an assignment told only of what had been fetched again by then, so that a second
     * crash or rebalance handed out again what an earlier commit had told of.
     */
    @Test
    void whatACommitToldOfIsToldOfByTheNextAssignmentsCommitsToo() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            // Only two of the six records have come again when the first commit of the new assignment is made.
            f.script.setCommitted(partition(0), new OffsetAndMetadata(0, Bookmark.write(bits(2, 4, 5))));
            f.appendMany(0, 2);
            f.handler.hold(0, 0);
            f.startWith(0);
            f.untilEnded(1);
            f.until("a commit", () -> !f.script.commits().isEmpty());
            OffsetAndMetadata said = Objects.requireNonNull(
                    f.script.commits().getFirst().offsets().get(partition(0)));
            assertThat(saidOf(said, 6)).containsExactly(1L, 2L, 4L, 5L);
            f.appendMany(0, 4);
            f.handler.releaseAll();
            f.untilCommitted(0, 6);
            assertThat(f.handler.ended()).containsExactlyInAnyOrder(new Place(0, 0), new Place(0, 1), new Place(0, 3));
        }
    }

    private static BitSet bits(int... completed) {
        BitSet set = new BitSet();
        for (int bit : completed) {
            set.set(bit);
        }
        return set;
    }
}
