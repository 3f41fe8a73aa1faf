package dev.headgate.kafka;

import dev.headgate.GateStats;
import dev.headgate.GateView;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * An intake's own gate: in use are its running handlers, waiting are the records that could start but for a slot. Safe for use by
 * any thread; nothing blocks.
 */
public final class InFlightGate implements GateView {
    private final String name;
    private final Supplier<GateStats> stats;
    private final IntConsumer resize;

    InFlightGate(String name, Supplier<GateStats> stats, IntConsumer resize) {
        this.name = name;
        this.stats = stats;
        this.resize = resize;
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * The gate as of the intake's last reading, at most about 250 ms ago. Holds are exact to the ns; waits are counted from when
     * the owner learnt that a record could start.
     */
    @Override
    public GateStats stats() {
        return stats.get();
    }

    /**
     * Changes the capacity, at once when it grows, as handlers finish when it shrinks.
     *
     * @param capacity slots, 1 to 1,000,000
     * @throws IllegalArgumentException if it is out of range
     */
    public void resize(int capacity) {
        resize.accept(Check.range("inFlight", capacity, 1, 1_000_000));
    }
}
