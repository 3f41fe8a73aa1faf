package dev.headgate.lab;

import java.util.Locale;
import java.util.random.RandomGenerator;

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

    /** One draw, in ns. */
    long nanos(RandomGenerator random) {
        double factor = switch (shape) {
            case CONSTANT -> 1;
            case UNIFORM -> 0.5 + random.nextDouble();
            case LOGNORMAL -> Math.exp(SPREAD * random.nextGaussian() - SPREAD * SPREAD / 2);
            case EXPONENTIAL -> random.nextExponential();
        };
        return (long) (meanMillis * 1e6 * factor);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f ms %s", meanMillis, shape.name().toLowerCase(Locale.ROOT));
    }
}
