package dev.headgate.testkit;

import java.util.BitSet;
import org.apache.kafka.common.TopicPartition;

/**
 * Every record that exists is completed at least once: done, dropped or dead-lettered.
 *
 * <p>Where records are known by a number of the test's own instead of by their offset, use one {@code TopicPartition} of the test's
 * choice for all of them and the number for the offset.
 */
public final class NoLoss implements Checker {

    private final OffsetSet existing = new OffsetSet();
    private final OffsetSet completed = new OffsetSet();

    @Override
    public void exists(TopicPartition partition, long offset) {
        existing.add(partition, offset);
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
    public Findings findings() {
        Findings findings = new Findings("No record lost");
        for (TopicPartition partition : existing.partitions()) {
            BitSet missing = (BitSet) existing.of(partition).clone();
            missing.andNot(completed.of(partition));
            missing.stream()
                    .forEach(offset -> findings.add(partition + "@" + offset + " exists and was never completed"));
        }
        return findings;
    }
}
