package dev.headgate.doctor;

import dev.headgate.GateStats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds out from a gate's own history whether its times depend on how many are in it.
 *
 * <p>The short reads are put into groups by the number in use; a group's mean time is its time-integral over its
 * exits. On the groups the Universal Scalability Law is fitted by weighted least squares, {@code S(n) = a + b (n - 1) +
 * c n (n - 1)} with nothing below 0 (N. J. Gunther, "Guerrilla Capacity Planning", Springer 2007). It counts when it
 * explains clearly more than a constant does.
 */
final class Pace {

    /** A group needs so many exits. */
    private static final double GROUP = 60;

    private static final int GROUPS = 6;
    /** A stretch of reads has so many exits: the mean of their times is known to about a tenth then. */
    private static final double SPAN = 80;
    /** Most in use over fewest: below, nothing can be said. */
    private static final double VARIED = 1.5;
    /** Entries and exits of a read may differ by this part, or the gate was filling or emptying. */
    private static final double FLOW_OFF = 0.1;
    /** What a slope must explain more than a constant, as chi-square: about three standard errors. */
    private static final double CLEARLY = 10;
    /** And what it must matter over the range seen. */
    private static final double MATTERS = 1.1;

    private record Span(double seconds, double area, double exits) {
        double n() {
            return area / seconds;
        }

        Span and(Span other) {
            return new Span(seconds + other.seconds, area + other.area, exits + other.exits);
        }
    }

    private record Group(double n, double time, double exits) {}

    private record Fit(double a, double b, double c, double misfit) {
        double at(double n) {
            return a + b * (n - 1) + c * n * (n - 1);
        }
    }

    private Pace() {}

    /**
     * What a leaf gate's reads tell.
     *
     * @param series all reads, those before a change of capacity included
     * @param station the gate now: the times to be stretched are its own
     */
    static Downstream of(Series series, Station station) {
        List<Group> groups = groups(spans(series));
        double most = series.reads().stream().mapToInt(GateStats::inUse).max().orElse(0);
        if (groups.size() < 2) {
            return new Downstream.Unknown(most);
        }
        Group low = groups.get(0);
        Group high = groups.get(groups.size() - 1);
        if (high.n() < VARIED * Math.max(0.5, low.n())) {
            return new Downstream.Unknown(most);
        }
        Fit flat = flat(groups);
        Fit best = best(groups);
        // Below the group of the fewest the fit says nothing; time at n = 1 is its own extrapolation.
        if (flat.misfit() - best.misfit() < CLEARLY || best.at(high.n()) < MATTERS * best.at(low.n())) {
            return new Downstream.Keeps(low.n(), high.n());
        }
        double one = Math.max(1e-12, best.a());
        double seenAt = Math.max(1, station.inUse());
        return new Downstream.Slows(new Slowdown(best.b() / one, best.c() / one, seenAt), low.n(), high.n());
    }

    /**
     * Stretches of reads as steady as can be, each two of its own holds and {@value #SPAN} exits long: in shorter ones the
     * number in use is high because times happened to be long, and not the other way round.
     */
    private static List<Span> spans(Series series) {
        List<Span> spans = new ArrayList<>();
        List<GateStats> reads = series.reads();
        int from = 0;
        for (int to = 1; to < reads.size(); to++) {
            GateStats a = reads.get(from);
            GateStats b = reads.get(to);
            double seconds = (b.atNanos() - a.atNanos()) / 1e9;
            double area = (b.inUseNanos() - a.inUseNanos()) / 1e9;
            double entries = b.entries() - a.entries();
            double exits = b.exits() - a.exits();
            double count = (entries + exits) / 2;
            boolean resized = b.capacity() != a.capacity();
            if (!resized && (count < SPAN || seconds < 2 * area / count)) {
                continue;
            }
            if (!resized && Math.abs(entries - exits) <= FLOW_OFF * count) {
                spans.add(new Span(seconds, area, count));
            }
            from = to;
        }
        return spans;
    }

    private static List<Group> groups(List<Span> spans) {
        List<Span> sorted = new ArrayList<>(spans);
        sorted.sort(Comparator.comparingDouble(Span::n));
        double total = sorted.stream().mapToDouble(Span::exits).sum();
        double each = Math.max(GROUP, total / GROUPS);
        List<Group> groups = new ArrayList<>();
        Span open = new Span(0, 0, 0);
        double lowest = 0;
        for (Span span : sorted) {
            // What is clearly fuller begins a group of its own, if the open one has enough.
            boolean other = open.exits() >= GROUP && span.n() > 1.25 * Math.max(0.5, lowest);
            if (other || open.exits() >= each) {
                groups.add(group(open));
                open = new Span(0, 0, 0);
            }
            lowest = open.exits() == 0 ? span.n() : lowest;
            open = open.and(span);
        }
        if (open.exits() >= GROUP) {
            groups.add(group(open));
        }
        return groups;
    }

    private static Group group(Span span) {
        return new Group(span.n(), span.area() / span.exits(), span.exits());
    }

    private static Fit flat(List<Group> groups) {
        return solve(groups, false, false);
    }

    private static Fit best(List<Group> groups) {
        Fit best = flat(groups);
        for (int shape = 1; shape <= (groups.size() > 2 ? 3 : 2); shape++) {
            Fit fit = solve(groups, (shape & 1) != 0, (shape & 2) != 0);
            boolean possible = fit.a() > 0 && fit.b() >= 0 && fit.c() >= 0;
            // A third parameter must pay for itself.
            if (possible && fit.misfit() + (shape == 3 ? 4 : 0) < best.misfit()) {
                best = fit;
            }
        }
        return best;
    }

    /** Weighted least squares by the normal equations; each time is known to its own size over the root of exits. */
    private static Fit solve(List<Group> groups, boolean linear, boolean quadratic) {
        int size = 1 + (linear ? 1 : 0) + (quadratic ? 1 : 0);
        double[][] m = new double[size][size + 1];
        for (Group group : groups) {
            double[] x = terms(group.n(), linear, quadratic);
            double weight = group.exits() / (group.time() * group.time());
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    m[i][j] += weight * x[i] * x[j];
                }
                m[i][size] += weight * x[i] * group.time();
            }
        }
        double[] p = eliminate(m);
        Fit fit = new Fit(p[0], linear ? p[1] : 0, quadratic ? p[size - 1] : 0, 0);
        double misfit = 0;
        for (Group group : groups) {
            double off = (group.time() - fit.at(group.n())) / group.time();
            misfit += off * off * group.exits();
        }
        return new Fit(fit.a(), fit.b(), fit.c(), misfit);
    }

    private static double[] terms(double n, boolean linear, boolean quadratic) {
        double one = n - 1;
        double two = n * (n - 1);
        if (linear && quadratic) {
            return new double[] {1, one, two};
        }
        return linear ? new double[] {1, one} : quadratic ? new double[] {1, two} : new double[] {1};
    }

    /** Gauss with pivoting. A singular system gives NaN, which fits nothing. */
    private static double[] eliminate(double[][] m) {
        int size = m.length;
        for (int column = 0; column < size; column++) {
            int pivot = column;
            for (int row = column + 1; row < size; row++) {
                pivot = Math.abs(m[row][column]) > Math.abs(m[pivot][column]) ? row : pivot;
            }
            double[] swap = m[column];
            m[column] = m[pivot];
            m[pivot] = swap;
            for (int row = 0; row < size; row++) {
                if (row != column) {
                    double factor = m[row][column] / m[column][column];
                    for (int k = column; k <= size; k++) {
                        m[row][k] -= factor * m[column][k];
                    }
                }
            }
        }
        double[] solution = new double[size];
        for (int i = 0; i < size; i++) {
            solution[i] = m[i][size] / m[i][i];
        }
        return solution;
    }
}
