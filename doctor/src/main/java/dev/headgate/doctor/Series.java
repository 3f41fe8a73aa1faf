package dev.headgate.doctor;

import dev.headgate.GateFlow;
import dev.headgate.GateStats;
import java.util.List;

/**
 * The reads of one gate over a window, oldest first: at least two, of one gate, each later than the one before.
 *
 * @param reads what was read
 */
public record Series(List<GateStats> reads) {

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException when there are fewer than two reads, or they are of several gates, or not in
     *     the order of time
     */
    public Series {
        reads = List.copyOf(reads);
        if (reads.size() < 2) {
            throw new IllegalArgumentException("A series needs at least 2 reads of a gate, not " + reads.size()
                    + ": wait until the watch has read twice");
        }
        for (int i = 1; i < reads.size(); i++) {
            GateStats earlier = reads.get(i - 1);
            GateStats later = reads.get(i);
            if (!earlier.name().equals(later.name())) {
                throw new IllegalArgumentException("A series is of one gate, but has reads of '" + earlier.name()
                        + "' and of '" + later.name() + "'");
            }
            if (later.atNanos() - earlier.atNanos() <= 0) {
                throw new IllegalArgumentException("Read " + i + " of gate '" + later.name()
                        + "' is not later than the one before it: leave reads of the same moment out");
            }
        }
    }

    /** The gate's name. */
    public String name() {
        return first().name();
    }

    /** The oldest read. */
    public GateStats first() {
        return reads.get(0);
    }

    /** The newest read. */
    public GateStats last() {
        return reads.get(reads.size() - 1);
    }

    /** From the first read to the last, in s. */
    public double seconds() {
        return (last().atNanos() - first().atNanos()) / 1e9;
    }

    /** Averages over the whole window. */
    public GateFlow flow() {
        return last().since(first());
    }

    /** Whether anything that can only grow became smaller: the gate's process was started anew, say. */
    public boolean wentBack() {
        for (int i = 1; i < reads.size(); i++) {
            GateStats a = reads.get(i - 1);
            GateStats b = reads.get(i);
            if (b.entries() < a.entries()
                    || b.exits() < a.exits()
                    || b.waitNanos() < a.waitNanos()
                    || b.holdNanos() < a.holdNanos()
                    || b.inUseNanos() < a.inUseNanos()
                    || b.waitingNanos() < a.waitingNanos()) {
                return true;
            }
        }
        return false;
    }

    /** The capacity now; its mean over the window where it changes all the time, as an adaptive limit does. */
    int capacity() {
        long changes = 0;
        double sum = 0;
        for (int i = 1; i < reads.size(); i++) {
            changes += reads.get(i).capacity() == reads.get(i - 1).capacity() ? 0 : 1;
            sum += reads.get(i).capacity();
        }
        return changes == 0 ? last().capacity() : (int) Math.max(1, Math.rint(sum / (reads.size() - 1)));
    }

    /** The reads from {@code atNanos} on; all of them when that leaves fewer than {@code least}. */
    Series from(long atNanos, int least) {
        List<GateStats> late =
                reads.stream().filter(read -> read.atNanos() - atNanos >= 0).toList();
        return late.size() < Math.max(2, least) ? this : new Series(late);
    }

    /** When the capacity last changed: the time of the first read that shows it; that of the first read if never. */
    long resizedAtNanos() {
        for (int i = reads.size() - 1; i > 0; i--) {
            if (reads.get(i).capacity() != reads.get(i - 1).capacity()) {
                return reads.get(i).atNanos();
            }
        }
        return first().atNanos();
    }
}
