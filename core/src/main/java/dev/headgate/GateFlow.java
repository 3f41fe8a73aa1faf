package dev.headgate;

import java.util.List;
import java.util.Objects;

/**
 * What went through a gate between two reads: exact time-averages, not samples.
 *
 * <p>Over an interval that starts and ends with an empty gate, Little's law ({@code meanInUse = exitsPerSecond x
 * meanHold}) holds exactly. Over any other it is off by the ages of what was inside at the two ends. (J. D. C. Little,
 * "A Proof for the Queuing Formula L = lambda W", Operations Research 9, 1961.)
 *
 * @param name the gate's name
 * @param seconds length of the interval
 * @param entriesPerSecond passes given out
 * @param exitsPerSecond passes given back
 * @param meanInUse time-average of the passes held
 * @param meanWaiting time-average of the waiters
 * @param meanWaitNanos mean over the waits that ended in the interval, entered or cancelled, in ns; 0 when none ended
 * @param meanHoldNanos mean over the holds that ended in the interval, in ns; 0 when none ended
 * @param utilisation {@code meanInUse} over the capacity at the end of the interval; above 1 only when the gate was
 *     made smaller
 * @param ownShare part of the hold time in which holders were in no inner gate, 0 to 1; 1 when nothing was held
 * @param insides what the holders did in each inner gate
 */
public record GateFlow(
        String name,
        double seconds,
        double entriesPerSecond,
        double exitsPerSecond,
        double meanInUse,
        double meanWaiting,
        double meanWaitNanos,
        double meanHoldNanos,
        double utilisation,
        double ownShare,
        List<InsideFlow> insides) {

    /** Throws {@link NullPointerException} when {@code name} or {@code insides} is null or holds null. */
    public GateFlow {
        Objects.requireNonNull(name, "name");
        insides = List.copyOf(insides);
    }

    /**
     * The flow from {@code earlier} to {@code later}.
     *
     * @throws IllegalArgumentException when the two are of different gates, or no time lies between them
     */
    public static GateFlow between(GateStats earlier, GateStats later) {
        if (!earlier.name().equals(later.name())) {
            throw new IllegalArgumentException("A flow needs two reads of one gate, but these are of '" + earlier.name()
                    + "' and of '" + later.name() + "'");
        }
        long nanos = later.atNanos() - earlier.atNanos();
        if (nanos <= 0) {
            throw new IllegalArgumentException("A flow of gate '" + later.name()
                    + "' needs an earlier and a later read," + " but the later one was taken " + -nanos
                    + " ns before the earlier one: swap them, or let time pass");
        }
        long inUseNanos = later.inUseNanos() - earlier.inUseNanos();
        long entries = later.entries() - earlier.entries();
        long exits = later.exits() - earlier.exits();
        long waits = entries + later.cancelled() - earlier.cancelled();
        return new GateFlow(
                later.name(),
                nanos / 1e9,
                entries * 1e9 / nanos,
                exits * 1e9 / nanos,
                (double) inUseNanos / nanos,
                (double) (later.waitingNanos() - earlier.waitingNanos()) / nanos,
                ratio(later.waitNanos() - earlier.waitNanos(), waits, 0),
                ratio(later.holdNanos() - earlier.holdNanos(), exits, 0),
                (double) inUseNanos / nanos / later.capacity(),
                1 - ratio(later.insideNanos() - earlier.insideNanos(), inUseNanos, 0),
                insides(earlier, later, nanos, inUseNanos));
    }

    private static List<InsideFlow> insides(GateStats earlier, GateStats later, long nanos, long inUseNanos) {
        return later.insides().stream()
                .map(inside -> InsideFlow.between(before(earlier, inside.gate()), inside, nanos, inUseNanos))
                .toList();
    }

    private static Inside before(GateStats earlier, String gate) {
        return earlier.insides().stream()
                .filter(inside -> inside.gate().equals(gate))
                .findFirst()
                .orElse(Inside.none(gate));
    }

    static double ratio(long part, long whole, double ifNone) {
        return whole == 0 ? ifNone : (double) part / whole;
    }
}
