package dev.headgate.doctor;

/**
 * What is asked of the doctor.
 *
 * @param target records/s to reach; {@link Double#POSITIVE_INFINITY}: what the load offers, at most ten times the
 *     present throughput
 * @param seed of the simulation: the same observation and question give the same verdict
 * @param records simulated for each arm, 1,000 to 10,000,000
 */
public record Question(double target, long seed, int records) {

    private static final int RECORDS = 10_000;

    /** Checks the ranges. */
    public Question {
        if (!(target > 0)) {
            throw new IllegalArgumentException("A target is a rate above 0 records/s, not " + target);
        }
        if (records < 1_000 || records > 10_000_000) {
            throw new IllegalArgumentException(
                    "The number of simulated records is 1,000 to 10,000,000, not " + records);
        }
    }

    /** What limits, and what lifting it brings. */
    public static Question defaults() {
        return new Question(Double.POSITIVE_INFINITY, 1, RECORDS);
    }

    /** How to reach {@code perSecond} records/s. */
    public static Question target(double perSecond) {
        return new Question(perSecond, 1, RECORDS);
    }

    /** With another seed. */
    public Question seed(long other) {
        return new Question(target, other, records);
    }

    /** With another number of simulated records. */
    public Question records(int other) {
        return new Question(target, seed, other);
    }
}
