package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What a lane tells a commit of what is completed above its frontier, and that it always fits. */
class LaneCommitTest {
    private static final int BYTES = 64;
    private static final Bookmark.Limits LIMITS = Bookmark.Limits.of(BYTES);

    private static Lane lane(Bookmark.Limits limits) {
        return new Lane(new TopicPartition("t", 0), Ordering.UNORDERED, limits, Window.MAX, 0);
    }

    private static void fetch(Lane lane, long offset) {
        lane.append(new ConsumerRecord<>("t", 0, offset, new byte[0], new byte[0]), 0);
    }

    private static List<Flight> reachAll(Lane lane) {
        List<Flight> reached = new ArrayList<>();
        for (Flight flight = lane.nextInOffsetOrder(); flight != null; flight = lane.nextInOffsetOrder()) {
            reached.add(flight);
        }
        return reached;
    }

    private static void completeEverySecond(Lane lane, List<Flight> flights) {
        for (Flight flight : flights) {
            if (flight.offset() % 2 == 1) {
                lane.complete(flight);
            }
        }
        lane.advance(0);
    }

    @Test
    void gapBehindTheLastRecordThatFitsDoesNotOutgrowTheMetadata() {
        Lane lane = lane(LIMITS);
        lane.restore(null);
        for (int o = 0; o < LIMITS.bits(); o++) {
            fetch(lane, o);
        }
        completeEverySecond(lane, reachAll(lane));
        // As a transaction's marker, or compaction, leaves it.
        lane.fetchedUpTo(LIMITS.bits() + 500);
        fetch(lane, LIMITS.bits() + 500);
        assertThat(lane.nextInOffsetOrder()).isNull();
        assertThat(lane.metadata()).isNotEmpty().hasSizeLessThanOrEqualTo(BYTES);
    }

    @Test
    void whatWasCompletedBeforeAndIsNotFetchedAgainYetStaysInTheCommit() {
        BitSet before = new BitSet();
        before.set(50, 300);
        Bookmark committed = Bookmark.read(1000, Bookmark.write(before));
        Lane lane = lane(LIMITS);
        lane.restore(committed);
        for (int o = 1000; o < 1010; o++) {
            fetch(lane, o);
        }
        List<Flight> reached = reachAll(lane);
        assertThat(reached).hasSize(10);
        lane.complete(reached.get(0));
        lane.complete(reached.get(5));
        lane.advance(0);

        assertThat(lane.frontier()).isEqualTo(1001);
        Bookmark next = Bookmark.read(1001, lane.metadata());
        assertThat(next).isNotNull();
        assertThat(next.count()).isEqualTo(251);
        assertThat(next.isCompleted(1005)).isTrue();
        assertThat(next.isCompleted(1049)).isFalse();
        assertThat(next.isCompleted(1050)).isTrue();
        assertThat(next.isCompleted(1299)).isTrue();
        assertThat(next.end()).isEqualTo(1300);
    }

    @Test
    void whatWasAdmittedUnderLargerLimitsIsCutToTheSmallerOnes() {
        BitSet before = new BitSet();
        for (int i = 1; i < 4000; i += 2) {
            before.set(i);
        }
        Lane lane = lane(LIMITS);
        lane.restore(Bookmark.read(0, Bookmark.write(before)));
        fetch(lane, 0);
        lane.advance(0);
        assertThat(lane.metadata()).hasSizeLessThanOrEqualTo(BYTES);
        Bookmark read = Bookmark.read(0, lane.metadata());
        assertThat(read).isNotNull();
        assertThat(read.count()).isEqualTo(LIMITS.bits() / 2);
    }

    @Test
    void timersLetGoOfFlightsThatAreWantedNoMore() {
        Lane lane = lane(LIMITS);
        Timers timers = new Timers();
        for (int i = 0; i < 1000; i++) {
            Flight flight = new Flight(new ConsumerRecord<>("t", 0, i, new byte[0], new byte[0]), lane, 0);
            flight.phase = Flight.Phase.HELD;
            timers.add(flight, 1_000_000L + i);
            if (i > 0) {
                flight.phase = Flight.Phase.GONE;
                timers.forget();
            }
        }
        assertThat(timers.size()).isLessThan(200);
        assertThat(timers.nextAt()).isEqualTo(1_000_000L);
    }
}
