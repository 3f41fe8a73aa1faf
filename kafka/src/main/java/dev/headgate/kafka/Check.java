package dev.headgate.kafka;

import java.time.Duration;

/** Values that can be judged alone. */
final class Check {
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
}
