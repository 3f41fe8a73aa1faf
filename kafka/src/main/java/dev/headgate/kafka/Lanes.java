package dev.headgate.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The lanes of the partitions that are assigned now. The owner's. */
final class Lanes {
    private static final Lane[] NONE = {};

    private final Map<TopicPartition, Lane> byPartition = new HashMap<>();
    private Lane[] all = NONE;

    @Nullable
    Lane get(TopicPartition partition) {
        return byPartition.get(partition);
    }

    void add(Lane lane) {
        byPartition.put(lane.partition, lane);
        all = byPartition.values().toArray(NONE);
    }

    void removeAll(Collection<Lane> lanes) {
        lanes.forEach(lane -> byPartition.remove(lane.partition, lane));
        all = byPartition.values().toArray(NONE);
    }

    /** All of them; not to be changed. */
    Lane[] all() {
        return all;
    }
}
