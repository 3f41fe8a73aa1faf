package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.GroupPosition;
import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourceOptions;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.bridge.source.SourceTopic;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads by {@code SimpleConsumer} of 0.8.2.2, one for each leader. Brokers of 0.8 and 0.9 are what it is for; up to 3.9 they convert what
 * they have for it, and timestamps and headers are lost on the way.
 */
final class SimpleConsumerSource implements Source {

    private final SourceOptions options;
    private final Cluster cluster;
    private final Fetcher fetcher;
    private @Nullable OldZooKeeper zookeeper;

    /** Connects; blocks until a broker has answered. */
    SimpleConsumerSource(SourceOptions options) {
        this.options = options;
        Settings settings = Settings.of(options);
        Set<Address> known = new LinkedHashSet<>(Address.parse(options.bootstrap()));
        this.cluster = new Cluster(settings, known, options.patience(), System::nanoTime);
        ClusterView view = cluster.view(cluster.patience());
        this.fetcher = new Fetcher(settings, known, System::nanoTime);
        fetcher.know(view);
    }

    @Override
    public List<SourceTopic> topics() {
        return cluster.topics(zookeeper());
    }

    @Override
    public Map<SourcePartition, OffsetRange> ranges(Collection<SourcePartition> partitions) {
        return cluster.ranges(partitions);
    }

    @Override
    public void seek(SourcePartition partition, long offset) {
        fetcher.seek(partition, offset);
    }

    @Override
    public void leave(SourcePartition partition) {
        fetcher.leave(partition);
    }

    @Override
    public void fetch(Set<SourcePartition> wanted, long maxBytes, Duration maxWait, RecordSink sink) {
        fetcher.fetch(wanted, maxBytes, maxWait, sink);
    }

    @Override
    public List<GroupPosition> groupPositions(Set<String> groups, Collection<SourcePartition> partitions) {
        return new GroupOffsets(cluster).positions(groups, partitions, zookeeper());
    }

    @Override
    public void wakeup() {
        fetcher.wakeup();
    }

    @Override
    public void close() {
        fetcher.close();
        if (zookeeper != null) {
            zookeeper.close();
        }
    }

    /** Null if none was given; opened at its first use. */
    private @Nullable OldZooKeeper zookeeper() {
        if (zookeeper == null && options.zookeeper() != null) {
            zookeeper = OldZooKeeper.open(options.zookeeper(), options.patience());
        }
        return zookeeper;
    }
}
