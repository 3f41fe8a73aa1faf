package dev.headgate.soak;

import java.util.Arrays;

/** Times without a record done, over all partitions and for each of them, between two moments. */
final class Gaps {
    /** For {@link Seen}: over all partitions. */
    static final int ALL = -1;

    /** Takes every gap. */
    interface Seen {
        /** Nothing of the partition, or of {@link #ALL}, was done between the two, both as {@code System.nanoTime()}. */
        void gap(int partition, long begin, long end);
    }

    private final long from;
    private final long to;
    private final long[] lastOf;
    private final Seen seen;
    private long last;
    private long longest;
    private long done;

    /** Both as {@code System.nanoTime()}. */
    Gaps(int partitions, long from, long to, Seen seen) {
        this.from = from;
        this.to = to;
        this.seen = seen;
        this.lastOf = new long[partitions];
        Arrays.fill(lastOf, from);
        this.last = from;
    }

    void see(Event event) {
        if (event.kind() != Event.Kind.DONE || event.nanos() < from || event.nanos() > to) {
            return;
        }
        done++;
        all(event.nanos());
        one(event.partition(), event.nanos());
    }

    /** No event comes any more. */
    void end() {
        all(to);
        for (int p = 0; p < lastOf.length; p++) {
            one(p, to);
        }
    }

    private void all(long now) {
        if (now > last) {
            longest = Math.max(longest, now - last);
            seen.gap(ALL, last, now);
            last = now;
        }
    }

    private void one(int partition, long now) {
        if (now > lastOf[partition]) {
            seen.gap(partition, lastOf[partition], now);
            lastOf[partition] = now;
        }
    }

    /** The longest time in which nothing at all was done, in ms. */
    double longestMillis() {
        return longest / 1e6;
    }

    double perSecond() {
        return done * 1e9 / (to - from);
    }
}
