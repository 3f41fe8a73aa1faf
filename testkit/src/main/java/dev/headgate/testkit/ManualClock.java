package dev.headgate.testkit;

import dev.headgate.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A clock that stands still until it is told to move.
 *
 * <p>Safe for use by any thread. {@link #advance} runs the listeners on the calling thread, after both readings have moved.
 */
public final class ManualClock implements Clock {

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private long nanos;
    private long wallNanos;

    /** Starts at 2026-01-01T00:00:00Z and at an arbitrary monotonic origin, which is far from 0 on purpose. */
    public ManualClock() {
        this(Instant.parse("2026-01-01T00:00:00Z"));
    }

    /** Starts with the wall clock at {@code start}. */
    public ManualClock(Instant start) {
        // A negative origin, as System.nanoTime may have: code that compares readings instead of differences breaks
        // here.
        this.nanos = -Duration.ofDays(1).toNanos();
        this.wallNanos = Math.multiplyExact(start.toEpochMilli(), 1_000_000L);
    }

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    @Override
    public synchronized long millis() {
        return Math.floorDiv(wallNanos, 1_000_000L);
    }

    /**
     * Moves both readings forward together.
     *
     * @throws IllegalArgumentException if {@code by} is negative: monotonic time does not run back
     */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException(
                    "advance(" + by + "): monotonic time cannot go back; use moveWall for that");
        }
        synchronized (this) {
            nanos += by.toNanos();
            wallNanos += by.toNanos();
        }
        listeners.forEach(Runnable::run);
    }

    /** Moves the wall clock alone, in either direction, as a time server or an operator would. */
    public void moveWall(Duration by) {
        synchronized (this) {
            wallNanos += by.toNanos();
        }
        listeners.forEach(Runnable::run);
    }

    /** Runs {@code listener} after every move, on the thread that moves the clock. It must not block. */
    public void onMove(Runnable listener) {
        listeners.add(listener);
    }
}
