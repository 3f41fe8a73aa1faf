package dev.headgate.testkit;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * At every commit: the committed offset is not beyond the lowest incomplete offset of its partition, what the commit's metadata
 * calls completed is completed, and no commit goes back within one assignment.
 *
 * <p>An offset is incomplete if it is known to exist (produced, polled or started) and was not completed. An offset that turns out to
 * exist after a commit beyond it is found, too. Needs {@link ObservedConsumer} on every reader.
 */
public final class FrontierCheck implements Checker {

    private record Assignment(String reader, TopicPartition partition) {}

    private final Findings findings = new Findings("Frontier never beyond the lowest incomplete offset");
    private final CommitDecoder decoder;
    private final OffsetSet existing = new OffsetSet();
    private final OffsetSet completed = new OffsetSet();
    private final Map<TopicPartition, Long> highest = new HashMap<>();
    private final Map<Assignment, Long> latest = new HashMap<>();
    private long commits;

    /** Checks with this decoder of the commit's metadata; {@link CommitDecoder#NONE} if there is none to check. */
    public FrontierCheck(CommitDecoder decoder) {
        this.decoder = decoder;
    }

    @Override
    public void exists(TopicPartition partition, long offset) {
        existing.add(partition, offset);
        if (offset < highest.getOrDefault(partition, 0L) && !completed.contains(partition, offset)) {
            findings.add(partition + "@" + offset + " exists and is incomplete, but " + highest.get(partition)
                    + " was committed before that was known");
        }
    }

    @Override
    public void started(Handling handling) {
        existing.add(handling.partition(), handling.offset());
    }

    @Override
    public void completed(TopicPartition partition, long offset) {
        completed.add(partition, offset);
    }

    @Override
    public void assigned(String reader, Set<TopicPartition> partitions) {
        partitions.forEach(partition -> latest.remove(new Assignment(reader, partition)));
    }

    @Override
    public void committing(String reader, Map<TopicPartition, OffsetAndMetadata> offsets) {
        commits++;
        offsets.forEach((partition, commit) -> check(reader, partition, commit));
    }

    private void check(String reader, TopicPartition partition, OffsetAndMetadata commit) {
        String what = "commit " + commits + " of " + reader + " for " + partition + " at " + commit.offset();
        BitSet incomplete = (BitSet) existing.of(partition).clone();
        incomplete.andNot(completed.of(partition));
        int lowest = incomplete.nextSetBit(0);
        if (lowest >= 0 && lowest < commit.offset()) {
            findings.add(what + " is beyond the incomplete offset " + lowest);
        }
        try {
            decoder.completedAbove(partition, commit)
                    .filter(offset -> !completed.contains(partition, offset) && existing.contains(partition, offset))
                    .forEach(offset -> findings.add(what + " calls " + offset + " completed, which it is not"));
        } catch (RuntimeException e) {
            findings.add(what + " has metadata that cannot be read: " + e);
        }
        Long before = latest.put(new Assignment(reader, partition), commit.offset());
        if (before != null && before > commit.offset()) {
            findings.add(what + " goes back: " + before + " was committed before in the same assignment");
        }
        highest.merge(partition, commit.offset(), Math::max);
    }

    /** How many commits were seen: a scenario without any has checked nothing. Read it when the scenario is over. */
    public long commits() {
        return commits;
    }

    @Override
    public Findings findings() {
        return findings;
    }
}
