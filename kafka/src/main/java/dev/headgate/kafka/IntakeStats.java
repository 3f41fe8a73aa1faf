package dev.headgate.kafka;

import dev.headgate.GateStats;
import java.util.List;
import java.util.Map;

/**
 * What an intake has done and where its records are, as one consistent reading that the owner thread published. Counts
 * are cumulative since the start; two readings give exact averages for the time between them.
 *
 * @param name the intake's name
 * @param state where the intake is in its life
 * @param atNanos when the reading was taken, on the intake's monotonic clock
 * @param inFlight the intake's own gate: in use are the running handlers, waiting are the records that could start but
 *     for a slot
 * @param fetched records received from Kafka, those skipped as already completed not counted
 * @param done records that a handler completed
 * @param dropped records completed without being handled, by reason
 * @param dead records whose dead letter was acknowledged
 * @param attempts handler calls that ended, one a record
 * @param retries attempts that ended with the record to be tried again
 * @param held records that wait for their not-before time
 * @param retrying records that wait for their next attempt
 * @param buffered records fetched and not completed
 * @param bufferedBytes key and value bytes of those, plus 64 bytes each
 * @param pausedLanes lanes that do not fetch at the moment, parked ones included
 * @param parkedLanes paused lanes none of whose records may start yet
 * @param lagRecords records in Kafka that are not completed, as far as known; -1 before the first fetch
 * @param lagMillis the age of the oldest record that is not completed, in ms
 * @param commits commits that Kafka acknowledged
 * @param commitFailures commits that failed; each is made again from the state of the day
 * @param commitAgeMillis how long completed work has been waiting for an acknowledged commit, in ms; 0 when none is
 * @param polls calls of poll
 * @param longestPollGapMillis the longest time between two polls so far, in ms
 * @param rebalances times that partitions were assigned, revoked or lost
 * @param rebalanceMillis total time spent on giving up partitions, in ms
 * @param lanes one reading per assigned partition
 */
public record IntakeStats(
        String name,
        IntakeState state,
        long atNanos,
        GateStats inFlight,
        long fetched,
        long done,
        Map<String, Long> dropped,
        long dead,
        long attempts,
        long retries,
        int held,
        int retrying,
        int buffered,
        long bufferedBytes,
        int pausedLanes,
        int parkedLanes,
        long lagRecords,
        long lagMillis,
        long commits,
        long commitFailures,
        long commitAgeMillis,
        long polls,
        long longestPollGapMillis,
        long rebalances,
        long rebalanceMillis,
        List<LaneStats> lanes) {

    IntakeStats in(IntakeState next) {
        return new IntakeStats(
                name,
                next,
                atNanos,
                inFlight,
                fetched,
                done,
                dropped,
                dead,
                attempts,
                retries,
                held,
                retrying,
                buffered,
                bufferedBytes,
                pausedLanes,
                parkedLanes,
                lagRecords,
                lagMillis,
                commits,
                commitFailures,
                commitAgeMillis,
                polls,
                longestPollGapMillis,
                rebalances,
                rebalanceMillis,
                lanes);
    }

    /**
     * Whether more lies in Kafka than the intake has taken: it is full, or has fetched the smaller part of what is there. A service that keeps
     * up is not behind, whatever it holds until a later time.
     */
    public boolean behind() {
        return pausedLanes > parkedLanes || lagRecords > 2L * buffered + held;
    }

    /** Records that are completed, however they ended. */
    public long completed() {
        return done + dead + droppedTotal();
    }

    /** Records completed without being handled, for whatever reason. */
    public long droppedTotal() {
        return dropped.values().stream().mapToLong(Long::longValue).sum();
    }
}
