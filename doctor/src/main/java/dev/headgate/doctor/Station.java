package dev.headgate.doctor;

import java.util.List;

/**
 * A place that queues, over one window. Times are means in s, rates are per second.
 *
 * @param name its gate's name
 * @param capacity slots at the end of the window; {@link Integer#MAX_VALUE} where there is no bound
 * @param inUse time-average of the slots in use
 * @param waiting time-average of those who wait
 * @param entriesPerSecond entries
 * @param exitsPerSecond exits
 * @param waitSeconds wait per entry
 * @param holdSeconds hold per exit: time-average in use over exits/s, so that Little's law holds by construction
 * @param ownSeconds the part of a hold spent in no inner station
 * @param workSeconds a hold without what is spent waiting at inner stations, at any depth: what is left when they are
 *     lifted
 * @param insides what a hold contains of each inner station
 * @param visits entries per record
 * @param bound records/s at which it would be full all the time if nobody waited at inner stations: {@code capacity /
 *     workSeconds / visits}; infinite where nothing bounds it
 * @param fullShare part of the reads between which it was full, 0 to 1
 * @param waitersShare part of the reads between which somebody waited, 0 to 1
 * @param completions exits in the window
 * @param oldestHolderSeconds age of the oldest holder at the end
 * @param laws residuals
 * @param trust whether these numbers can be used
 */
public record Station(
        String name,
        int capacity,
        double inUse,
        double waiting,
        double entriesPerSecond,
        double exitsPerSecond,
        double waitSeconds,
        double holdSeconds,
        double ownSeconds,
        double workSeconds,
        List<Within> insides,
        double visits,
        double bound,
        double fullShare,
        double waitersShare,
        long completions,
        double oldestHolderSeconds,
        Laws laws,
        Trust trust) {

    /** Copies the list. */
    public Station {
        insides = List.copyOf(insides);
    }

    /** Whether there is a bound at all. */
    public boolean bounded() {
        return capacity < Integer.MAX_VALUE;
    }

    /** Whether its numbers can be used. */
    public boolean trusted() {
        return trust instanceof Trust.Trusted;
    }

    /** Time waiting at inner stations per hold, those right inside only, in s. */
    public double innerWaitSeconds() {
        return insides.stream().mapToDouble(Within::waitSeconds).sum();
    }
}
