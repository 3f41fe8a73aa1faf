package dev.headgate.testkit;

import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Within one reader's assignment the records of a partition start in the order of their offsets, one at a time. */
public final class OrderPerPartition implements Checker {

    private final Findings findings = new Findings("Order per partition");
    private final OrderCheck order = new OrderCheck(findings, Handling::partition);

    @Override
    public void started(Handling handling) {
        order.started(handling);
    }

    @Override
    public void ended(Handling handling) {
        order.ended(handling);
    }

    @Override
    public void assigned(String reader, Set<TopicPartition> partitions) {
        order.assigned(reader, partitions);
    }

    @Override
    public Findings findings() {
        return findings;
    }
}
