package dev.headgate.bench;

import java.util.Locale;

/**
 * One thing that the intake is to reach in one cell.
 *
 * @param what     the measured quantity, in words
 * @param measured its value, a ratio
 * @param wanted   what it is to be at least or at most
 */
record Target(String cell, String what, double measured, Sense sense, double wanted, Grade grade) {

    enum Sense {
        AT_LEAST,
        AT_MOST
    }

    enum Grade {
        MET,
        /** Both arms are at the bound, which leaves nothing to be ahead by; counts as met. */
        LEVEL,
        MISSED,
        /** Other processes used so much of the machine that the ratio says nothing, either way. */
        DOUBTFUL
    }

    static Target atLeast(String cell, String what, double measured, double wanted) {
        return new Target(cell, what, measured, Sense.AT_LEAST, wanted, measured >= wanted ? Grade.MET : Grade.MISSED);
    }

    static Target atMost(String cell, String what, double measured, double wanted) {
        return new Target(cell, what, measured, Sense.AT_MOST, wanted, measured <= wanted ? Grade.MET : Grade.MISSED);
    }

    Target graded(Grade other) {
        return new Target(cell, what, measured, sense, wanted, other);
    }

    boolean met() {
        return grade == Grade.MET || grade == Grade.LEVEL;
    }

    /** As the table shows it, such as {@code "met       noop  0.81 x rate of bare + virtual threads (wanted >= 0.75 x)"}. */
    String line() {
        String mark = grade == Grade.MISSED ? "MISSED" : grade.name().toLowerCase(Locale.ROOT);
        String sign = sense == Sense.AT_LEAST ? ">=" : "<=";
        return String.format(
                Locale.ROOT, "%-8s  %-17s %.2f x %s (wanted %s %.2f x)", mark, cell, measured, what, sign, wanted);
    }
}
