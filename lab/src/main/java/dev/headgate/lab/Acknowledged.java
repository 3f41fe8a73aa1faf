package dev.headgate.lab;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Which offsets may be committed: up to the first that is not done. Safe for use by any thread. */
final class Acknowledged {
    private static final class Open {
        private final TreeSet<Long> offsets = new TreeSet<>();
        private long next;
        private long committed = -1;
    }

    private final Map<TopicPartition, Open> open = new HashMap<>(); // guarded by this

    synchronized void begin(Received received) {
        Open there = open.computeIfAbsent(received.partition(), partition -> new Open());
        there.offsets.add(received.offset());
        there.next = received.offset() + 1;
    }

    synchronized void done(Received received) {
        Open there = open.get(received.partition());
        if (there != null) {
            there.offsets.remove(received.offset());
        }
    }

    /** What has moved since the last call. */
    synchronized Map<TopicPartition, OffsetAndMetadata> news() {
        Map<TopicPartition, OffsetAndMetadata> news = new HashMap<>();
        open.forEach((partition, there) -> {
            long frontier = there.offsets.isEmpty() ? there.next : there.offsets.first();
            if (frontier > there.committed) {
                there.committed = frontier;
                news.put(partition, new OffsetAndMetadata(frontier));
            }
        });
        return news;
    }
}
