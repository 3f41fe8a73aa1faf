package dev.headgate.bridge;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourcePartition;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the source again, by a client that somebody else closes. */
final class SourceScan implements Scan {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(250);

    private final Source source;

    SourceScan(Source source) {
        this.source = source;
    }

    @Override
    public OffsetRange range(SourcePartition partition) {
        OffsetRange range = source.ranges(Set.of(partition)).get(partition);
        if (range == null) {
            throw new BridgeException("The source tells no offsets of " + partition);
        }
        return range;
    }

    @Override
    public void records(SourcePartition partition, long from, long to, Visitor visitor) {
        if (from >= to) {
            return;
        }
        source.seek(partition, from);
        Progress progress = new Progress(from, to, visitor);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        long before = from;
        while (progress.next < to) {
            source.fetch(Set.of(partition), 4 << 20, POLL, progress);
            if (progress.next > before) {
                before = progress.next;
                deadline = System.nanoTime() + PATIENCE.toNanos();
            } else if (System.nanoTime() - deadline > 0) {
                source.leave(partition);
                throw new BridgeException("The source gave nothing of " + partition + " from offset " + before + " for "
                        + PATIENCE.toSeconds() + " s, though it goes on to " + to);
            }
        }
        source.leave(partition);
    }

    /** How far it is, and who hears of it. */
    private static final class Progress implements RecordSink {
        private final long to;
        private final Visitor visitor;
        private long next;

        Progress(long from, long to, Visitor visitor) {
            this.next = from;
            this.to = to;
            this.visitor = visitor;
        }

        @Override
        public void record(
                SourcePartition partition,
                long offset,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                @Nullable Object @Nullable [] headers) {
            if (offset < to) {
                visitor.record(offset, timestamp, key, value, headers);
            }
            next = Math.max(next, offset + 1);
        }

        @Override
        public void position(SourcePartition partition, long nextOffset, long end) {
            next = Math.max(next, nextOffset);
        }

        @Override
        public void gap(SourcePartition partition, long from, long until) {
            next = Math.max(next, until);
        }

        @Override
        public void trouble(String what) {}
    }

    @Override
    public void close() {}
}
