package dev.headgate.kafka;

import org.jspecify.annotations.Nullable;

/**
 * One lane at one moment.
 *
 * @param topic the topic
 * @param partition the partition
 * @param frontier the lowest offset not completed: what may be committed; -1 before the first record
 * @param committed the frontier that Kafka has acknowledged; -1 if none was in this assignment
 * @param reach one past the highest offset that was started
 * @param window how many offsets from the frontier on may be open at once at this moment
 * @param open records fetched and not completed
 * @param running records being handled
 * @param startable records that wait for a slot only
 * @param held records that wait for their not-before time
 * @param retrying records that wait for their next attempt or for their dead letter
 * @param bytes key and value bytes of the open records, plus 64 bytes each
 * @param paused whether the lane does not fetch
 * @param parked whether it does not fetch and none of its records may start yet
 * @param lagRecords records of the partition that are not completed; -1 while unknown
 * @param lagMillis the age of the oldest record not completed, by its Kafka timestamp, in ms
 * @param head the record at the frontier, which holds the commit back; null when nothing is open
 */
public record LaneStats(
        String topic,
        int partition,
        long frontier,
        long committed,
        long reach,
        long window,
        int open,
        int running,
        int startable,
        int held,
        int retrying,
        long bytes,
        boolean paused,
        boolean parked,
        long lagRecords,
        long lagMillis,
        @Nullable Head head) {

    /**
     * The record at a frontier.
     *
     * @param offset its offset
     * @param ageMillis how long ago it was fetched, in ms
     * @param blockingMillis how long the frontier has stood at it, in ms, the time not counted in which it might not start yet
     * @param attempts attempts begun
     * @param state what it is doing
     * @param gate the gate that its handler waits at or is inside, if it is at one
     */
    public record Head(
            long offset,
            long ageMillis,
            long blockingMillis,
            int attempts,
            String state,
            @Nullable String gate) {}

    /** The share of the window that is taken, 0 to 1. */
    public double windowFill() {
        return window == 0 ? 0 : Math.min(1, (double) Math.max(0, reach - frontier) / window);
    }
}
