package dev.headgate.bench;

import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Which records an arm has lost, once it is closed. */
final class Losses {
    private Losses() {}

    /**
     * Counts the records never handled that the group will not be given again: below its committed offsets; and, if the arm
     * will not go on by itself any more ({@code ended}), those below the highest one handled in their partition.
     *
     * @param committed the group's committed offsets; empty if it commits nothing
     * @param ended     the arm read the whole topic, or came to a standstill
     * @return null if nothing can be told: nothing committed and not ended
     */
    static @Nullable Long count(Ledger ledger, Map<TopicPartition, OffsetAndMetadata> committed, boolean ended) {
        if (committed.isEmpty() && !ended) {
            return null;
        }
        long[] below = new long[ledger.partitions()];
        committed.forEach((partition, offset) -> below[partition.partition()] = offset.offset());
        long lost = 0;
        for (int p = 0; p < below.length; p++) {
            long upTo = ended ? Math.max(below[p], ledger.top(p)) : below[p];
            lost += ledger.missingBelow(p, upTo);
        }
        return lost;
    }
}
