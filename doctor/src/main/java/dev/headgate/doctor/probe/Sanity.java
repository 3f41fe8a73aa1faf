package dev.headgate.doctor.probe;

import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Whether what a station says of itself can be true. Gauges are points and sums lag behind, so only what no moment can explain counts: more in
 * use than there are slots, and times of finished work that all gauges contradict. (The other way round, gauges above the times, is what work
 * looks like that does not come back.)
 */
final class Sanity {
    private static final double MORE = 1.1;
    private static final double SLOTS = 2;
    private static final double FAR = 3;
    private static final double MANY = 5;

    private Sanity() {}

    /** Why not, in words; null if it can be. */
    static @Nullable String wrong(Seen seen) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (Figure figure : seen.figures()) {
            double inUse = Double.isNaN(figure.inUse()) ? seen.inUse() : figure.inUse();
            if (Math.max(inUse, seen.inUse()) > MORE * figure.capacity() + SLOTS) {
                return String.format(
                        Locale.ROOT,
                        "%s says that %.0f of %.0f are in use",
                        seen.name(),
                        Math.max(inUse, seen.inUse()),
                        figure.capacity());
            }
            least = Math.min(least, figure.capacity());
            most = Math.max(most, figure.capacity());
        }
        if (most > FAR * least) {
            return String.format(Locale.ROOT, "%s says that it has %.0f slots, and %.0f", seen.name(), least, most);
        }
        String inUse = contradicted(seen, Figure::heldSeconds, Figure::inUse, "in use");
        return inUse != null ? inUse : contradicted(seen, Figure::waitedSeconds, Figure::waiting, "waiting");
    }

    private static @Nullable String contradicted(
            Seen seen, ToDoubleFunction<Figure> sum, ToDoubleFunction<Figure> gauge, String what) {
        double sums = (sum.applyAsDouble(seen.last()) - sum.applyAsDouble(seen.first())) / seen.seconds();
        double most = seen.figures().stream().mapToDouble(gauge).max().orElse(Double.NaN);
        return sums > FAR * most + MANY
                ? String.format(
                        Locale.ROOT,
                        "%s says that at most %.0f are %s, but its times add up to %.0f (Little's law)",
                        seen.name(),
                        most,
                        what,
                        sums)
                : null;
    }
}
