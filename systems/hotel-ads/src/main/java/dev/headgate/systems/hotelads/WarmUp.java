package dev.headgate.systems.hotelads;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls made before a service takes traffic. The first call through a client opens connections and loads a thousand classes, which takes
 * a second or more; prices that came meanwhile would all stand in the handlers at once.
 */
final class WarmUp {
    private static final Duration AT_MOST = Duration.ofSeconds(5);
    private static final int WORKERS = 32;
    private static final int CALLS = 2_000;

    /** A call that has no effect. */
    @FunctionalInterface
    interface Probe {
        void call() throws Exception;
    }

    private WarmUp() {}

    /** Makes the call many times, some at once; blocks until that is done, or for about 5 s. What fails is not repeated. */
    static void with(Probe probe) {
        long deadline = System.nanoTime() + AT_MOST.toNanos();
        AtomicInteger left = new AtomicInteger(CALLS);
        ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
        for (int worker = 0; worker < WORKERS; worker++) {
            workers.execute(() -> work(probe, left, deadline));
        }
        workers.shutdown();
        try {
            if (!workers.awaitTermination(2 * AT_MOST.toMillis(), TimeUnit.MILLISECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static void work(Probe probe, AtomicInteger left, long deadline) {
        while (left.getAndDecrement() > 0 && System.nanoTime() - deadline < 0) {
            try {
                probe.call();
            } catch (InterruptedException e) {
                return;
            } catch (Exception e) {
                // A service that fails fails the handlers too, where it is counted and retried.
            }
        }
    }
}
