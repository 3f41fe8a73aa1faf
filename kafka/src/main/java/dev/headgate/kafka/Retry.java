package dev.headgate.kafka;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When a failed attempt is made again, and how often. A record that waits for its next attempt holds no slot and no
 * thread.
 *
 * @param first the delay after the first failure
 * @param max the longest delay; each delay is twice the one before it, up to this
 * @param jitter the share, 0 to 1, by which a delay is shortened or lengthened at random, so that records which failed
 *     together do not come back together
 * @param attempts how many attempts a record gets in all, the first included; {@link Integer#MAX_VALUE} for no limit
 */
public record Retry(Duration first, Duration max, double jitter, int attempts) {

    public Retry {
        if (first.isNegative() || max.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "retry delays must satisfy 0 <= first <= max, but first is " + first + " and max is " + max);
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("retry jitter must lie between 0 and 1, but is " + jitter);
        }
        if (attempts < 1) {
            throw new IllegalArgumentException("retry attempts must be 1 or more, but is " + attempts);
        }
    }

    /** Delays that double from {@code first} up to {@code max}, spread by 20 %; 5 attempts unless told otherwise. */
    public static Retry exponential(Duration first, Duration max) {
        return new Retry(first, max, 0.2, 5);
    }

    /** The same delay each time; 5 attempts unless told otherwise. */
    public static Retry fixed(Duration delay) {
        return new Retry(delay, delay, 0, 5);
    }

    /** One attempt, no more. */
    public static Retry none() {
        return new Retry(Duration.ZERO, Duration.ZERO, 0, 1);
    }

    public Retry attempts(int attempts) {
        return new Retry(first, max, jitter, attempts);
    }

    public Retry jitter(double jitter) {
        return new Retry(first, max, jitter, attempts);
    }

    boolean exhaustedBy(int attemptsMade) {
        return attemptsMade >= attempts;
    }

    /** The delay in ns before the attempt that follows {@code attemptsMade} failed ones. */
    long delayNanos(int attemptsMade) {
        long base = Check.nanos(first);
        long cap = Check.nanos(max);
        int doublings = Math.min(attemptsMade - 1, 62);
        long delay = base > cap >> doublings ? cap : base << doublings;
        if (jitter == 0 || delay == 0) {
            return delay;
        }
        double factor = 1 + jitter * (2 * ThreadLocalRandom.current().nextDouble() - 1);
        return (long) (delay * factor);
    }
}
