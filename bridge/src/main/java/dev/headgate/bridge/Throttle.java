package dev.headgate.bridge;

import dev.headgate.Clock;

/**
 * So many bytes a second on average, and no more than a second's worth at once. Owned by one thread.
 *
 * <p>What is taken may exceed what is left; then the next wait is longer. So a record larger than a second's worth passes.
 */
final class Throttle {
    private static final long SECOND = 1_000_000_000L;

    private final long perSecond;
    private final Clock clock;
    private double left;
    private long at;

    /** @param perSecond bytes/s; {@link Long#MAX_VALUE} for no bound */
    Throttle(long perSecond, Clock clock) {
        this.perSecond = perSecond;
        this.clock = clock;
        this.left = perSecond;
        this.at = clock.nanos();
    }

    /** How long to wait, in ns, before anything may be taken; 0 if at once. */
    long waitNanos() {
        if (perSecond == Long.MAX_VALUE) {
            return 0;
        }
        long now = clock.nanos();
        left = Math.min(perSecond, left + (double) perSecond * (now - at) / SECOND);
        at = now;
        return left > 0 ? 0 : 1 + (long) (-left / perSecond * SECOND);
    }

    /** Takes so many bytes. */
    void take(long bytes) {
        left -= bytes;
    }
}
