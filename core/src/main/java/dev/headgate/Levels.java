package dev.headgate;

/**
 * What a foreign pool tells of itself at one moment; the source of a {@link SampledGate}.
 *
 * @param capacity slots, at least 1; {@link Integer#MAX_VALUE} for a place without a bound, such as a delay
 * @param inUse slots in use now
 * @param waiting who waits for one now
 * @param exits slots given back since the pool was made; may only grow
 * @param waitNanos total over finished waits, in ns; {@link #UNKNOWN} when the pool does not keep it
 * @param holdNanos total over finished holds, in ns; {@link #UNKNOWN} when the pool does not keep it
 */
public record Levels(int capacity, int inUse, int waiting, long exits, long waitNanos, long holdNanos) {

    /** For a total that the pool does not keep. */
    public static final long UNKNOWN = -1;

    /** Negative levels, which gauges of a pool under way can show for a moment, are taken as 0. */
    public Levels {
        capacity = Math.max(1, capacity);
        inUse = Math.max(0, inUse);
        waiting = Math.max(0, waiting);
        exits = Math.max(0, exits);
    }

    /** Of a pool that counts, but keeps no times. */
    public static Levels of(int capacity, int inUse, int waiting, long exits) {
        return new Levels(capacity, inUse, waiting, exits, UNKNOWN, UNKNOWN);
    }
}
