package dev.headgate.lab;

import dev.headgate.systems.trips.TripsWorld;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What became of the trips that had piled up.
 *
 * @param seconds from when it was looked at first until every group had done all trips of before; null when that did not come
 * @param worstLagSeconds the greatest age of a trip that was not done
 */
record Drain(@Nullable Double seconds, double worstLagSeconds) {
    private static final int SAY_EVERY = 5;

    /**
     * Watches the backlog of this moment for so long, to the end, while more trips come. Blocks.
     *
     * @throws InterruptedException when interrupted
     */
    static Drain watch(TripsWorld world, Duration length, Consumer<String> progress) throws InterruptedException {
        TripsWork work = new TripsWork(world.database());
        Instant now = Instant.now();
        long begin = System.nanoTime();
        Double drained = null;
        double worst = 0;
        int said = 0;
        for (double seconds = 0; seconds < length.toSeconds(); seconds = (System.nanoTime() - begin) / 1e9) {
            double lag = work.lagSeconds();
            worst = Math.max(worst, lag);
            long left = drained == null ? work.undoneOf(now, world.emails()::sent) : 0;
            if (left == 0 && drained == null) {
                drained = seconds;
            }
            if (seconds >= SAY_EVERY * said) {
                said++;
                progress.accept(String.format(
                        Locale.ROOT,
                        "%.0f s after that %,d trips of before are left; behind by %.1f s",
                        seconds,
                        left,
                        lag));
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
        return new Drain(drained, worst);
    }
}
