package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.SourceException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The waiting of one call that tries until it works or its time is up. */
final class Patience {

    private final Backoff backoff = new Backoff();
    private final LongSupplier nanoTime;
    private final long start;
    private final Duration length;

    Patience(Duration length, LongSupplier nanoTime) {
        this.length = length;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    /**
     * Waits a little.
     *
     * @param what did not work, and why: the end of a sentence that begins with the time
     * @throws SourceException if the time is up, or this thread was interrupted (and stays so)
     */
    void orThrow(String what, @Nullable Throwable cause) {
        if (isOver(length)) {
            throw exception("For " + length.toSeconds() + " s " + what, cause);
        }
        LockSupport.parkNanos(backoff.next());
        if (Thread.currentThread().isInterrupted()) {
            throw exception("Interrupted while waiting: " + what, cause);
        }
    }

    /** Whether this much time has passed, or all there is. */
    boolean isOver(Duration part) {
        Duration least = part.compareTo(length) < 0 ? part : length;
        return nanoTime.getAsLong() - start >= least.toNanos();
    }

    private static SourceException exception(String message, @Nullable Throwable cause) {
        return cause == null ? new SourceException(message) : new SourceException(message, cause);
    }
}
