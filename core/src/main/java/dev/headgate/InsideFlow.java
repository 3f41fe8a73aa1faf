package dev.headgate;

/**
 * What the holders of one gate did in an inner gate over an interval.
 *
 * @param gate name of the inner gate
 * @param entriesPerSecond entries into the inner gate by holders
 * @param meanWaiting time-average of the holders that waited there
 * @param meanHolding time-average of the passes that holders had there
 * @param waitShare part of the outer gate's hold time spent waiting there, 0 to 1; above 1 only when one holder waits
 *     several times at once (async)
 * @param holdShare part of the outer gate's hold time spent holding there, with the same remark
 */
public record InsideFlow(
        String gate,
        double entriesPerSecond,
        double meanWaiting,
        double meanHolding,
        double waitShare,
        double holdShare) {

    static InsideFlow between(Inside earlier, Inside later, long nanos, long outerNanos) {
        long wait = later.waitNanos() - earlier.waitNanos();
        long hold = later.holdNanos() - earlier.holdNanos();
        return new InsideFlow(
                later.gate(),
                (later.entries() - earlier.entries()) * 1e9 / nanos,
                (double) wait / nanos,
                (double) hold / nanos,
                GateFlow.ratio(wait, outerNanos, 0),
                GateFlow.ratio(hold, outerNanos, 0));
    }
}
