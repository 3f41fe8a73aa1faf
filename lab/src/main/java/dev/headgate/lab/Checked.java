package dev.headgate.lab;

import java.util.Locale;

/** Promises of an experiment, put into words. */
final class Checked {
    private Checked() {}

    /** {@code seen} is at most {@code share} of {@code base}. */
    static Comparison.Check atMost(String what, double seen, double base, double share, String unit) {
        return new Comparison.Check(what, ratio(seen, base, unit), seen <= share * base);
    }

    /** {@code seen} is at least {@code times} {@code base}. */
    static Comparison.Check atLeast(String what, double seen, double base, double times, String unit) {
        return new Comparison.Check(what, ratio(seen, base, unit), seen >= times * base);
    }

    /** Nothing of it. */
    static Comparison.Check none(String what, long seen) {
        return new Comparison.Check(what + ": none", String.format(Locale.ROOT, "%,d", seen), seen == 0);
    }

    /** A time for a person. */
    static String millis(double millis) {
        return String.format(Locale.ROOT, "%,.0f ms", millis);
    }

    private static String ratio(double seen, double base, String unit) {
        String blank = unit.isEmpty() || unit.startsWith("/") ? unit : " " + unit;
        return String.format(
                Locale.ROOT,
                "%,.0f%s of %,.0f%s: %.2f",
                seen,
                blank,
                base,
                blank,
                base == 0 ? Double.NaN : seen / base);
    }
}
