package dev.headgate.bridge;

import dev.headgate.bridge.source.SourcePartition;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a writer is to do.
 *
 * @param transactionalId null for at least once
 * @param start where partitions begin of which there is no position yet
 * @param largestMessage that the target's topics take, in bytes
 * @param goals where each partition ended when the run began; empty if it is to go on
 * @param tightness of the target's disks when the run began, in words; null if there was none
 */
record Job(
        Settings settings,
        Target target,
        Positions positions,
        Claim claim,
        @Nullable String transactionalId,
        Map<SourcePartition, Position> start,
        long largestMessage,
        Map<SourcePartition, Long> goals,
        @Nullable String tightness) {}
