package dev.headgate.bridge.source08;

import java.util.concurrent.TimeUnit;

/** How long to wait before the next attempt: 50 ms, then twice as long each time, 1 s at most. */
final class Backoff {

    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(1);

    private long next = SHORTEST;

    /** ns. */
    long next() {
        long now = next;
        next = Math.min(LONGEST, 2 * next);
        return now;
    }

    /** It worked. */
    void reset() {
        next = SHORTEST;
    }
}
