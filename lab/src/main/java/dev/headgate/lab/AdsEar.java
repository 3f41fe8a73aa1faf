package dev.headgate.lab;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** What the ads service gets, heard at its door: how many, how old, how many too late. Safe for use by any thread. */
final class AdsEar implements LongConsumer {
    private static final long MOST_MILLIS = Duration.ofHours(1).toMillis();

    private final long livesMillis;
    private final LongAdder arrived = new LongAdder();
    private final LongAdder expired = new LongAdder();
    private final ConcurrentHistogram ages = new ConcurrentHistogram(MOST_MILLIS, 3);

    AdsEar(Duration lives) {
        this.livesMillis = lives.toMillis();
    }

    /** An ad arrives, of a price that expires then. */
    @Override
    public void accept(long expires) {
        long now = System.currentTimeMillis();
        ages.recordValue(Math.clamp(now - expires + livesMillis, 0, MOST_MILLIS));
        if (now >= expires) {
            expired.increment();
        }
        arrived.increment();
    }

    void forgetAges() {
        ages.reset();
    }

    long arrived() {
        return arrived.sum();
    }

    long expired() {
        return expired.sum();
    }

    /** Ages at arrival, from the price's creation, in ms. */
    Histogram ages() {
        return ages.copy();
    }
}
