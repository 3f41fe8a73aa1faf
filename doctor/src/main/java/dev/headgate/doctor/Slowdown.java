package dev.headgate.doctor;

/**
 * How service times stretch with the number in service, by the Universal Scalability Law: the time is proportional to
 * {@code 1 + contention (n - 1) + coherency n (n - 1)}. (N. J. Gunther, "Guerrilla Capacity Planning", Springer 2007.)
 *
 * @param contention share of the work that is done one at a time, 0 or more
 * @param coherency cost of keeping each pair in step, 0 or more; above 0, throughput has a peak and falls after it
 * @param seenAt the n at which the times that it stretches were measured, at least 1
 */
record Slowdown(double contention, double coherency, double seenAt) {

    /** Times do not depend on the load. */
    static final Slowdown NONE = new Slowdown(0, 0, 1);

    /** Time at {@code n} over the time at {@code seenAt}. */
    double factor(double n) {
        return of(n) / of(seenAt);
    }

    /** The n of the highest throughput; infinite when more always brings more. */
    double bestN() {
        return coherency <= 0 ? Double.POSITIVE_INFINITY : Math.sqrt(Math.max(0, 1 - contention) / coherency);
    }

    private double of(double n) {
        double others = Math.max(0, n - 1);
        return 1 + contention * others + coherency * Math.max(1, n) * others;
    }
}
