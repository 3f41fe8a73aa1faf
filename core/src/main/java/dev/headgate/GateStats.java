package dev.headgate;

import java.util.List;
import java.util.Objects;

/**
 * What a gate has done since it was opened: one consistent read, immutable.
 *
 * <p>Counters and times only grow, so two reads give exact averages for the time between them ({@link #since}). The
 * time-integrals make Little's law an identity: with a pass held for h ns, {@code inUseNanos} grows by exactly h, so
 * at any read {@code inUseNanos} is {@code holdNanos} plus the ages of the passes held, and {@code waitingNanos} is
 * {@code waitNanos} plus the ages of the waiters.
 *
 * @param name the gate's name
 * @param atNanos when this was read, on the gate's monotonic clock, in ns
 * @param capacity slots now; {@code inUse} may be above it for a while after the gate was made smaller
 * @param inUse passes held now
 * @param waiting waiters now, blocking and async
 * @param entries passes given out
 * @param exits passes given back
 * @param cancelled waiters that left the queue without a pass: interrupted, cancelled or timed out
 * @param waitNanos total over finished waits, in ns: of those that entered (0 where there was a slot at once) and of
 *     those that were cancelled
 * @param holdNanos total over finished holds, in ns
 * @param inUseNanos time-integral of the passes held, up to {@code atNanos}, in ns
 * @param waitingNanos time-integral of the waiters, up to {@code atNanos}, in ns
 * @param oldestHolderNanos age of the pass held longest, in ns; 0 when none is held
 * @param oldestWaiterNanos age of the first waiter, in ns; 0 when nobody waits
 * @param insideNanos time-integral, in ns, of the holders that waited at or were in at least one inner gate: a holder
 *     with several inner gates at once counts once. {@code inUseNanos - insideNanos} is the holders' own work
 * @param insides what the holders did in each inner gate, up to {@code atNanos}
 */
public record GateStats(
        String name,
        long atNanos,
        int capacity,
        int inUse,
        int waiting,
        long entries,
        long exits,
        long cancelled,
        long waitNanos,
        long holdNanos,
        long inUseNanos,
        long waitingNanos,
        long oldestHolderNanos,
        long oldestWaiterNanos,
        long insideNanos,
        List<Inside> insides) {

    /** Throws {@link NullPointerException} when {@code name} or {@code insides} is null or holds null. */
    public GateStats {
        Objects.requireNonNull(name, "name");
        insides = List.copyOf(insides);
    }

    /**
     * For a gate whose holders never are in two inner gates at once, so that {@code insideNanos} is the sum over
     * {@code insides}, at most {@code inUseNanos}.
     */
    public GateStats(
            String name,
            long atNanos,
            int capacity,
            int inUse,
            int waiting,
            long entries,
            long exits,
            long cancelled,
            long waitNanos,
            long holdNanos,
            long inUseNanos,
            long waitingNanos,
            long oldestHolderNanos,
            long oldestWaiterNanos,
            List<Inside> insides) {
        this(
                name,
                atNanos,
                capacity,
                inUse,
                waiting,
                entries,
                exits,
                cancelled,
                waitNanos,
                holdNanos,
                inUseNanos,
                waitingNanos,
                oldestHolderNanos,
                oldestWaiterNanos,
                Math.min(inUseNanos, sum(insides)),
                insides);
    }

    /** Time-integral of the holders' own work, in ns: in use, and neither waiting at nor in an inner gate. */
    public long ownNanos() {
        return inUseNanos - insideNanos;
    }

    /**
     * Rates and averages from {@code earlier} to this read.
     *
     * @throws IllegalArgumentException when {@code earlier} is of another gate or not earlier
     */
    public GateFlow since(GateStats earlier) {
        return GateFlow.between(earlier, this);
    }

    private static long sum(List<Inside> insides) {
        long sum = 0;
        for (Inside inside : insides) {
            sum += inside.waitNanos() + inside.holdNanos();
        }
        return sum;
    }
}
