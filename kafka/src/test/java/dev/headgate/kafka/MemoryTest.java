package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.testkit.Seeds;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** How users of other libraries ran out of memory. See docs/guide/faults.md. */
class MemoryTest {
    private static final int PER_POLL = 50;

    /** RK 279, 183, 76: what was asked for in advance was counted in polls, 256 of them, whatever a poll brought. */
    @Test
    void whatIsFetchedAheadIsBoundedInRecords() {
        try (IntakeFixture f =
                IntakeFixture.of(3).with(b -> b.ordering(Ordering.BY_PARTITION).buffer(100, 1L << 40))) {
            f.script.maxPollRecords(PER_POLL);
            f.handler.holdAll();
            for (int partition = 0; partition < 3; partition++) {
                f.appendMany(partition, 5000);
            }
            f.startWith(0, 1, 2);
            f.until("all lanes to be paused", () -> f.script.paused().size() == 3);
            f.untilOwnerWentRound();
            for (int partition = 0; partition < 3; partition++) {
                // The one that is handled, the high mark, and a poll on top.
                assertThat(position(f, partition)).isLessThanOrEqualTo(1 + 100 + PER_POLL);
            }
        }
    }

    /** RK 279: the same with batches, each of which counts as one where slots are counted. */
    @Test
    void whatIsFetchedAheadIsBoundedInRecordsForBatchesToo() {
        int batch = 1000;
        try (IntakeFixture f = IntakeFixture.of(1).with(b -> b.inFlight(1).buffer(batch, 1L << 40))) {
            f.script.maxPollRecords(PER_POLL);
            f.handler.holdAll();
            f.appendMany(0, 40 * batch);
            f.start(f.builder().handleBatch(batch, Duration.ofMinutes(1), records -> f.handler.handle(records.get(0))));
            f.join(f.script.give(IntakeFixture.partition(0)));
            f.until("the lane to be paused", () -> f.script.paused().size() == 1);
            f.untilOwnerWentRound();
            // A batch in the handler, 4,096 records in line in whole batches, one that forms, the high mark, a poll.
            assertThat(position(f, 0)).isLessThanOrEqualTo(batch + 5 * batch + batch + batch + PER_POLL);
        }
    }

    /** RK 183: records of 1 MB and a bound of so many records. */
    @Test
    void whatIsFetchedAheadIsBoundedInBytes() {
        try (IntakeFixture f = IntakeFixture.of(2).with(b -> b.inFlight(1).buffer(1_000_000, 64 << 10))) {
            f.script.maxPollRecords(10);
            f.handler.holdAll();
            for (int i = 0; i < 500; i++) {
                f.append(0, "x".repeat(1024));
                f.append(1, "x".repeat(1024));
            }
            f.startWith(0, 1);
            f.until("both lanes to be paused", () -> f.script.paused().size() == 2);
            f.untilOwnerWentRound();
            int record = 1024 + Flight.OVERHEAD;
            assertThat(f.freshStats().bufferedBytes())
                    .isGreaterThanOrEqualTo(64 << 10)
                    .isLessThanOrEqualTo((64 << 10) + 2 * 10 * record);
            f.handler.releaseAll();
            f.untilCommitted(0, 500);
            f.untilCommitted(1, 500);
            assertThat(f.freshStats().bufferedBytes()).isZero();
        }
    }

    /** PC 716: three million records on the heap behind one that was not completed. */
    @Test
    void aCompletedRecordIsNotKeptThoughAnEarlierOneIsOpen() {
        Lane lane = lane();
        Flight open = append(lane, record(0));
        ConsumerRecord<byte[], byte[]> raw = record(1);
        WeakReference<ConsumerRecord<byte[], byte[]>> completed = new WeakReference<>(raw);
        lane.complete(append(lane, raw));
        raw = record(2);
        WeakReference<ConsumerRecord<byte[], byte[]>> running = new WeakReference<>(raw);
        append(lane, raw);
        raw = record(3);
        await().until(() -> {
            System.gc();
            return completed.get() == null;
        });
        assertThat(running.get()).as("what is not completed is kept").isNotNull();
        assertThat(lane.head()).isSameAs(open);
        assertThat(lane.openRecords()).isEqualTo(2);
        assertThat(lane.bytes()).isEqualTo(2L * (1 + Flight.OVERHEAD));
    }

    /** PC 716, from outside: thirty thousand records completed behind one that is stuck, and one record is all that is held. */
    @Test
    void whatIsHeldIsWhatIsNotCompleted() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.handler.hold(0, 0);
            f.appendMany(0, 30_000);
            f.startWith(0);
            f.untilStats("all but one", stats -> stats.done() == 29_999);
            IntakeStats stats = f.freshStats();
            assertThat(stats.buffered()).isEqualTo(1);
            assertThat(stats.bufferedBytes()).isEqualTo("v0".length() + Flight.OVERHEAD);
        }
    }

    /** PC 832: a partition that could not go on went on being polled, and its records piled up. */
    @Test
    void aBlockedPartitionFetchesNoMore() {
        try (IntakeFixture f =
                IntakeFixture.of(2).with(b -> b.ordering(Ordering.BY_KEY).buffer(100, 1L << 40))) {
            f.script.maxPollRecords(PER_POLL);
            f.handler.hold(0, 0);
            for (int i = 0; i < 5000; i++) {
                f.append(0, "one key", "v");
            }
            f.startWith(0, 1);
            f.until("the lane to be paused", () -> f.script.paused().size() == 1);
            f.untilOwnerWentRound();
            long position = position(f, 0);
            assertThat(position).isLessThanOrEqualTo(1 + 100 + PER_POLL);
            for (int i = 0; i < 20; i++) {
                f.appendMany(1, PER_POLL);
                f.untilCommitted(1, (long) (i + 1) * PER_POLL);
            }
            assertThat(position(f, 0)).isEqualTo(position);
        }
    }

    /** PC 817: retries in a sorted set, by a time that changed while they were in it, so that some were never found again. */
    @Test
    void everyTimerRingsOnceAndInOrder() {
        Random random = new Random(Seeds.next("timers"));
        Timers timers = new Timers();
        Lane lane = lane();
        List<Flight> waiting = new ArrayList<>();
        long now = Long.MIN_VALUE / 2;
        for (int round = 0; round < 2000; round++) {
            Flight flight = append(lane, record(round));
            lane.move(flight, Flight.Phase.RETRYING);
            timers.add(flight, now + random.nextInt(1000));
            waiting.add(flight);
            now += random.nextInt(100);
            long last = Long.MIN_VALUE;
            for (Flight due = timers.due(now); due != null; due = timers.due(now)) {
                assertThat(due.dueAt).isGreaterThanOrEqualTo(last).isLessThanOrEqualTo(now);
                last = due.dueAt;
                assertThat(waiting.remove(due)).as("rings once").isTrue();
                // Some are tried again, at another time.
                if (random.nextInt(3) == 0) {
                    timers.add(due, now + 1 + random.nextInt(1000));
                    waiting.add(due);
                }
            }
            long time = now;
            assertThat(waiting).allSatisfy(other -> assertThat(other.dueAt).isGreaterThan(time));
            assertThat(timers.size()).isEqualTo(waiting.size());
        }
    }

    /** PC 817: timers of partitions that had gone stayed. */
    @Test
    void timersOfALaneThatIsGoneAreForgotten() {
        Timers timers = new Timers();
        Lane lane = lane();
        for (int i = 0; i < 10; i++) {
            Flight flight = append(lane, record(i));
            lane.move(flight, Flight.Phase.HELD);
            timers.add(flight, 1_000_000);
        }
        lane.forEachOpen(flight -> lane.move(flight, Flight.Phase.GONE));
        timers.prune();
        assertThat(timers.size()).isZero();
        assertThat(timers.nextAt()).isEqualTo(Timers.NONE);
    }

    /** PC 817, from outside: each failing record gets exactly the attempts that it has, spread at random. */
    @Test
    void everyRetryComes() {
        Retry spread = Retry.exponential(Duration.ofMillis(10), Duration.ofSeconds(1));
        try (IntakeFixture f = IntakeFixture.manual(1).with(b -> b.retry(spread).dropExhausted())) {
            f.handler.otherwise(delivery -> Outcome.again());
            f.appendMany(0, 300);
            f.startWith(0);
            f.untilCommitted(0, 300);
            assertThat(f.freshStats().attempts()).isEqualTo(5 * 300);
            assertThat(f.stats().dropped()).containsEntry("exhausted", 300L);
            assertThat(f.stats().retrying()).isZero();
        }
    }

    private static long position(IntakeFixture f, int partition) {
        return f.script.position(IntakeFixture.partition(partition));
    }

    private static Lane lane() {
        Lane lane = new Lane(
                IntakeFixture.partition(0),
                Ordering.UNORDERED,
                Bookmark.Limits.of(4096),
                Window.MAX,
                System.nanoTime());
        lane.restore(null);
        return lane;
    }

    private static Flight append(Lane lane, ConsumerRecord<byte[], byte[]> raw) {
        Flight flight = lane.append(raw, 0);
        if (flight == null) {
            throw new IllegalStateException("not taken in: " + raw);
        }
        return flight;
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset) {
        return new ConsumerRecord<>(
                IntakeFixture.TOPIC,
                0,
                offset,
                0,
                org.apache.kafka.common.record.TimestampType.CREATE_TIME,
                -1,
                1,
                null,
                new byte[1],
                new org.apache.kafka.common.header.internals.RecordHeaders(),
                java.util.Optional.empty());
    }
}
