package dev.headgate.bridge;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.SourcePartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a bridge is: what is committed on the target. Of this run, unless said otherwise.
 *
 * @param copied records
 * @param bytes of keys and values of these, as they are without compression
 * @param dropped records that the transform left out
 * @param dead records in the dead letters
 * @param lostToRetention offsets that the source deleted before they were read
 * @param restarts how often a worker began again at its last commit
 * @param lagRecords offsets that are there on the source and not committed on the target, as of the last answers
 * @param toCopy offsets that were there when the run began, of those not copied before
 * @param ofThese of these, how many are done
 * @param partitions that are copied
 * @param troubles what is in the way at the moment
 */
public record BridgeStats(
        long copied,
        long bytes,
        long dropped,
        long dead,
        long lostToRetention,
        long restarts,
        long lagRecords,
        long toCopy,
        long ofThese,
        int partitions,
        List<String> troubles) {

    /** The workers together. */
    static final class Sum {
        long bytes;
        long dropped;
        long dead;
        long lostToRetention;
        long restarts;
        final Map<SourcePartition, Position> began = new HashMap<>();
        final Map<SourcePartition, Position> positions = new HashMap<>();
        final Map<SourcePartition, Long> lags = new HashMap<>();
        final List<String> troubles = new ArrayList<>();

        /** @param plan null while it is not made */
        BridgeStats stats(Plan.@Nullable Detail plan) {
            long copied = 0;
            for (Map.Entry<SourcePartition, Position> now : positions.entrySet()) {
                Position before = began.get(now.getKey());
                copied += now.getValue().copied() - (before == null ? 0 : before.copied());
            }
            long toCopy = 0;
            long done = 0;
            if (plan != null) {
                for (Map.Entry<SourcePartition, OffsetRange> one : plan.ranges().entrySet()) {
                    Position before = plan.start().getOrDefault(one.getKey(), Position.at(0, 0));
                    long from = Math.max(one.getValue().first(), before.next());
                    long next = positions.getOrDefault(one.getKey(), before).next();
                    long there = Math.max(0, one.getValue().end() - from);
                    toCopy += there;
                    done += Math.clamp(next - from, 0, there);
                }
            }
            long lag = lags.values().stream().mapToLong(Long::longValue).sum();
            return new BridgeStats(
                    copied,
                    bytes,
                    dropped,
                    dead,
                    lostToRetention,
                    restarts,
                    lags.isEmpty() ? toCopy - done : lag,
                    toCopy,
                    done,
                    positions.size(),
                    List.copyOf(troubles));
        }
    }
}
