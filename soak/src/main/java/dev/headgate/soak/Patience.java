package dev.headgate.soak;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waiting with an end. */
final class Patience {
    private static final long LOOK_MILLIS = 10;

    private Patience() {}

    /** @throws IllegalStateException if it has not come true by then */
    static void until(String what, Duration atMost, BooleanSupplier come) throws InterruptedException {
        long start = System.nanoTime();
        while (!come.getAsBoolean()) {
            if (System.nanoTime() - start > atMost.toNanos()) {
                throw new IllegalStateException("waited " + atMost.toSeconds() + " s for " + what);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    static void forMillis(long millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(millis);
    }
}
