package dev.headgate.testkit;

import org.apache.kafka.common.TopicPartition;

/**
 * At most so many records are handled again. A start counts when its record was started before and that attempt did not fail: it
 * was done, or still runs, or was cut off. A retry after a failed attempt does not count.
 */
public final class Duplicates implements Checker {

    private final long bound;
    private final Findings findings;
    private final OffsetSet started = new OffsetSet();
    private final OffsetSet failed = new OffsetSet();
    private final OffsetSet completed = new OffsetSet();

    private Duplicates(long bound) {
        this.bound = bound;
        this.findings = new Findings("At most " + bound + " records handled again");
    }

    /** Allows {@code bound} repeated starts in the whole scenario, 0 or more. */
    public static Duplicates atMost(long bound) {
        return new Duplicates(bound);
    }

    @Override
    public void started(Handling handling) {
        TopicPartition partition = handling.partition();
        long offset = handling.offset();
        boolean first = started.add(partition, offset);
        boolean retry = failed.contains(partition, offset);
        failed.remove(partition, offset);
        if (!first && !retry) {
            findings.note(
                    handling + " was " + (completed.contains(partition, offset) ? "completed" : "started") + " before");
        }
    }

    @Override
    public void ended(Handling handling) {
        if (handling.state() == Handling.State.FAILED) {
            failed.add(handling.partition(), handling.offset());
        }
    }

    @Override
    public void completed(TopicPartition partition, long offset) {
        completed.add(partition, offset);
        failed.remove(partition, offset);
    }

    @Override
    public Findings findings() {
        if (findings.count() > bound) {
            findings.breaks();
        }
        return findings;
    }
}
