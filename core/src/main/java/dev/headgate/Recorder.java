package dev.headgate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes down the life of one sampled record; {@link Itineraries#offer} hands it out.
 *
 * <p>Any thread may call any method; nothing blocks beyond another caller's few instructions. What comes after
 * {@link #finish} is ignored. Memory is bounded: stops above {@value #MAX_STOPS} are left out, so that a record that
 * is retried for ever does not grow.
 */
public final class Recorder {

    static final int MAX_STOPS = 1_000;

    private final String source;
    private final long startNanos;
    private final Object lock = new Object();
    // Guarded by lock.
    private final List<Stop> stops = new ArrayList<>(4);
    private int attempts;
    // Written once, under lock; read by any thread without it.
    private volatile @Nullable Itinerary itinerary;

    Recorder(String source, long startNanos) {
        this.source = source;
        this.startNanos = startNanos;
    }

    /** Adds a place where the record spent time. */
    public void add(Stop stop) {
        synchronized (lock) {
            if (itinerary == null && stops.size() < MAX_STOPS) {
                stops.add(stop);
            }
        }
    }

    /** Counts one more attempt to handle the record. */
    public void attempt() {
        synchronized (lock) {
            attempts++;
        }
    }

    /** Ends the itinerary; the first call decides. {@code now} is ns on the clock of {@link Itineraries#offer}. */
    public void finish(String outcome, long now) {
        synchronized (lock) {
            if (itinerary == null) {
                itinerary = new Itinerary(source, startNanos, now, attempts, outcome, stops);
            }
        }
    }

    /** The itinerary when it is finished, else null. */
    @Nullable
    Itinerary itinerary() {
        return itinerary;
    }
}
