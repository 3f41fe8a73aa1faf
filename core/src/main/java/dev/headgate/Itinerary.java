package dev.headgate;

import java.util.List;
import java.util.Objects;

/**
 * The whole life of one sampled record. What the stops do not account for is the record's own work.
 *
 * @param source where it came from: topic, partition and offset, or whatever the owner uses
 * @param startNanos when it was offered to the sample, in ns on its owner's monotonic clock
 * @param endNanos when it ended, on the same clock
 * @param attempts how often it was tried; 0 when it ended without a try
 * @param outcome how it ended: done, dropped, dead, ...
 * @param stops where it spent time, in the order in which it left them: an inner gate comes before the outer one
 */
public record Itinerary(String source, long startNanos, long endNanos, int attempts, String outcome, List<Stop> stops) {

    /** Throws {@link NullPointerException} when anything is null. */
    public Itinerary {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(outcome, "outcome");
        stops = List.copyOf(stops);
    }
}
