package dev.headgate;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that a test moves by hand. Starts at an odd place near overflow, so that sums of readings do overflow. */
final class HandClock implements Clock {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE / 2);

    void advance(long by) {
        nanos.addAndGet(by);
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public long millis() {
        return nanos.get() / 1_000_000;
    }
}
