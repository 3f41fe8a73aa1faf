package dev.headgate.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Backpressure: which lanes fetch. A lane stops at its high mark, in records or in bytes, and goes on below its low mark, so
 * that it does not flap; the others are not touched. What the client is told is worked out from the lanes and from what the
 * client itself says is paused, before every poll, so that no rebalance can make the two differ. The owner's.
 */
final class Flow {
    private final Consumer<byte[], byte[]> consumer;
    private final int highRecords;
    private final int lowRecords;
    private final long bytes;
    private final List<TopicPartition> toPause = new ArrayList<>();
    private final List<TopicPartition> toResume = new ArrayList<>();
    private boolean waitsForCompletions;

    Flow(Consumer<byte[], byte[]> consumer, Settings.Sizes sizes) {
        this.consumer = consumer;
        highRecords = sizes.bufferRecords();
        lowRecords = sizes.bufferRecords() / 2;
        bytes = sizes.bufferBytes();
    }

    /** Tells the client which partitions to fetch. Called before every poll. */
    void regulate(Lane[] lanes) {
        Set<TopicPartition> pausedNow = consumer.paused();
        toPause.clear();
        toResume.clear();
        for (Lane lane : lanes) {
            boolean pause = lane.paused;
            if (pause == pausedNow.contains(lane.partition)) {
                continue;
            }
            (pause ? toPause : toResume).add(lane.partition);
        }
        if (!toPause.isEmpty()) {
            consumer.pause(toPause);
        }
        if (!toResume.isEmpty()) {
            consumer.resume(toResume);
        }
    }

    /** Works out which lanes fetch; true if one of them could do with more records at once. */
    boolean judge(Lane[] lanes) {
        long share = lanes.length == 0 ? bytes : bytes / lanes.length;
        boolean wanted = lanes.length == 0;
        waitsForCompletions = false;
        for (Lane lane : lanes) {
            lane.paused = shallPause(lane, share);
            waitsForCompletions |= lane.paused && resumedByCompletions(lane, share);
            wanted |= !lane.paused && lane.atHand() < lowRecords;
        }
        return wanted;
    }

    /** Whether records that are being handled keep a lane from fetching, by their bytes or by their place, as last judged. */
    boolean waitsForCompletions() {
        return waitsForCompletions;
    }

    private static boolean resumedByCompletions(Lane lane, long share) {
        return lane.count(Flight.Phase.OUT) > 0 && (lane.bytes() >= Math.max(1, share / 2) || !lane.beyond.isEmpty());
    }

    private boolean shallPause(Lane lane, long share) {
        if (!lane.restored || lane.draining || !lane.beyond.isEmpty()) {
            return true;
        }
        // Superseded records stand among the unread ones until it is their turn.
        int records = Math.max(lane.atHand(), lane.unread.size());
        long held = lane.bytes();
        return lane.paused
                ? records >= Math.max(1, lowRecords) || held >= Math.max(1, share / 2)
                : records >= highRecords || held >= share;
    }
}
