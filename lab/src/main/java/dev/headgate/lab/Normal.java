package dev.headgate.lab;

/**
 * The standard normal distribution's quantiles, good to about 4.5e-4. (M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 1964,
 * 26.2.23.)
 */
final class Normal {
    private Normal() {}

    /** @param u above 0 and below 1 */
    static double quantile(double u) {
        return u < 0.5 ? -upper(u) : upper(1 - u);
    }

    /** Above which a part {@code tail} lies, at most one half. */
    private static double upper(double tail) {
        double t = Math.sqrt(-2 * Math.log(tail));
        return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    }
}
