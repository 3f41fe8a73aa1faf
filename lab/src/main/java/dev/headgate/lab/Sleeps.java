package dev.headgate.lab;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Sleeps that take what was asked for, on average: a sleep ends late, the more so on a loaded machine, and what one took too long is
 * taken off the next ones, at most half of each. So an incident's times, and with them its truth, are those that it was built with. Safe
 * for use by any thread.
 */
final class Sleeps {
    private final AtomicLong owedNanos = new AtomicLong();

    /** Blocks for about that long. */
    void sleep(long nanos) throws InterruptedException {
        long payback = Math.clamp(owedNanos.get(), 0, nanos / 2);
        owedNanos.addAndGet(-payback);
        long asked = nanos - payback;
        long from = System.nanoTime();
        Thread.sleep(asked / 1_000_000, (int) (asked % 1_000_000));
        owedNanos.addAndGet(System.nanoTime() - from - asked);
    }

    /** What is still to be paid back, in ns. */
    long owedNanos() {
        return owedNanos.get();
    }
}
