package dev.headgate.kafka;

import java.util.HashMap;
import java.util.Map;

/** What has happened so far, in counts that only grow. The owner's; {@link Readings} makes immutable readings of it. */
final class Tally {
    long fetched;
    long done;
    long dead;
    long retries;
    long attempts;
    /** Slots taken and given back: attempts, but a batch counts once. */
    long calls;

    long polls;
    long longestPollGapNanos;
    long rebalances;
    long rebalanceNanos;
    long commits;
    long commitFailures;
    /** Waits and holds at the in-flight gate of attempts that have ended, in ns. */
    long waitNanos;

    long holdNanos;
    /** The part of those waits that came after the lane had reached the record. */
    long lineNanos;
    /** Waits that ended without an attempt. */
    long cancelled;
    /** Time-integral of the fetched records that only the length of the line keeps from being reached, as of the last turn. */
    long unreachedNanos;

    private final Map<String, Long> dropped = new HashMap<>();

    void attempt(Flight flight) {
        attempts++;
        if (flight.leads) {
            calls++;
            waitNanos += flight.startedAt - flight.arrivedAt();
            lineNanos += flight.startedAt - flight.joinedLineAt();
            holdNanos += flight.finishedAt - flight.startedAt;
        }
        if (flight.recorder != null) {
            flight.recorder.attempt();
        }
    }

    /** A record that was ready or in line will not be handled. */
    void leftLine(Flight flight, long now) {
        cancelled++;
        waitNanos += now - flight.readyAt;
        lineNanos += now - flight.joinedAt;
    }

    /** A record that was counted as waiting for a slot, when the lane came to it, turned out to wait for something else. */
    void turnedAway(long waited) {
        cancelled++;
        waitNanos += waited;
    }

    void ended(Outcome outcome) {
        switch (outcome) {
            case Outcome.Done d -> done++;
            case Outcome.Dead d -> dead++;
            case Outcome.Dropped(String reason) -> dropped.merge(reason, 1L, Long::sum);
            case Outcome.Again again -> throw new IllegalStateException("a record to be tried again has not ended");
        }
    }

    Map<String, Long> dropped() {
        return Map.copyOf(dropped);
    }
}
