package dev.headgate.bridge;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.SourcePartition;
import org.jspecify.annotations.Nullable;

/**
 * Which offset of the target stands for one of the source. Offsets differ: the target's has the marks of transactions in between, and the source's may have
 * holes. But both sides have the same records in the same order; so the records behind the source's offset are counted up to the last one that was
 * copied, and as many are counted back on the target. Costs a read of what lies behind the offset, on both sides.
 *
 * <p>What is found is checked by content. Where the source has compacted away records since they were copied, the count is too small; then the record itself
 * is looked for further back.
 */
final class Translation {
    private static final long AT_LEAST = 1_000;

    private final Scan source;
    private final Scan target;
    private final RecordHash hash = new RecordHash();

    Translation(Scan source, Scan target) {
        this.source = source;
        this.target = target;
    }

    /** What came of it. */
    sealed interface Result {
        /** The offset on the target; checked by content where there was a record to check. */
        record Found(long offset) implements Result {}

        /** There is none. */
        record Missing(String why) implements Result {}
    }

    Result translate(SourcePartition partition, Position copied, long offset) {
        if (offset > copied.next()) {
            return new Result.Missing(
                    "the group stands at " + offset + ", which is not copied yet (up to " + copied.next() + " is)");
        }
        if (copied.copied() == 0) {
            return new Result.Found(copied.base());
        }
        if (offset > copied.lastSource()) {
            return new Result.Found(copied.lastTarget() + 1);
        }
        First first = new First();
        OffsetRange there = source.range(partition);
        long from = Math.max(offset, Math.max(copied.first(), there.first()));
        source.records(partition, from, copied.lastSource() + 1, first);
        if (first.count == 0) {
            return new Result.Missing("the source has nothing any more from offset " + offset + " to "
                    + copied.lastSource() + ", so where the group stands cannot be told by content");
        }
        return search(partition, copied, first);
    }

    /** The first record of a scan, and how many there were. */
    private final class First implements Scan.Visitor {
        private long count;
        private long content;
        /** Where it has no timestamp, the target's has one that says nothing. */
        private boolean timed;

        @Override
        public void record(
                long offset,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                @Nullable Object @Nullable [] headers) {
            if (count++ == 0) {
                timed = timestamp >= 0;
                content = hash.of(key, value, timestamp, headers);
            }
        }
    }

    private Result search(SourcePartition partition, Position copied, First first) {
        long floor = Math.max(copied.base(), target.range(partition).first());
        long end = copied.lastTarget() + 1;
        long back = AT_LEAST + first.count + first.count / 8;
        while (true) {
            long from = Math.max(floor, end - back);
            First all = new First();
            target.records(partition, from, end, all);
            Pick pick = new Pick(all.count - first.count, first);
            if (all.count >= first.count) {
                target.records(partition, from, end, pick);
            }
            if (pick.offset >= 0) {
                return new Result.Found(pick.offset);
            }
            if (from == floor) {
                return new Result.Missing("the target has no record like the one at which the group stands");
            }
            back *= 8;
        }
    }

    /** The record of this index, if its content is right; else the last one before it whose content is. */
    private final class Pick implements Scan.Visitor {
        private final long index;
        private final First wanted;
        private long seen;
        private long offset = -1;

        Pick(long index, First wanted) {
            this.index = index;
            this.wanted = wanted;
        }

        @Override
        public void record(
                long at,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                @Nullable Object @Nullable [] headers) {
            if (seen++ <= index && hash.of(key, value, wanted.timed ? timestamp : -1, headers) == wanted.content) {
                offset = at;
            }
        }
    }
}
