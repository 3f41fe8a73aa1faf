package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A gate knows what its holders do. */
class InsidesTest {

    private final HandClock clock = new HandClock();
    private final Gate lease = gate("lease", 1);
    private final Gate offers = gate("offers", 1);
    private final Gate sql = gate("sql", 1);

    private Gate gate(String name, int capacity) {
        return Gate.named(name).capacity(capacity).clock(clock).open();
    }

    @AfterEach
    void thisThreadHoldsNothing() {
        assertThat(Holding.current()).isNull();
    }

    private static Inside only(GateStats stats) {
        assertThat(stats.insides()).hasSize(1);
        return stats.insides().get(0);
    }

    @Test
    void aHoldIsSplitIntoWaitsAndHoldsInsideAndOwnWork() throws Exception {
        try (Crew crew = new Crew()) {
            GateStats before = lease.stats();
            Pass other = offers.enter();
            crew.start(() -> {
                try (Pass outer = lease.enter();
                        Pass inner = offers.enter()) {
                    clock.advance(70); // in offers
                }
                try (Pass again = lease.enter()) {
                    clock.advance(3); // own work
                }
            });
            Crew.untilWaiting(offers, 1);
            clock.advance(20);
            assertThat(only(lease.stats())).isEqualTo(new Inside("offers", 1, 0, 0, 20, 0));
            clock.advance(7);
            other.close();
            crew.close();
            GateStats after = lease.stats();
            assertThat(only(after)).isEqualTo(new Inside("offers", 0, 0, 1, 27, 70));
            assertThat(after.holdNanos()).isEqualTo(100);
            assertThat(after.ownNanos()).isEqualTo(3);
            assertThat(offers.stats().insides()).isEmpty();

            GateFlow flow = after.since(before);
            assertThat(flow.ownShare()).isCloseTo(0.03, within(1e-12));
            assertThat(flow.insides().get(0).waitShare()).isCloseTo(0.27, within(1e-12));
            assertThat(flow.insides().get(0).holdShare()).isCloseTo(0.70, within(1e-12));
        }
    }

    @Test
    void onlyTheImmediateParentIsBooked() throws Exception {
        try (Pass a = lease.enter();
                Pass b = offers.enter();
                Pass c = sql.enter()) {
            clock.advance(10);
        }
        assertThat(only(lease.stats())).isEqualTo(new Inside("offers", 0, 0, 1, 0, 10));
        assertThat(only(offers.stats())).isEqualTo(new Inside("sql", 0, 0, 1, 0, 10));
        assertThat(sql.stats().insides()).isEmpty();
    }

    @Test
    void anOuterPassClosedFirstEndsWhatIsInside() throws Exception {
        Pass outer = lease.enter();
        Pass inner = offers.enter();
        clock.advance(10);
        outer.close();
        clock.advance(1_000);
        assertThat(only(lease.stats())).isEqualTo(new Inside("offers", 0, 0, 1, 0, 10));
        assertThat(lease.stats().insideNanos()).isEqualTo(lease.stats().holdNanos());
        try (Pass third = sql.enter()) {
            assertThat(lease.stats().insides())
                    .as("lease is over for this thread")
                    .hasSize(1);
        }
        assertThat(only(offers.stats()).gate()).isEqualTo("sql");
        inner.close();
        assertThat(only(lease.stats()).holdNanos()).isEqualTo(10);
    }

    @Test
    void passesClosedByAnotherThreadLeaveNothingBehind() throws Exception {
        Pass outer = lease.enter();
        Pass inner = offers.enter();
        try (Crew crew = new Crew()) {
            crew.start(inner::close);
        }
        assertThat(Holding.current()).isSameAs(outer.holding);
        try (Crew crew = new Crew()) {
            crew.start(outer::close);
        }
        assertThat(Holding.current()).isNull();
        try (Pass alone = sql.enter()) {
            assertThat(alone).isNotNull();
        }
        assertThat(only(lease.stats()).gate()).isEqualTo("offers");
    }

    @Test
    void aHandedOverWaitThatIsCancelledCountsAsWaitingInside() throws Exception {
        Pass other = offers.enter();
        try (Crew crew = new Crew()) {
            Thread waiter = crew.start(() -> {
                try (Pass outer = lease.enter();
                        Pass never = offers.enter()) {
                    throw new AssertionError("entered " + never);
                } catch (InterruptedException expected) {
                    clock.advance(2);
                }
            });
            Crew.untilWaiting(offers, 1);
            clock.advance(9);
            waiter.interrupt();
        }
        other.close();
        assertThat(only(lease.stats())).isEqualTo(new Inside("offers", 0, 0, 0, 9, 0));
        assertThat(lease.stats().insideNanos()).isEqualTo(9);
    }

    @Test
    void asyncChildrenThatOverlapCountOnceAgainstOwnWork() throws Exception {
        sql.resize(2);
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> two = new CompletableFuture<>();
        Pass outer = lease.enter();
        clock.advance(5); // own work
        var first = sql.callAsync(() -> one);
        clock.advance(10);
        var second = sql.callAsync(() -> two);
        clock.advance(10);
        try (Crew crew = new Crew()) {
            crew.start(() -> one.complete(1));
        }
        clock.advance(10);
        two.complete(2);
        clock.advance(1); // own work
        outer.close();
        assertThat(first).isDone();
        assertThat(second).isDone();
        GateStats stats = lease.stats();
        assertThat(only(stats)).isEqualTo(new Inside("sql", 0, 0, 2, 0, 40));
        assertThat(stats.holdNanos()).isEqualTo(36);
        assertThat(stats.insideNanos()).isEqualTo(30);
        assertThat(stats.ownNanos()).isEqualTo(6);
    }

    @Test
    void anAsyncCallOutlivesItsParentButIsBookedOnlyUntilThen() throws Exception {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        CompletableFuture<Integer> result;
        try (Pass outer = lease.enter()) {
            result = sql.callAsync(() -> stage);
            clock.advance(4);
        }
        clock.advance(100);
        stage.complete(1);
        assertThat(result).isDone();
        assertThat(only(lease.stats())).isEqualTo(new Inside("sql", 0, 0, 1, 0, 4));
        assertThat(sql.stats().holdNanos()).isEqualTo(104);
    }

    @Test
    void theParentOfAnAsyncCallIsWhatTheCallerHolds() throws Exception {
        Pass other = sql.enter();
        try (Pass outer = lease.enter()) {
            CompletableFuture<Integer> result = sql.callAsync(() -> {
                clock.advance(2);
                try (Pass nested = offers.tryEnter()) {
                    assertThat(nested).isNotNull();
                    clock.advance(3);
                }
                return CompletableFuture.completedFuture(1);
            });
            clock.advance(10);
            other.close();
            assertThat(result.get()).isEqualTo(1);
        }
        assertThat(lease.stats().insides()).containsExactly(new Inside("sql", 0, 0, 1, 10, 5));
        assertThat(sql.stats().insides()).contains(new Inside("offers", 0, 0, 1, 0, 3));
    }

    @Test
    void aWorkerKeepsOneHoldingForItsWholeLife() throws Exception {
        Insides inFlight = new Insides();
        Holding worker = inFlight.holding();
        Holding before = worker.bind();
        for (int record = 0; record < 3; record++) {
            try (Pass pass = offers.enter()) {
                clock.advance(10);
                assertThat(worker.engaged()).isTrue();
            }
            clock.advance(1);
            assertThat(worker.engaged()).isFalse();
        }
        worker.unbind(before);
        assertThat(inFlight.snapshot(clock.nanos())).containsExactly(new Inside("offers", 0, 0, 3, 0, 30));
        assertThat(inFlight.insideNanos(clock.nanos())).isEqualTo(30);
    }

    @Test
    void aWorkerWhoseCodeLeftAPassOpenEndsItsHolding() throws Exception {
        Insides inFlight = new Insides();
        Holding worker = inFlight.holding();
        Holding before = worker.bind();
        Pass leaked = offers.enter();
        clock.advance(10);
        worker.unbind(before);
        assertThat(worker.engaged()).isTrue();
        worker.end(clock.nanos());
        clock.advance(50);
        assertThat(worker.engaged()).isFalse();
        assertThat(inFlight.snapshot(clock.nanos())).containsExactly(new Inside("offers", 0, 0, 1, 0, 10));
        leaked.close();
        assertThat(inFlight.snapshot(clock.nanos())).containsExactly(new Inside("offers", 0, 0, 1, 0, 10));
    }

    @Test
    void anItineraryIsWrittenWhileItIsSet() throws Exception {
        Recorder recorder = new Recorder("prices-3@17", clock.nanos());
        Holding worker = new Insides().holding();
        Holding before = worker.bind();
        long start = clock.nanos();
        worker.itinerary(recorder);
        try (Pass outer = lease.enter()) {
            clock.advance(1);
            try (Pass inner = offers.enter()) {
                clock.advance(10);
            }
        }
        worker.itinerary(null);
        sql.run(() -> {});
        worker.unbind(before);
        recorder.finish("done", clock.nanos());
        Itinerary itinerary = recorder.itinerary();
        assertThat(itinerary).isNotNull();
        assertThat(itinerary.stops())
                .isEqualTo(List.of(
                        new Stop(Stop.Kind.GATE, "offers", 1, start + 1, start + 1, start + 11),
                        new Stop(Stop.Kind.GATE, "lease", 0, start, start, start + 11)));
    }

    @Test
    void anItineraryHasWaitsToo() throws Exception {
        Recorder recorder = new Recorder("prices-3@18", clock.nanos());
        Holding worker = new Insides().holding();
        long start = clock.nanos();
        Pass held = offers.enter();
        CountDownLatch cancelled = new CountDownLatch(1);
        try (Crew crew = new Crew()) {
            Thread waiter = crew.start(() -> {
                Holding before = worker.bind();
                worker.itinerary(recorder);
                try (Pass never = offers.enter()) {
                    throw new AssertionError("entered " + never);
                } catch (InterruptedException expected) {
                    cancelled.countDown();
                }
                offers.run(() -> clock.advance(5));
                worker.unbind(before);
            });
            Crew.untilWaiting(offers, 1);
            clock.advance(3);
            waiter.interrupt();
            cancelled.await();
            Crew.untilWaiting(offers, 1);
            clock.advance(4);
            held.close();
        }
        recorder.finish("done", clock.nanos());
        Itinerary itinerary = recorder.itinerary();
        assertThat(itinerary).isNotNull();
        assertThat(itinerary.stops())
                .isEqualTo(List.of(
                        new Stop(Stop.Kind.GATE, "offers", 0, start, start + 3, start + 3),
                        new Stop(Stop.Kind.GATE, "offers", 0, start + 3, start + 7, start + 12)));
    }
}
