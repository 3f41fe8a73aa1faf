package dev.headgate.lab;

import java.util.Locale;

/**
 * How long something takes, at random.
 *
 * @param shape of the distribution
 * @param meanMillis its mean, in ms
 */
record Times(Shape shape, double meanMillis) {

    /** Of a distribution; the coefficient of variation in brackets. */
    enum Shape {
        /** Always the same (0). */
        CONSTANT,
        /** Anything between half and one and a half times the mean (0.29). */
        UNIFORM,
        /** Mostly quick, now and then slow (0.5). */
        LOGNORMAL,
        /** Without memory (1). */
        EXPONENTIAL
    }

    /** Of the logarithm, so that the coefficient of variation is 0.5: ln(1 + cv^2) is the variance. */
    private static final double SPREAD = Math.sqrt(Math.log(1.25));

    static Times constant(double millis) {
        return new Times(Shape.CONSTANT, millis);
    }

    static Times lognormal(double millis) {
        return new Times(Shape.LOGNORMAL, millis);
    }

    /**
     * The time below which a part {@code u} of all times lies, in ns: with a random number between 0 and 1, one draw.
     */
    long nanos(double u) {
        double factor = switch (shape) {
            case CONSTANT -> 1;
            case UNIFORM -> 0.5 + u;
            case LOGNORMAL -> Math.exp(SPREAD * Normal.quantile(u) - SPREAD * SPREAD / 2);
            case EXPONENTIAL -> -Math.log1p(-u);
        };
        return (long) (meanMillis * 1e6 * factor);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f ms %s", meanMillis, shape.name().toLowerCase(Locale.ROOT));
    }
}
