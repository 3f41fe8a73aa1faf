package dev.headgate.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Flights that were still being handled when their lane went. Where records are ordered, they keep their place: the next lane
 * of the partition lets no record of the same key start before they have finished. The owner's.
 */
final class Stragglers {
    private final Map<TopicPartition, List<Flight>> byPartition = new HashMap<>();

    void leftBehind(Flight flight) {
        byPartition
                .computeIfAbsent(flight.lane.partition, partition -> new ArrayList<>())
                .add(flight);
    }

    /** A new lane of the partition takes over the places that its predecessors' flights keep. */
    void handOver(Lane next) {
        for (Flight flight : byPartition.getOrDefault(next.partition, List.of())) {
            flight.lane.successor = next;
            if (next.chains != null) {
                next.chains.adopt(flight);
            }
        }
    }

    /** The lane in which the flight kept a place; null if there is none. */
    @Nullable
    Lane finished(Flight flight) {
        TopicPartition partition = flight.lane.partition;
        List<Flight> left = byPartition.get(partition);
        if (left != null) {
            left.remove(flight);
            if (left.isEmpty()) {
                byPartition.remove(partition);
            }
        }
        Lane lane = flight.lane.successor;
        return lane == null || lane.gone ? null : lane;
    }

    int count() {
        return byPartition.values().stream().mapToInt(List::size).sum();
    }

    List<Flight> all() {
        return byPartition.values().stream().flatMap(List::stream).toList();
    }
}
