package dev.headgate.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Which of the prices produced should have been pushed by now and have not: what was produced longer ago than patience allows, less what
 * has arrived. For one thread.
 */
final class Lateness {
    private record Sample(long atNanos, long produced) {}

    private final long patienceNanos;
    private final List<Sample> samples = new ArrayList<>();

    Lateness(Duration patience) {
        this.patienceNanos = patience.toNanos();
    }

    void sample(long atNanos, long produced) {
        samples.add(new Sample(atNanos, produced));
    }

    /** How many are late, when so many have arrived. */
    long late(long atNanos, long arrived) {
        long due = 0;
        for (Sample sample : samples) {
            if (atNanos - sample.atNanos() >= patienceNanos) {
                due = sample.produced();
            }
        }
        return Math.max(0, due - arrived);
    }
}
