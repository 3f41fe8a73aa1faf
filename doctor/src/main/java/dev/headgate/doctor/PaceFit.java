package dev.headgate.doctor;

import java.util.List;

/**
 * Fits the Universal Scalability Law to mean times at several numbers in use, by weighted least squares: {@code S(n) = a +
 * b (n - 1) + c n (n - 1)} with nothing below 0. (N. J. Gunther, "Guerrilla Capacity Planning", Springer 2007.) It counts
 * when it explains clearly more than a constant does.
 */
final class PaceFit {

    /**
     * Times at about one number in use.
     *
     * @param n in use
     * @param time mean, in s
     * @param error its standard error, in s
     */
    record Group(double n, double time, double error) {}

    /** Most in use over fewest: below, nothing can be said. */
    private static final double VARIED = 1.5;
    /**
     * What a slope must explain more than a constant, as chi-square: about four standard errors. Three are too few: a verdict makes several
     * fits for each of several gates, and times have longer tails than the normal ones for which that would be one in four hundred.
     */
    private static final double CLEARLY = 16;
    /** And what it must matter over the range seen. */
    private static final double MATTERS = 1.1;

    private record Fit(double a, double b, double c, double misfit) {
        double at(double n) {
            return a + b * (n - 1) + c * n * (n - 1);
        }
    }

    private PaceFit() {}

    /** Whether the groups, lowest n first, are far enough apart to say anything. */
    static boolean varied(List<Group> groups) {
        return groups.size() >= 2
                && groups.get(groups.size() - 1).n()
                        >= VARIED * Math.max(0.5, groups.get(0).n());
    }

    /**
     * What varied groups tell.
     *
     * @param seenAt the number in use at which the times were measured that the result is to stretch
     */
    static Downstream of(List<Group> groups, double seenAt) {
        Group low = groups.get(0);
        Group high = groups.get(groups.size() - 1);
        Fit flat = solve(groups, false, false);
        Fit best = best(groups, flat);
        if (flat.misfit() - best.misfit() < CLEARLY || best.at(high.n()) < MATTERS * best.at(low.n())) {
            return new Downstream.Keeps(low.n(), high.n());
        }
        double one = Math.max(1e-12, best.a());
        return new Downstream.Slows(
                new Slowdown(best.b() / one, best.c() / one, Math.max(1, seenAt)), low.n(), high.n());
    }

    private static Fit best(List<Group> groups, Fit flat) {
        Fit best = flat;
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

    /** Weighted least squares by the normal equations. */
    private static Fit solve(List<Group> groups, boolean linear, boolean quadratic) {
        int size = 1 + (linear ? 1 : 0) + (quadratic ? 1 : 0);
        double[][] m = new double[size][size + 1];
        for (Group group : groups) {
            double[] x = terms(group.n(), linear, quadratic);
            double weight = 1 / (group.error() * group.error());
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
            double off = (group.time() - fit.at(group.n())) / group.error();
            misfit += off * off;
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
