package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of three gates, entered alone and inside each other, against {@link NaiveGates}: after every step
 * the stats must be equal, to the ns. Single-threaded, so that a seed repeats its history.
 */
class GateModelTest {

    private static final String[] NAMES = {"a", "b", "c"};

    private final HandClock clock = new HandClock();
    private final NaiveGates naive = new NaiveGates(clock.nanos());
    private final List<Gate> gates = new ArrayList<>();
    private final List<Pass> passes = new ArrayList<>();

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 300);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anyHistoryIsBookedAsTheNaiveModelBooksIt(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (String name : NAMES) {
            int capacity = random.nextInt(1, 4);
            gates.add(Gate.named(name).capacity(capacity).clock(clock).open());
            naive.open(name, capacity);
        }
        for (int step = 0; step < 150; step++) {
            String done = step(random);
            for (int i = 0; i < gates.size(); i++) {
                assertThat(sorted(gates.get(i).stats()))
                        .as("seed %d, step %d: %s", seed, step, done)
                        .isEqualTo(naive.stats(naive.houses.get(i)));
            }
            for (int i = 0; i < passes.size(); i++) {
                assertThat(passes.get(i).state())
                        .as("seed %d, step %d: %s: pass %d", seed, step, done, i)
                        .isEqualTo(stateOf(naive.visitors.get(i)));
            }
        }
        drain();
        for (Gate gate : gates) {
            GateStats end = gate.stats();
            assertThat(end.inUse() + end.waiting())
                    .as("seed %d: left in %s", seed, gate)
                    .isZero();
            assertThat(end.entries()).isEqualTo(end.exits());
            // Little's law, to the ns.
            assertThat(end.inUseNanos()).isEqualTo(end.holdNanos());
            assertThat(end.waitingNanos()).isEqualTo(end.waitNanos());
            assertThat(end.insideNanos()).isBetween(0L, end.inUseNanos());
        }
    }

    @SuppressWarnings("RefactorSwitch") // The results belong to the steps above them.
    private String step(SplittableRandom random) {
        int which = random.nextInt(gates.size());
        int any = passes.isEmpty() ? -1 : random.nextInt(passes.size());
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                boolean mayWait = random.nextInt(4) > 0;
                int parent = random.nextInt(3) == 0 ? -1 : any;
                arrive(which, parent, mayWait);
                return "arrive at " + which + " inside " + parent + (mayWait ? "" : ", not waiting");
            }
            case 3, 4 -> {
                if (any >= 0) {
                    passes.get(any).close();
                    naive.leave(naive.visitors.get(any));
                }
                return "close " + any;
            }
            case 5 -> {
                if (any >= 0) {
                    boolean was = gates.get(gateOf(any)).cancel(passes.get(any));
                    assertThat(was).isEqualTo(naive.cancel(naive.visitors.get(any)));
                }
                return "cancel " + any;
            }
            case 6 -> {
                int capacity = random.nextInt(1, 6);
                gates.get(which).resize(capacity);
                naive.resize(naive.houses.get(which), capacity);
                return "resize " + which + " to " + capacity;
            }
            default -> {
                long by = random.nextLong(1, 1L << random.nextInt(1, 40));
                clock.advance(by);
                naive.tick(by);
                return "tick " + by;
            }
        }
    }

    private void arrive(int which, int parent, boolean mayWait) {
        // One that has never entered had no holding that code could run under. One that has left may well be a parent.
        boolean inside = parent >= 0 && passes.get(parent).enteredNanos() != 0;
        Holding holding = inside ? passes.get(parent).holding : null;
        Gate gate = gates.get(which);
        Pass pass = new Pass(gate, holding, Thread.currentThread());
        boolean entered = gate.arrive(pass, mayWait);
        NaiveGates.Visitor visitor =
                naive.arrive(naive.houses.get(which), inside ? naive.visitors.get(parent) : null, mayWait);
        assertThat(entered).isEqualTo(visitor.holds());
        if (entered || mayWait) {
            passes.add(pass);
        }
    }

    private void drain() {
        for (int i = 0; i < passes.size(); i++) {
            gates.get(gateOf(i)).cancel(passes.get(i));
            passes.get(i).close();
        }
    }

    private int gateOf(int pass) {
        return naive.houses.indexOf(naive.visitors.get(pass).house);
    }

    private static Pass.State stateOf(NaiveGates.Visitor visitor) {
        return visitor.waits() ? Pass.State.WAITING : visitor.holds() ? Pass.State.HELD : Pass.State.GONE;
    }

    private static GateStats sorted(GateStats stats) {
        return new GateStats(
                stats.name(),
                stats.atNanos(),
                stats.capacity(),
                stats.inUse(),
                stats.waiting(),
                stats.entries(),
                stats.exits(),
                stats.cancelled(),
                stats.waitNanos(),
                stats.holdNanos(),
                stats.inUseNanos(),
                stats.waitingNanos(),
                stats.oldestHolderNanos(),
                stats.oldestWaiterNanos(),
                stats.insideNanos(),
                stats.insides().stream()
                        .sorted(Comparator.comparing(Inside::gate))
                        .toList());
    }
}
