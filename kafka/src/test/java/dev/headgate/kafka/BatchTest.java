package dev.headgate.kafka;

import static dev.headgate.kafka.IntakeFixture.partition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Handlers that get several records at once. */
class BatchTest {
    private final List<List<Long>> batches = new CopyOnWriteArrayList<>();

    private void note(Batch<String, String> batch) {
        batches.add(batch.deliveries().stream().map(Delivery::offset).toList());
    }

    private static void start(IntakeFixture f, int maxSize, Duration linger, BatchHandler<String, String> handler) {
        f.start(f.builder().handleBatch(maxSize, linger, handler));
        f.join(f.script.give(partition(0)));
    }

    @Test
    void aBatchIsNeverLargerThanWasSaidAndEveryRecordIsInOne() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.appendMany(0, 1_000);
            start(f, 64, Duration.ZERO, this::note);
            f.untilCommitted(0, 1_000);
            assertThat(batches).allSatisfy(batch -> assertThat(batch).hasSizeBetween(1, 64));
            assertThat(batches).anySatisfy(batch -> assertThat(batch).hasSize(64));
            assertThat(batches.stream().flatMap(List::stream)).hasSize(1_000).doesNotHaveDuplicates();
        }
    }

    @Test
    void aBatchThatIsNotFullWaitsForMoreButNoLongerThanItsLinger() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            f.appendMany(0, 2);
            start(f, 3, Duration.ofMinutes(10), this::note);
            f.untilStats("two to be fetched", stats -> stats.fetched() == 2);
            f.untilOwnerWentRound();
            assertThat(batches).isEmpty();
            f.appendMany(0, 1);
            f.untilCommitted(0, 3);
            assertThat(batches).containsExactly(List.of(0L, 1L, 2L));

            f.appendMany(0, 1);
            f.untilStats("one more to be fetched", stats -> stats.fetched() == 4);
            f.untilOwnerWentRound();
            assertThat(batches).hasSize(1);
            f.pass(Duration.ofMinutes(10));
            f.untilCommitted(0, 4);
            assertThat(batches).hasSize(2).last().isEqualTo(List.of(3L));
        }
    }

    @Test
    void aFullBatchDoesNotWait() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.appendMany(0, 4);
            start(f, 2, Duration.ofHours(1), this::note);
            f.untilCommitted(0, 4);
            assertThat(batches).containsExactlyInAnyOrder(List.of(0L, 1L), List.of(2L, 3L));
        }
    }

    @Test
    void aBatchTakesOneSlot() {
        CountDownLatch go = new CountDownLatch(1);
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.inFlight(2));
            f.appendMany(0, 100);
            start(f, 10, Duration.ZERO, batch -> {
                note(batch);
                go.await();
            });
            f.untilStats("two batches to run", stats -> stats.inFlight().inUse() == 2);
            f.untilOwnerWentRound();
            assertThat(batches).hasSize(2);
            go.countDown();
            f.untilCommitted(0, 100);
            f.untilStats(
                    "as many slots taken as there were batches",
                    stats -> stats.inFlight().inUse() == 0 && stats.inFlight().exits() == batches.size());
        }
    }

    @Test
    void aBatchThatThrowsIsTriedAgainButForThoseThatWereSettled() {
        List<Long> again = new CopyOnWriteArrayList<>();
        AtomicBoolean failed = new AtomicBoolean();
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.deadLetters("dead").retry(Retry.fixed(Duration.ofMillis(1))));
            f.appendMany(0, 5);
            start(f, 5, Duration.ofHours(1), batch -> {
                if (failed.compareAndSet(false, true)) {
                    batch.settle(0, Outcome.done());
                    batch.settle(1, Outcome.dropped("filtered"));
                    batch.settle(2, Outcome.dead("spoilt"));
                    throw new IllegalStateException("the rest failed");
                }
                batch.forEach(delivery -> again.add(delivery.offset()));
            });
            f.untilStats(
                    "three to be settled",
                    stats -> stats.done() == 1
                            && stats.dead() == 1
                            && stats.dropped().equals(Map.of("filtered", 1L)));
            f.appendMany(0, 3);
            f.untilCommitted(0, 8);
            assertThat(again).containsExactlyInAnyOrder(3L, 4L, 5L, 6L, 7L);
        }
    }

    @Test
    void settlingARecordThatIsNotInTheBatchIsAMistake() {
        Batch<String, String> batch = new Batch<>(List.of());
        assertThatThrownBy(() -> batch.settle(0, Outcome.done())).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void inKeyOrderThoseBehindARecordToBeTriedAgainAreTriedAgainWithItInOrder() {
        List<String> handled = new CopyOnWriteArrayList<>();
        AtomicBoolean failed = new AtomicBoolean();
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.ordering(Ordering.BY_KEY).retry(Retry.fixed(Duration.ofMillis(5))));
            f.append(0, "a", "a1");
            f.append(0, "a", "a2");
            f.append(0, "b", "b1");
            f.append(0, "a", "a3");
            f.append(0, "b", "b2");
            start(f, 5, Duration.ofMillis(1), batch -> {
                for (int i = 0; i < batch.size(); i++) {
                    String value = batch.get(i).value();
                    if (value.equals("a2") && failed.compareAndSet(false, true)) {
                        batch.settle(i, Outcome.again());
                    } else {
                        batch.settle(i, Outcome.done());
                        handled.add(value);
                    }
                }
            });
            f.untilCommitted(0, 5);
            // a3 stood in the batch in which a2 was put off, so it comes again behind it, whatever was said of it.
            assertThat(handled.stream().filter(value -> value.startsWith("a"))).containsExactly("a1", "a3", "a2", "a3");
            assertThat(handled.stream().filter(value -> value.startsWith("b"))).containsExactly("b1", "b2");
            f.untilStats("each to be done once", stats -> stats.done() == 5 && stats.retries() == 1);
        }
    }

    @Test
    void underSkewedKeysAndFailuresEachKeysRecordsAreHandledInOrder() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int n = 2_000;
        Map<Long, Integer> toFail = new HashMap<>();
        Map<String, Long> lastDone = new ConcurrentHashMap<>();
        Map<Long, Integer> failures = new ConcurrentHashMap<>();
        Set<String> disorders = ConcurrentHashMap.newKeySet();
        try (IntakeFixture f = IntakeFixture.of(1)) {
            for (int i = 0; i < n; i++) {
                long offset = f.append(0, "k" + (int) (20 * random.nextDouble() * random.nextDouble()), "v");
                if (random.nextInt(15) == 0) {
                    toFail.put(offset, 1 + random.nextInt(2));
                }
            }
            f.with(b -> b.ordering(Ordering.BY_KEY).retry(Retry.fixed(Duration.ofMillis(2))));
            start(f, 16, Duration.ofMillis(1), batch -> {
                Set<String> putOff = new HashSet<>();
                for (int i = 0; i < batch.size(); i++) {
                    Delivery<String, String> delivery = batch.get(i);
                    int failed = failures.getOrDefault(delivery.offset(), 0);
                    if (putOff.contains(delivery.key())) {
                        continue;
                    }
                    if (failed < toFail.getOrDefault(delivery.offset(), 0)) {
                        failures.put(delivery.offset(), failed + 1);
                        batch.settle(i, Outcome.again());
                        putOff.add(delivery.key());
                        continue;
                    }
                    Long before = lastDone.put(delivery.key(), delivery.offset());
                    if (before != null && before >= delivery.offset()) {
                        disorders.add(delivery + " after " + before);
                    }
                }
            });
            f.untilCommitted(0, n);
            assertThat(disorders).isEmpty();
            assertThat(failures).isEqualTo(toFail);
            f.untilStats("all done", stats -> stats.done() == n);
        }
    }
}
