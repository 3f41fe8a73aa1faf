package dev.headgate;

/**
 * The two clocks that anything timed reads: passed in, so that tests can drive them.
 *
 * <p>Safe for use by any thread; neither method blocks.
 */
public interface Clock {

    /** Monotonic time in ns, with an arbitrary origin: for durations and deadlines. */
    long nanos();

    /** Wall-clock time in ms since 1970: for comparison with record timestamps and expiry times. */
    long millis();

    /** The clocks of this machine. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }
}
