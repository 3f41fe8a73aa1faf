package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Blocking entry, capacity and the passes' life. Async entry is {@link GateAsyncTest}. */
class GateTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final HandClock clock = new HandClock();

    @AfterEach
    void forgetPassesLeftOpen() {
        Scope.mine().restore(null); // The next test may get the same thread.
    }

    private Gate gate(int capacity) {
        return Gate.named("offers").capacity(capacity).clock(clock).open();
    }

    @Test
    void givesOutItsSlotsAndNoMore() throws Exception {
        Gate gate = gate(2);
        Pass first = gate.enter();
        Pass second = gate.tryEnter();
        assertThat(second).isNotNull();
        assertThat(gate.tryEnter()).isNull();
        assertThat(gate.enter(Duration.ZERO)).isNull();
        assertThat(gate.enter(Duration.ofSeconds(-1))).isNull();
        first.close();
        assertThat(gate.tryEnter()).isNotNull();
        GateStats stats = gate.stats();
        assertThat(stats.inUse()).isEqualTo(2);
        assertThat(stats.entries()).isEqualTo(3);
        assertThat(stats.exits()).isEqualTo(1);
        assertThat(stats.cancelled())
                .as("who does not wait cannot be cancelled")
                .isZero();
    }

    @Test
    void letsWaitersInInTheOrderInWhichTheyCame() throws Exception {
        Gate gate = gate(1);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (Crew crew = new Crew()) {
            Pass held = gate.enter();
            for (int i = 0; i < 50; i++) {
                int number = i;
                if (i % 3 == 0) {
                    var unused = gate.callAsync(() -> {
                        order.add(number);
                        return CompletableFuture.completedFuture(number);
                    });
                } else if (i % 3 == 1) {
                    crew.start(() -> gate.run(() -> order.add(number)));
                } else {
                    crew.start(() -> {
                        try (Pass pass = gate.enter(LONG)) {
                            assertThat(pass).isNotNull();
                            order.add(number);
                        }
                    });
                }
                Crew.untilWaiting(gate, i + 1);
            }
            held.close();
        }
        assertThat(order).isEqualTo(IntStream.range(0, 50).boxed().toList());
        assertThat(gate.stats().inUse()).isZero();
    }

    @Test
    void aSlotGivenBackGoesToTheWaiterAndNotToWhoeverComesNext() throws Exception {
        Gate gate = gate(1);
        CountDownLatch leave = new CountDownLatch(1);
        try (Crew crew = new Crew()) {
            Pass held = gate.enter();
            crew.start(() -> gate.run(leave::await));
            Crew.untilWaiting(gate, 1);
            held.close();
            assertThat(gate.tryEnter())
                    .as("the slot belongs to the waiter from the close on")
                    .isNull();
            leave.countDown();
        }
        assertThat(gate.tryEnter()).isNotNull();
    }

    @Test
    void closingTwiceGivesTheSlotBackOnce() throws Exception {
        Gate gate = gate(1);
        Pass first = gate.enter();
        first.close();
        Pass second = gate.enter();
        first.close();
        assertThat(gate.tryEnter()).isNull();
        assertThat(gate.stats().exits()).isEqualTo(1);
        second.close();
        assertThat(gate.stats().inUse()).isZero();
    }

    @Test
    void anotherThreadMayCloseThePass() throws Exception {
        Gate gate = gate(1);
        Pass pass = gate.enter();
        try (Crew crew = new Crew()) {
            crew.start(pass::close);
        }
        assertThat(gate.stats().inUse()).isZero();
        assertThat(Holding.current())
                .as("the thread that entered holds nothing any more")
                .isNull();
    }

    @Test
    void anInterruptedWaiterLeavesTheLine() throws Exception {
        Gate gate = gate(1);
        AtomicBoolean thrown = new AtomicBoolean();
        try (Crew crew = new Crew()) {
            Pass held = gate.enter();
            Thread waiter = crew.start(() -> {
                assertThatThrownBy(gate::enter)
                        .isInstanceOf(InterruptedException.class)
                        .hasMessageContaining("'offers'");
                thrown.set(!Thread.currentThread().isInterrupted());
            });
            Crew.untilWaiting(gate, 1);
            clock.advance(70);
            waiter.interrupt();
            Crew.untilWaiting(gate, 0);
            held.close();
        }
        assertThat(thrown).isTrue();
        assertThat(gate.tryEnter()).isNotNull();
        assertThat(gate.stats().cancelled()).isEqualTo(1);
        assertThat(gate.stats().waitNanos()).isEqualTo(70);
        assertThat(gate.stats().waitingNanos()).isEqualTo(70);
    }

    @Test
    void aThreadAlreadyInterruptedIsRefusedEvenIfThereIsASlot() {
        Gate gate = gate(1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(gate::enter).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> gate.enter(LONG)).isInstanceOf(InterruptedException.class);
        assertThat(gate.stats().entries()).isZero();
    }

    @Test
    void aWaiterWhoseTimeIsUpLeavesTheLine() throws Exception {
        Gate gate = gate(1);
        try (Crew crew = new Crew()) {
            Pass held = gate.enter();
            Thread waiter = crew.start(() -> assertThat(gate.enter(LONG)).isNull());
            Crew.untilWaiting(gate, 1);
            clock.advance(LONG.toNanos());
            LockSupport.unpark(waiter); // or else it would look at the clock in a minute
            Crew.untilWaiting(gate, 0);
            held.close();
        }
        assertThat(gate.stats().cancelled()).isEqualTo(1);
        assertThat(gate.stats().inUse()).isZero();
        assertThat(gate.stats().waitNanos()).isEqualTo(LONG.toNanos());
    }

    @Test
    void aTimeoutIsKeptOnTheRealClock() throws Exception {
        Gate gate = Gate.named("real").capacity(1).open();
        Pass held = gate.enter();
        assertThat(gate.enter(Duration.ofMillis(5))).isNull();
        assertThat(gate.stats().waitNanos()).isGreaterThanOrEqualTo(5_000_000);
        held.close();
        assertThat(gate.enter(Duration.ofSeconds(Long.MAX_VALUE))).isNotNull();
    }

    @Test
    void growingLetsWaitersInBeforeResizeReturns() throws Exception {
        Gate gate = gate(1);
        CountDownLatch leave = new CountDownLatch(1);
        try (Crew crew = new Crew()) {
            for (int i = 0; i < 5; i++) {
                crew.start(() -> gate.run(leave::await));
            }
            Crew.untilWaiting(gate, 4);
            gate.resize(4);
            assertThat(gate.capacity()).isEqualTo(4);
            assertThat(gate.stats().inUse()).isEqualTo(4);
            assertThat(gate.stats().waiting()).isEqualTo(1);
            leave.countDown();
        }
        assertThat(gate.stats().entries()).isEqualTo(5);
    }

    @Test
    void shrinkingLetsHoldersFinishAndThenKeepsToTheNewSize() throws Exception {
        Gate gate = gate(3);
        List<Pass> held = List.of(gate.enter(), gate.enter(), gate.enter());
        gate.resize(1);
        assertThat(gate.stats().inUse()).isEqualTo(3);
        held.get(0).close();
        held.get(1).close();
        assertThat(gate.tryEnter())
                .as("one holder is left, which is all that fits")
                .isNull();
        held.get(2).close();
        assertThat(gate.tryEnter()).isNotNull();
        assertThat(gate.tryEnter()).isNull();
    }

    @Test
    void callGivesTheSlotBackWhateverTheWorkDoes() throws Exception {
        Gate gate = gate(1);
        int length = gate.call(() -> "price".length());
        assertThat(length).isEqualTo(5);
        assertThatThrownBy(() -> gate.call(() -> {
                    throw new IOException("no route");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> gate.run(() -> {
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(gate.stats().inUse()).isZero();
        assertThat(gate.stats().exits()).isEqualTo(3);
        assertThat(Holding.current()).isNull();
    }

    @Test
    void statsAreExactIntegrals() throws Exception {
        Gate gate = gate(1);
        try (Crew crew = new Crew()) {
            GateStats start = gate.stats();
            Pass held = gate.enter();
            clock.advance(100);
            crew.start(() -> gate.run(() -> {}));
            Crew.untilWaiting(gate, 1);
            clock.advance(40);

            GateStats middle = gate.stats();
            assertThat(middle.inUseNanos()).isEqualTo(140);
            assertThat(middle.waitingNanos()).isEqualTo(40);
            assertThat(middle.holdNanos()).isZero();
            assertThat(middle.oldestHolderNanos()).isEqualTo(140);
            assertThat(middle.oldestWaiterNanos()).isEqualTo(40);

            held.close();
            Crew.untilWaiting(gate, 0);
            clock.advance(60);
            GateFlow flow = gate.stats().since(start);
            assertThat(flow.seconds()).isEqualTo(200e-9);
            assertThat(flow.meanInUse()).isEqualTo(0.7);
            assertThat(flow.meanWaiting()).isEqualTo(0.2);
            assertThat(flow.utilisation()).isEqualTo(0.7);
        }
    }

    @Test
    void aHolderThatNeverLeavesIsSeenByItsAge() {
        Gate gate = gate(2);
        var unused = gate.callAsync(CompletableFuture<Void>::new);
        clock.advance(Duration.ofHours(1).toNanos());
        assertThat(gate.tryEnter()).isNotNull();
        assertThat(gate.stats().oldestHolderNanos())
                .isEqualTo(Duration.ofHours(1).toNanos());
    }

    @Test
    void saysWhatIsWrongWithItsSettings() {
        assertThatThrownBy(() -> Gate.named(" ")).hasMessageContaining("name");
        assertThatThrownBy(() -> Gate.named("offers").capacity(0))
                .hasMessageContaining("'offers'")
                .hasMessageContaining("0");
        assertThatThrownBy(() -> Gate.named("offers").open())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("capacity(");
        assertThatThrownBy(() -> gate(1).resize(-3)).hasMessageContaining("-3");
    }

    /** What a limit is told, and that its answer is heeded at once, both ways. */
    @Test
    void aLimitIsToldOfEachHoldAndSetsTheCapacity() throws Exception {
        HandClock clock = new HandClock();
        List<String> told = new ArrayList<>();
        AtomicInteger slots = new AtomicInteger(1);
        Gate gate = Gate.named("g")
                .clock(clock)
                .capacity(new Limit() {
                    @Override
                    public int capacity() {
                        return slots.get();
                    }

                    @Override
                    public void ended(long enteredNanos, long holdNanos, int inUse, boolean refused) {
                        told.add(holdNanos + " ns, " + inUse + " in use" + (refused ? ", refused" : ""));
                    }
                })
                .open();
        Pass first = gate.enter();
        assertThat(gate.tryEnter()).isNull();
        clock.advance(7);
        slots.set(3);
        first.close();
        assertThat(gate.capacity()).isEqualTo(3);
        Pass second = gate.enter();
        Pass third = gate.enter();
        clock.advance(5);
        slots.set(-2);
        second.refused();
        second.close();
        second.close();
        assertThat(gate.capacity()).as("never below one").isEqualTo(1);
        assertThat(gate.tryEnter()).isNull();
        third.close();
        assertThat(told).containsExactly("7 ns, 1 in use", "5 ns, 1 in use, refused", "5 ns, 2 in use");
        assertThatThrownBy(() -> gate.resize(5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'g'");
    }
}
