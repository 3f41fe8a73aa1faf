package dev.headgate.testkit;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Records of one key of one partition start in the order of their offsets, and none starts while another of them runs. Records
 * without a key are in no order among themselves.
 *
 * <p>It is checked twice: strictly within one reader's assignment, and, over all readers and assignments, for the first start of each
 * record: whatever is handled again, no later record is seen before an earlier one. The second holds only where no reader goes on
 * with a partition that it has lost.
 */
public final class OrderPerKey implements Checker {

    /** A key of a partition: equal keys of different partitions are different keys. */
    private record Key(TopicPartition partition, Object key) {}

    private final Findings findings = new Findings("Order per key");
    private final OrderCheck strict = new OrderCheck(findings, Handling::key);
    private final boolean acrossReaders;
    private final OffsetSet seen = new OffsetSet();
    private final Map<Key, Handling> furthest = new HashMap<>();

    /** Checks within and across readers. */
    public OrderPerKey() {
        this(true);
    }

    private OrderPerKey(boolean acrossReaders) {
        this.acrossReaders = acrossReaders;
    }

    /** Checks each reader by itself: for scenarios in which a reader works on although it has lost its partitions. */
    public static OrderPerKey withinReaders() {
        return new OrderPerKey(false);
    }

    @Override
    public void started(Handling handling) {
        boolean inOrder = strict.started(handling);
        Object key = handling.key();
        if (!acrossReaders || key == null || !seen.add(handling.partition(), handling.offset())) {
            return;
        }
        Key id = new Key(handling.partition(), key);
        Handling later = furthest.get(id);
        if (later == null || later.offset() < handling.offset()) {
            furthest.put(id, handling);
        } else if (inOrder) {
            findings.add(handling + " was first seen after " + later);
        }
    }

    @Override
    public void ended(Handling handling) {
        strict.ended(handling);
    }

    @Override
    public void assigned(String reader, Set<TopicPartition> partitions) {
        strict.assigned(reader, partitions);
    }

    @Override
    public Findings findings() {
        return findings;
    }
}
