package dev.headgate.doctor;

/** What the outside offers: no change inside brings more than this. */
public sealed interface Load {

    /** As much as can be taken: a topic with a lag, a job with everything on disk. */
    record Backlog() implements Load {}

    /**
     * Records arrive by themselves, whatever the system does.
     *
     * @param perSecond arrivals/s, above 0
     */
    record Open(double perSecond) implements Load {}

    /**
     * A fixed number of records is in the system; each that ends lets the next one in: users who wait for an answer, a
     * pool of workers.
     *
     * @param population records in the system, at least 1
     */
    record Closed(double population) implements Load {}

    /** As much as can be taken. */
    static Load backlog() {
        return new Backlog();
    }

    /** Arrivals at a rate of their own. */
    static Load open(double perSecond) {
        return new Open(perSecond);
    }

    /** A fixed number in the system. */
    static Load closed(double population) {
        return new Closed(population);
    }
}
