package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many threads at two gates, one inside the other, with timeouts, interrupts, cancelled calls, passes closed elsewhere
 * and resizing, on the real clock, while a reader checks that every reading is possible and that none runs backwards.
 * The seed decides what each thread does, not how they interleave.
 */
class GateRaceTest {

    private static final int THREADS = 12;
    private static final int STEPS = 1_500;
    private static final int MOST = 4;

    private final Gate outer = Gate.named("outer").capacity(MOST).open();
    private final Gate inner = Gate.named("inner").capacity(2).open();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void nothingLeaksAndEveryReadingIsPossible(long seed) throws Exception {
        AtomicBoolean running = new AtomicBoolean(true);
        List<Thread> workers = new ArrayList<>();
        try (Crew readers = new Crew()) {
            // Not on virtual threads: their scheduler lets one that yields in a loop starve those that wake up.
            readers.startPlatform(() -> read(outer, running));
            readers.startPlatform(() -> read(inner, running));
            try (Crew crew = new Crew()) {
                SplittableRandom random = new SplittableRandom(seed);
                for (int i = 0; i < THREADS; i++) {
                    SplittableRandom own = random.split();
                    workers.add(i % 3 == 0 ? crew.startPlatform(() -> work(own)) : crew.start(() -> work(own)));
                }
                SplittableRandom own = random.split();
                crew.startPlatform(() -> {
                    for (int i = 0; i < STEPS; i++) {
                        outer.resize(own.nextInt(1, MOST + 1));
                        inner.resize(own.nextInt(1, 4));
                        workers.get(own.nextInt(THREADS)).interrupt();
                        LockSupport.parkNanos(1_000);
                    }
                });
            } finally {
                running.set(false);
            }
        }
        assertThat(most.get())
                .as("seed %d: most at once in the outer gate", seed)
                .isBetween(1, MOST);
        assertThat(interrupted.get()).as("seed %d: interrupts", seed).isPositive();
        for (Gate gate : List.of(outer, inner)) {
            Crew.untilWaiting(gate, 0);
            GateStats end = gate.stats();
            assertThat(end.inUse()).as("seed %d: %s", seed, end).isZero();
            assertThat(end.entries()).isEqualTo(end.exits());
            assertThat(end.inUseNanos()).as("Little's law, held").isEqualTo(end.holdNanos());
            assertThat(end.waitingNanos()).as("Little's law, waiting").isEqualTo(end.waitNanos());
            for (int i = 0; i < gate.capacity(); i++) {
                assertThat(gate.tryEnter())
                        .as("seed %d: slot %d is there", seed, i)
                        .isNotNull();
            }
        }
        Scope.mine().restore(null);
    }

    private void work(SplittableRandom random) {
        for (int step = 0; step < STEPS; step++) {
            try (Pass pass =
                    random.nextBoolean() ? outer.enter() : outer.enter(Duration.ofNanos(random.nextInt(50_000)))) {
                if (pass != null) {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    visit(random, pass);
                }
            } catch (InterruptedException goOn) {
                interrupted.incrementAndGet();
            }
            assertThat(Holding.current()).isNull();
        }
    }

    /** Does something in the outer gate, and counts itself out of it before the slot can be somebody else's. */
    private void visit(SplittableRandom random, Pass pass) throws InterruptedException {
        boolean left = false;
        try {
            left = somethingInside(random, pass);
        } finally {
            if (!left) {
                inside.decrementAndGet();
            }
        }
    }

    /** Returns whether it has left the outer gate already. */
    private boolean somethingInside(SplittableRandom random, Pass pass) throws InterruptedException {
        switch (random.nextInt(5)) {
            case 0 -> inner.run(() -> LockSupport.parkNanos(1_000));
            case 1 -> {
                CompletableFuture<Void> stage = new CompletableFuture<>();
                CompletableFuture<Void> call = inner.callAsync(() -> stage);
                Thread.startVirtualThread(() -> stage.complete(null));
                if (random.nextBoolean()) {
                    call.cancel(true);
                }
            }
            case 2 -> {
                Pass handedOver = inner.tryEnter();
                if (handedOver != null) {
                    CompletableFuture.runAsync(handedOver::close).join(); // join() waits through interrupts
                    assertThat(Holding.current()).isSameAs(pass.holding);
                }
            }
            case 3 -> {
                try (Pass second = inner.enter(Duration.ofNanos(random.nextInt(20_000)))) {
                    if (second != null) {
                        inside.decrementAndGet();
                        pass.close(); // out of order
                        return true;
                    }
                }
            }
            default -> LockSupport.parkNanos(1_000);
        }
        return false;
    }

    /** Checks each reading alone, and against the one before it. */
    private static void read(Gate gate, AtomicBoolean running) {
        GateStats before = gate.stats();
        while (running.get()) {
            GateStats now = gate.stats();
            assertThat(now.inUse()).isEqualTo((int) (now.entries() - now.exits()));
            assertThat(now.inUseNanos()).isGreaterThanOrEqualTo(now.holdNanos());
            assertThat(now.waitingNanos()).isGreaterThanOrEqualTo(now.waitNanos());
            assertThat(now.insideNanos()).isBetween(0L, now.inUseNanos());
            assertThat(now.oldestHolderNanos()).isGreaterThanOrEqualTo(0);
            assertThat(now.oldestWaiterNanos()).isGreaterThanOrEqualTo(0);
            grows(before.atNanos(), now.atNanos());
            grows(before.entries(), now.entries());
            grows(before.cancelled(), now.cancelled());
            grows(before.inUseNanos(), now.inUseNanos());
            grows(before.waitingNanos(), now.waitingNanos());
            grows(before.insideNanos(), now.insideNanos());
            grows(before.ownNanos(), now.ownNanos());
            for (int i = 0; i < before.insides().size(); i++) {
                grows(before.insides().get(i).waitNanos(), now.insides().get(i).waitNanos());
                grows(before.insides().get(i).holdNanos(), now.insides().get(i).holdNanos());
            }
            before = now;
            LockSupport.parkNanos(1_000);
        }
    }

    private static void grows(long before, long now) {
        assertThat(now).isGreaterThanOrEqualTo(before);
    }
}
