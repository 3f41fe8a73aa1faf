package dev.headgate.cli;

import dev.headgate.systems.hotelads.Reading;

/**
 * One second of a run.
 *
 * @param atSeconds its end, since the first record was produced
 * @param producedPerSecond records that Kafka acknowledged to the producer in it
 * @param completedPerSecond records that ended in it, in whatever way
 * @param lagRecords records not completed at its end; -1 while unknown
 * @param lagSeconds the age of the oldest of them
 * @param inFlight records in handling on average
 */
record Moment(
        double atSeconds,
        double producedPerSecond,
        double completedPerSecond,
        long lagRecords,
        double lagSeconds,
        double inFlight) {

    static Moment between(Reading earlier, Reading later, double atSeconds) {
        double seconds = (later.intake().atNanos() - earlier.intake().atNanos()) / 1e9;
        return new Moment(
                atSeconds,
                (later.produced().acknowledged() - earlier.produced().acknowledged()) / seconds,
                (later.intake().completed() - earlier.intake().completed()) / seconds,
                later.intake().lagRecords(),
                later.intake().lagMillis() / 1e3,
                later.gates().getFirst().since(earlier.gates().getFirst()).meanInUse());
    }
}
