package dev.headgate.doctor.probe;

/**
 * A broker's request handlers as a station, over the time between two looks.
 *
 * @param threads its capacity; 0 when not known
 * @param busyShare part of the time for which a thread was busy, 0 to 1
 * @param atMost whether {@code busyShare} is an upper bound: another pool, the controller's, is counted with it
 * @param waiting requests that waited for a handler, on average over the time; by Little's law, from waits in whole ms
 * @param queued requests that waited at the second look
 */
public record RequestHandlers(int threads, double busyShare, boolean atMost, double waiting, int queued) {

    private static final double FULL = 0.9;

    /** Whether there is hardly a moment without work for each of them. */
    public boolean full() {
        return !atMost && busyShare >= FULL;
    }

    static RequestHandlers between(BrokerReading first, BrokerReading second) {
        double nanos = second.atNanos() - first.atNanos();
        double idle = (second.handlers().idleNanos() - first.handlers().idleNanos()) / nanos;
        // Who does not say how many pools there are gives it away by more idle time than one can have.
        int pools = Math.max(second.handlers().pools(), idle > 1.1 ? 2 : 1);
        return new RequestHandlers(
                second.handlers().threads(),
                Math.clamp(pools - idle, 0, 1),
                pools > 1,
                (second.queueWaitMillis() - first.queueWaitMillis()) * 1e6 / nanos,
                second.queued());
    }
}
