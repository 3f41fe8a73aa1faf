package dev.headgate;

/** A clock that a test moves by hand. Starts at an odd place near overflow, so that sums of readings do overflow. */
final class HandClock implements Clock {

    private volatile long nanos = Long.MAX_VALUE / 2;

    void advance(long by) {
        nanos += by;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long millis() {
        return nanos / 1_000_000;
    }
}
