package dev.headgate.bridge;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.SourcePartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads both sides again and compares what was copied, partition by partition: how many records, and whether they are the same in the same order. Records that the
 * source has deleted since are left out on the target as well.
 */
final class Verification {
    private final Scan source;
    private final Scan target;
    private final RecordHash hash = new RecordHash();

    Verification(Scan source, Scan target) {
        this.source = source;
        this.target = target;
    }

    /** Compares; reads all of it, and blocks for as long. */
    List<Verified> compare(Map<SourcePartition, Position> positions) {
        List<Verified> results = new ArrayList<>();
        new TreeMap<>(positions).forEach((partition, position) -> results.add(compare(partition, position)));
        return results;
    }

    private Verified compare(SourcePartition partition, Position position) {
        OffsetRange there = source.range(partition);
        long from = Math.max(position.first(), there.first());
        Sum left = new Sum(0);
        source.records(partition, from, position.next(), left);
        long skip = from > position.first() ? Math.max(0, position.copied() - left.count) : 0;
        Sum right = new Sum(skip);
        // All that is committed from where copying began: what came after the last record is there too much.
        target.records(partition, position.base(), target.range(partition).end(), right);
        return new Verified(
                partition.topic(),
                partition.partition(),
                from,
                position.next(),
                left.count,
                right.count,
                left.sum == right.sum && (left.timeless > 0 || left.timed == right.timed));
    }

    /** Counts and sums up. */
    private final class Sum implements Scan.Visitor {
        private long skip;
        private long count;
        private long sum;
        /** As {@link #sum}, with the timestamps. */
        private long timed;

        private long timeless;

        Sum(long skip) {
            this.skip = skip;
        }

        @Override
        public void record(
                long offset,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                @Nullable Object @Nullable [] headers) {
            if (skip > 0) {
                skip--;
                return;
            }
            count++;
            long content = hash.of(key, value, -1, headers);
            sum = RecordHash.mix(sum, content);
            timed = RecordHash.mix(timed, RecordHash.mix(content, timestamp));
            if (timestamp < 0) {
                timeless++;
            }
        }
    }
}
