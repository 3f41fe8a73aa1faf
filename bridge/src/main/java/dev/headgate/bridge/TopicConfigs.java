package dev.headgate.bridge;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which of a topic's configurations go to the target with it, and which do not, and why. */
final class TopicConfigs {
    /** Of what a topic keeps and for how long. */
    private static final Set<String> CARRIED = Set.of(
            "cleanup.policy",
            "delete.retention.ms",
            "max.compaction.lag.ms",
            "max.message.bytes",
            "min.cleanable.dirty.ratio",
            "min.compaction.lag.ms",
            "retention.bytes",
            "retention.ms",
            "segment.bytes",
            "segment.ms");

    private static final String SEGMENT_BYTES = "segment.bytes";
    /** The least that brokers take from 4.0 on (KIP-1030). */
    private static final long LEAST_SEGMENT = 1 << 20;

    private TopicConfigs() {}

    /** What the target's topic is made with. */
    static Map<String, String> carried(Map<String, String> source) {
        Map<String, String> carried = new TreeMap<>();
        source.forEach((name, value) -> {
            if (CARRIED.contains(name)) {
                carried.put(name, name.equals(SEGMENT_BYTES) ? atLeastASegment(value) : value);
            }
        });
        // Without it brokers of 4.0 and newer refuse records whose clock was more than an hour ahead.
        carried.put("message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE));
        return carried;
    }

    private static String atLeastASegment(String value) {
        try {
            return String.valueOf(Math.max(LEAST_SEGMENT, Long.parseLong(value.strip())));
        } catch (NumberFormatException e) {
            return value; // The target will say what is wrong with it.
        }
    }

    /**
     * What is set at the source and does not go over: replication is the target's business, {@code compression.type} would have its broker compress
     * again, {@code message.timestamp.type} would overwrite the times.
     */
    static Set<String> left(Map<String, String> source) {
        Set<String> left = new TreeSet<>(source.keySet());
        left.removeAll(CARRIED);
        return left;
    }
}
