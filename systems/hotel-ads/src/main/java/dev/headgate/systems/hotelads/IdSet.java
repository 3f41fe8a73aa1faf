package dev.headgate.systems.hotelads;

import java.util.BitSet;

/** A set of ids of one run, which count from 0: one bit each. Safe for use by any thread. */
final class IdSet {
    private final BitSet bits = new BitSet();
    private long size;

    /** Whether the id was not in the set before. */
    synchronized boolean add(long id) {
        int index = Math.toIntExact(id);
        if (bits.get(index)) {
            return false;
        }
        bits.set(index);
        size++;
        return true;
    }

    synchronized long size() {
        return size;
    }

    /** How many ids are in this set, in the other, or in both. */
    long unionSize(IdSet other) {
        BitSet union = copy();
        union.or(other.copy());
        return union.cardinality();
    }

    private synchronized BitSet copy() {
        return (BitSet) bits.clone();
    }
}
