package dev.headgate.bridge;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.SourcePartition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a bridge is about to do; nothing of it is done yet.
 *
 * @param sourceVersion as releases are called
 * @param client which one reads the source, and why that one
 * @param targetVersion as releases are called
 * @param topics by name
 * @param notes what will not carry over, and what else should be known before
 */
public record Plan(String sourceVersion, String client, String targetVersion, List<Topic> topics, List<String> notes) {

    /**
     * One topic.
     *
     * @param partitions of the source
     * @param targetPartitions of the target, now; 0 if it will be made
     * @param configs that it will be made with
     * @param records offsets that are there to be copied (fewer where the source has compacted or deleted)
     * @param copiedBefore records that this bridge has copied in earlier runs
     * @param bytes of keys and values to be copied, without compression, judged by a sample; -1 if there was nothing to judge by
     */
    public record Topic(
            String name,
            int partitions,
            int targetPartitions,
            Map<String, String> configs,
            long records,
            long copiedBefore,
            long bytes) {}

    /**
     * The plan, and what of it the workers need.
     *
     * @param start where each partition begins
     * @param ranges of the source's partitions, as seen when the plan was made
     * @param targetPartitions of each topic once the bridge has begun
     * @param tightness that the target's disks may be too small for it, in words; null if they are not, or nobody knows
     */
    record Detail(
            Plan plan,
            Map<SourcePartition, Position> start,
            Map<SourcePartition, OffsetRange> ranges,
            Map<String, Integer> targetPartitions,
            @Nullable String tightness) {}
}
