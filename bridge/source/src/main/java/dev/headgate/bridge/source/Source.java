package dev.headgate.bridge.source;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A cluster to read from, by a client that is old enough for it.
 *
 * <p>One thread uses it; {@link #wakeup} alone is for others. All methods block for the cluster's answer. A cluster or broker that is away for
 * a while is no error: {@link #fetch} tells it as {@link RecordSink#trouble} and goes on trying, the other methods try for the patience that
 * the source was opened with.
 *
 * @throws SourceException from every method, where the cluster says no, or stays away for longer than the source's patience
 */
public interface Source extends AutoCloseable {

    /** The cluster's topics with their partitions, by name; those that Kafka keeps for itself ({@code __...}) are left out. */
    List<SourceTopic> topics();

    /** The offsets that are there now. A partition that does not exist is an error. */
    Map<SourcePartition, OffsetRange> ranges(Collection<SourcePartition> partitions);

    /**
     * Reads the partition from this offset on, from the next {@link #fetch}; also moves one that is being read. Offsets need not exist: the
     * next one that does is read.
     */
    void seek(SourcePartition partition, long offset);

    /** No longer reads the partition. */
    void leave(SourcePartition partition);

    /**
     * Waits until there are records of the wanted partitions, {@code maxWait} at most, and hands them over, each partition's in the order
     * of offsets, then says where each partition of which there was news stands ({@link RecordSink#position}). Hands over about {@code
     * maxBytes} of keys and values at most, but always at least one record if there is one, whatever its size.
     *
     * @param wanted of those that {@link #seek} was called for; others are not read, and lose nothing
     */
    void fetch(Set<SourcePartition> wanted, long maxBytes, Duration maxWait, RecordSink sink);

    /**
     * Where consumer groups stand, for all kinds of storage that this version has (ZooKeeper, {@code __consumer_offsets}); the later one if
     * a group has both.
     *
     * @param groups the groups asked for; empty for all
     * @throws SourceException also where this source cannot list groups, saying what would let it
     */
    List<GroupPosition> groupPositions(Set<String> groups, Collection<SourcePartition> partitions);

    /** Ends a {@link #fetch} that waits. Any thread; the next one ends at once if none waits. */
    void wakeup();

    /** Closes connections; within a few seconds. */
    @Override
    void close();
}
