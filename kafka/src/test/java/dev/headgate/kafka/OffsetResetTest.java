package dev.headgate.kafka;

import static dev.headgate.kafka.IntakeFixture.partition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.junit.jupiter.api.Test;

/** Offsets that Kafka moves under a lane. */
class OffsetResetTest {

    @Test
    void aCommittedOffsetBeyondTheEndOfTheLogBeginsWhereKafkaResetsItTo() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.script.setCommitted(partition(0), new OffsetAndMetadata(1_000_000));
            f.appendMany(0, 5);
            f.startWith(0);
            f.untilCommitted(0, 5);
            assertThat(f.handler.ended()).hasSize(5);
            f.untilStats(
                    "the lane to stand at the end",
                    stats -> stats.lanes().stream().allMatch(lane -> lane.frontier() == 5));
        }
    }

    @Test
    void aCommittedOffsetBelowTheStartOfTheLogBeginsAtTheStart() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.script.setCommitted(partition(0), new OffsetAndMetadata(2));
            f.appendMany(0, 10);
            f.script.truncateBefore(partition(0), 7);
            f.startWith(0);
            f.untilCommitted(0, 10);
            assertThat(f.handler.ended()).extracting(Place::offset).containsExactlyInAnyOrder(7L, 8L, 9L);
        }
    }

    @Test
    void recordsRemovedWhileEarlierOnesAreInFlightAreSkippedAndTheOthersCommittedInTheirTurn() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.buffer(1_000, 1024).inFlight(1));
            f.script.maxPollRecords(2);
            f.handler.hold(0, 0);
            f.appendMany(0, 100);
            f.startWith(0);
            f.untilBegan(0, 0);
            f.untilStats("the lane to be paused", stats -> stats.pausedLanes() == 1);
            long fetched = f.script.position(partition(0));
            f.script.truncateBefore(partition(0), 90);
            f.handler.releaseAll();
            f.untilCommitted(0, 100);
            assertThat(fetched).isLessThan(50);
            assertThat(f.handler.ended()).hasSize((int) fetched + 10);
        }
    }

    /** A position set back: the old attempt is still running when its record comes again, and its key keeps its place. */
    @Test
    void aLaneWhosePositionGoesBackStartsAnewAndKeepsKeysApart() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.ordering(Ordering.BY_KEY));
            f.handler.hold(0, 2);
            f.append(0, "a", "0");
            f.append(0, "b", "1");
            f.append(0, "c", "2");
            f.startWith(0);
            f.untilEnded(2);
            f.untilCommitted(0, 2);
            // Another log under the same name, shorter than the first: its end lies below the position.
            f.script.remake(partition(0));
            f.append(0, "c", "anew");
            f.append(0, "b", "anew");
            f.until(
                    "the other key to be handled",
                    () -> f.handler.ended().stream()
                                    .filter(new Place(0, 1)::equals)
                                    .count()
                            == 2);
            assertThat(f.handler.doubledKeys()).isEmpty();
            assertThat(f.handler.attempts(0, 0)).isEqualTo(1);
            f.handler.releaseAll();
            f.until("the key to go on", () -> f.handler.attempts(0, 0) == 2);
            f.untilCommitted(0, 2);
            f.untilStats("nothing to run", stats -> stats.inFlight().inUse() == 0 && stats.commitAgeMillis() == 0);
            assertThat(f.handler.doubledKeys()).isEmpty();
            assertThat(f.committed(0)).isEqualTo(2);
        }
    }

    @Test
    void whereNoResetIsAllowedTheIntakeStopsAndSaysWhy() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.startWith(0);
            f.script.failPoll(new OffsetOutOfRangeException(Map.of(partition(0), 5L)));
            f.untilStats("the intake to stop", stats -> stats.state() == IntakeState.FAILED);
            assertThatThrownBy(() -> f.closeIntake(Duration.ofSeconds(5)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasRootCauseInstanceOf(OffsetOutOfRangeException.class);
        }
    }
}
