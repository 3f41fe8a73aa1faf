package dev.headgate.cli;

import java.time.Duration;

/** How long a drain is waited for: not beyond a time in all, nor beyond another in which nothing moves. Not thread-safe. */
final class Patience {
    private final long total;
    private final long idle;
    private final long began;
    private long moved;
    private long last = Long.MIN_VALUE;

    Patience(Duration total, Duration idle, long now) {
        this.total = total.toNanos();
        this.idle = idle.toNanos();
        this.began = now;
        this.moved = now;
    }

    /** Whether it is used up, given how much is completed at a time in ns. */
    boolean usedUp(long completed, long now) {
        if (completed != last) {
            last = completed;
            moved = now;
        }
        return now - began > total || now - moved > idle;
    }
}
