package dev.headgate.bridge;

/**
 * A partition, compared on both sides.
 *
 * @param from the source offset from which on
 * @param to the source offset up to which, without it
 * @param source records there
 * @param target records there
 * @param same whether they are the same, in the same order: keys, values, headers, and timestamps where all of the source have some
 */
public record Verified(String topic, int partition, long from, long to, long source, long target, boolean same) {

    /** Records that are missing on the target. */
    public long lost() {
        return Math.max(0, source - target);
    }

    /** Records that are there more than once, or did not come from the source. */
    public long duplicated() {
        return Math.max(0, target - source);
    }
}
