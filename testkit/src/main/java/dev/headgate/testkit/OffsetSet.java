package dev.headgate.testkit;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Offsets per partition, one bit each; offsets up to 2^31 - 1, as tests have them. Not thread-safe. */
final class OffsetSet {

    private final Map<TopicPartition, BitSet> bits = new HashMap<>();

    /** Whether it was not in there before. */
    boolean add(TopicPartition partition, long offset) {
        BitSet set = of(partition);
        int index = Math.toIntExact(offset);
        boolean fresh = !set.get(index);
        set.set(index);
        return fresh;
    }

    void remove(TopicPartition partition, long offset) {
        of(partition).clear(Math.toIntExact(offset));
    }

    boolean contains(TopicPartition partition, long offset) {
        return of(partition).get(Math.toIntExact(offset));
    }

    /** The bits of one partition, live. */
    BitSet of(TopicPartition partition) {
        return bits.computeIfAbsent(partition, any -> new BitSet());
    }

    Collection<TopicPartition> partitions() {
        return bits.keySet();
    }
}
