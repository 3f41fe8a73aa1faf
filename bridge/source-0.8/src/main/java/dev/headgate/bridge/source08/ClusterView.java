package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.SourcePartition;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * The cluster as one of its brokers sees it.
 *
 * @param topics number of partitions by name, Kafka's own topics among them
 * @param leaders of the partitions that have one
 * @param brokers all that lead or follow
 */
record ClusterView(SortedMap<String, Integer> topics, Map<SourcePartition, Address> leaders, Set<Address> brokers) {
    ClusterView {
        topics = Collections.unmodifiableSortedMap(topics);
        leaders = Map.copyOf(leaders);
        brokers = Set.copyOf(brokers);
    }

    boolean has(SourcePartition partition) {
        return partition.partition() < topics.getOrDefault(partition.topic(), 0);
    }
}
