package dev.headgate.doctor;

import dev.headgate.GateStats;
import java.util.Locale;

/**
 * Whether a gate's counters can be true.
 *
 * <p>The integral of what is in use and the sum of finished holds differ by the ages of what is held at the two ends
 * of the window, and by nothing else; so do the integral of the waiters and the sum of finished waits. The ages are
 * bounded by the oldest one times the number there. Whatever misses by more than that is wrong, whoever counted it;
 * what misses by less, with old holders, is a leak and no lie.
 *
 * <p>Meters of others do not tell how old the oldest is. It is then taken to be as old as those before it took to leave,
 * {@code number / exits/s}: so a line that turns over more slowly than the window is long is {@link #young}, and says
 * nothing against its counters.
 */
final class StationCheck {

    /** Slack for gates that others count, whose numbers are not read at one instant. */
    private static final double SLACK = 0.05;

    /** Events that may be counted on one side of a read and not yet on the other. */
    private static final int SKEW = 2;

    private StationCheck() {}

    static Trust of(Series series) {
        if (series.wentBack()) {
            return new Trust.Untrusted("a counter went back: the gate was started anew within the window");
        }
        GateStats a = series.first();
        GateStats b = series.last();
        double seconds = series.seconds();
        double inUse = nanos(b.inUseNanos() - a.inUseNanos()) / seconds;
        double held = nanos(b.holdNanos() - a.holdNanos()) / seconds;
        double waiting = nanos(b.waitingNanos() - a.waitingNanos()) / seconds;
        double waited = nanos(b.waitNanos() - a.waitNanos()) / seconds;
        double exits = (b.exits() - a.exits()) / seconds;
        double entries = (b.entries() - a.entries()) / seconds;
        if (off(
                inUse,
                held,
                ages(a.inUse(), a.oldestHolderNanos(), exits) / seconds,
                ages(b.inUse(), b.oldestHolderNanos(), exits) / seconds)) {
            return law("in use", inUse, "exits/s x hold", held);
        }
        if (off(
                waiting,
                waited,
                ages(a.waiting(), a.oldestWaiterNanos(), entries) / seconds,
                ages(b.waiting(), b.oldestWaiterNanos(), entries) / seconds)) {
            return law("waiting", waiting, "entries/s x wait", waited);
        }
        int most = series.reads().stream()
                .mapToInt(read -> Math.max(read.capacity(), read.inUse()))
                .max()
                .orElse(0);
        if (inUse > most * (1 + SLACK)) {
            return new Trust.Untrusted(String.format(
                    Locale.ROOT, "the utilisation law fails: %.1f in use on average, of %d", inUse, most));
        }
        long flow = b.entries() - a.entries() - (b.exits() - a.exits());
        long stock = (long) b.inUse() - a.inUse();
        if (Math.abs(flow - stock) > SKEW + SLACK * (b.exits() - a.exits())) {
            return new Trust.Untrusted("entries less exits are " + flow + ", but in use changed by " + stock);
        }
        return new Trust.Trusted();
    }

    /** Little's residuals and the utilisation. */
    static Laws laws(Series series) {
        GateStats a = series.first();
        GateStats b = series.last();
        double inUse = b.inUseNanos() - a.inUseNanos();
        double waiting = b.waitingNanos() - a.waitingNanos();
        return new Laws(
                inUse == 0 ? 0 : (inUse - (b.holdNanos() - a.holdNanos())) / inUse,
                waiting == 0 ? 0 : (waiting - (b.waitNanos() - a.waitNanos())) / waiting,
                inUse / 1e9 / series.seconds() / series.capacity());
    }

    private static boolean off(double integral, double finished, double agesBefore, double agesAfter) {
        double slack = SLACK * Math.max(integral, finished) + 1e-3;
        double difference = integral - finished;
        return difference > agesAfter + slack || difference < -agesBefore - slack;
    }

    private static Trust law(String what, double integral, String product, double finished) {
        return new Trust.Untrusted(String.format(
                Locale.ROOT, "Little's law fails: %s is %.2f, but %s is %.2f", what, integral, product, finished));
    }

    private static double ages(int count, long oldestNanos, double leavePerSecond) {
        // Times an empty place, a rate of 0 must give 0.
        return count == 0 ? 0 : count * Math.max(nanos(oldestNanos), count / leavePerSecond);
    }

    /**
     * Whether its line, or what is in use, turns over more slowly than it was watched, so that the times of those who
     * ended say little of those who are there.
     */
    static boolean young(Series series) {
        GateStats last = series.last();
        return last.waiting() > last.entries() - series.first().entries()
                || last.inUse() > last.exits() - series.first().exits();
    }

    private static double nanos(long nanos) {
        return nanos / 1e9;
    }
}
