package dev.headgate.kafka;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Values that can be judged alone. */
final class Check {
    private static final long LONGEST = 1L << 60;

    private Check() {}

    static int range(String what, int value, int low, int high) {
        return (int) range(what, (long) value, low, high);
    }

    static long range(String what, long value, long low, long high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(
                    "%s must lie between %,d and %,d, but is %,d".formatted(what, low, high, value));
        }
        return value;
    }

    static Duration atLeast(String what, Duration value, Duration low) {
        if (value.compareTo(low) < 0) {
            throw new IllegalArgumentException("%s must be %s or more, but is %s".formatted(what, low, value));
        }
        return value;
    }

    /** In ns; longer than 36 years counts as that, so that a moment plus the result never overflows. */
    static long nanos(Duration duration) {
        return Math.clamp(TimeUnit.NANOSECONDS.convert(duration), -LONGEST, LONGEST);
    }
}
