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
    /** Time-integral of the records that wait for a slot, in ns, as of the owner's last turn. */
    long waitingNanos;

    private final Map<String, Long> dropped = new HashMap<>();

    void attempt(Flight flight) {
        attempts++;
        if (flight.leads) {
            calls++;
            waitNanos += flight.startedAt - flight.readyAt;
            holdNanos += flight.finishedAt - flight.startedAt;
        }
        if (flight.recorder != null) {
            flight.recorder.attempt();
        }
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
