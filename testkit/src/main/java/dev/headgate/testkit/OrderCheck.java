package dev.headgate.testkit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What {@link OrderPerKey} and {@link OrderPerPartition} share: handlings fall into queues, and within one reader's queue they may
 * not overlap, and may start only in the order of their offsets. A new assignment may go back to lower offsets; a failed one may be
 * started again. An overlap counts across assignments.
 */
final class OrderCheck {

    /** One reader's queue. */
    private record Queue(String reader, TopicPartition partition, Object within) {}

    private final Findings findings;
    private final Function<Handling, @Nullable Object> queueOf;
    private final Map<Queue, Handling> latest = new HashMap<>();
    private final Map<Queue, Set<Handling>> running = new HashMap<>();

    /** {@code queueOf} names the queue within the partition, or null for what needs no order. */
    OrderCheck(Findings findings, Function<Handling, @Nullable Object> queueOf) {
        this.findings = findings;
        this.queueOf = queueOf;
    }

    /** Whether the start was in order. */
    boolean started(Handling handling) {
        Queue queue = queue(handling);
        if (queue == null) {
            return true;
        }
        Set<Handling> others = running.computeIfAbsent(queue, any -> new HashSet<>());
        others.forEach(other -> findings.add(handling + " started while " + other + " runs"));
        others.add(handling);

        Handling before = latest.get(queue);
        if (before != null && handling.offset() < before.offset()) {
            findings.add(handling + " started after " + before);
            return false;
        }
        if (before != null && handling.offset() == before.offset() && before.state() == Handling.State.DONE) {
            findings.add(handling + " started again, in the same assignment, after " + before);
        }
        latest.put(queue, handling);
        return true;
    }

    void ended(Handling handling) {
        Queue queue = queue(handling);
        Set<Handling> others = queue == null ? null : running.get(queue);
        if (others != null) {
            others.remove(handling);
            if (others.isEmpty()) {
                running.remove(queue);
            }
        }
    }

    void assigned(String reader, Set<TopicPartition> partitions) {
        latest.keySet().removeIf(queue -> queue.reader().equals(reader) && partitions.contains(queue.partition()));
    }

    private @Nullable Queue queue(Handling handling) {
        Object within = queueOf.apply(handling);
        return within == null ? null : new Queue(handling.reader(), handling.partition(), within);
    }
}
