package dev.headgate.kafka;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which offsets of a lane are completed, and the flights of those that are not. Owned by one thread.
 *
 * <p>A ring over the offsets from the frontier to the tail (one past the highest offset known): a bit per offset says
 * completed, a reference per offset leads to its flight. Offsets that do not exist (compaction, transaction markers) are
 * completed from the beginning. The frontier advances by whole words; completed bits behind it are cleared, so a slot of
 * the ring is clean when it is used again. The ring starts small and doubles up to {@link #MAX} offsets.
 *
 * <p>All operations are O(1) amortised, except {@link #advance} which is O(words passed).
 */
final class Window {
    /** The most offsets that a ring spans. */
    static final int MAX = 1_000_000;

    private static final int FIRST_SIZE = 1024;
    private static final int LAST_SIZE = 1 << 20;

    private long frontier;
    private long tail;
    private long[] completed = new long[FIRST_SIZE >> 6];
    private @Nullable Flight[] flights = new Flight[FIRST_SIZE];
    private int mask = FIRST_SIZE - 1;
    private int open;

    /** An empty window whose frontier and tail stand at {@code offset}. */
    Window(long offset) {
        frontier = offset;
        tail = offset;
    }

    /** The lowest offset not completed. */
    long frontier() {
        return frontier;
    }

    /** One past the highest offset known. */
    long tail() {
        return tail;
    }

    /** How many offsets between frontier and tail are not completed. */
    int open() {
        return open;
    }

    /** Whether an offset at or above the tail still fits into the ring. With nothing open, any does. */
    boolean fits(long offset) {
        return open == 0 || offset - frontier < LAST_SIZE;
    }

    /** Adds the next record; offsets skipped on the way do not exist and count as completed. */
    void add(long offset, Flight flight) {
        skipTo(offset);
        makeRoomFor(offset);
        flights[(int) offset & mask] = flight;
        tail = offset + 1;
        open++;
    }

    /** Adds the next record as one that was completed in an earlier assignment. */
    void addCompleted(long offset) {
        skipTo(offset);
        skipTo(offset + 1);
    }

    /** Moves the tail up to {@code offset}; what lies between does not exist and counts as completed. */
    void skipTo(long offset) {
        if (offset <= tail) {
            return;
        }
        if (open == 0) {
            clearBits();
            frontier = offset;
            tail = offset;
            return;
        }
        makeRoomFor(offset - 1);
        for (long o = tail; o < offset; o++) {
            set(o);
        }
        tail = offset;
    }

    /** Marks an open offset as completed and forgets its flight. */
    void complete(long offset) {
        set(offset);
        flights[(int) offset & mask] = null;
        open--;
    }

    boolean isCompleted(long offset) {
        return offset < frontier || (completed[((int) offset & mask) >> 6] & (1L << offset)) != 0;
    }

    /** The flight at an open offset between frontier and tail; null if it is completed. */
    @Nullable
    Flight flight(long offset) {
        return flights[(int) offset & mask];
    }

    /** Visits the open flights in offset order, a word of completed ones at a step. */
    void forEachOpen(Consumer<Flight> visitor) {
        for (long o = frontier; o < tail; o++) {
            int slot = (int) o & mask;
            int shift = slot & 63;
            long notCompleted = ~completed[slot >> 6] >>> shift;
            if (notCompleted == 0) {
                o += 63 - shift;
                continue;
            }
            o += Long.numberOfTrailingZeros(notCompleted);
            Flight flight = o < tail ? flights[(int) o & mask] : null;
            if (flight != null) {
                visitor.accept(flight);
            }
        }
    }

    /** Bit n of the result says whether the offset {@code frontier + n} is completed, up to {@code reach}, which must not lie above the tail. */
    BitSet completedUpTo(long reach) {
        int span = (int) Math.max(0, reach - frontier);
        long[] words = new long[(span + 63) >> 6];
        int wordMask = completed.length - 1;
        for (int i = 0; i < words.length; i++) {
            int slot = (int) (frontier + 64L * i) & mask;
            int word = slot >> 6;
            int shift = slot & 63;
            words[i] = completed[word] >>> shift;
            if (shift != 0) {
                words[i] |= completed[(word + 1) & wordMask] << (64 - shift);
            }
        }
        if ((span & 63) != 0) {
            words[words.length - 1] &= (1L << span) - 1;
        }
        return BitSet.valueOf(words);
    }

    /** Moves the frontier over what is completed. */
    void advance() {
        if (open == 0) {
            clearBits();
            frontier = tail;
            return;
        }
        long f = frontier;
        while (true) {
            int slot = (int) f & mask;
            int word = slot >> 6;
            int shift = slot & 63;
            int run = Long.numberOfTrailingZeros(~(completed[word] >>> shift));
            run = Math.min(run, 64 - shift);
            if (run == 0) {
                break;
            }
            long bits = run == 64 ? -1L : ((1L << run) - 1) << shift;
            completed[word] &= ~bits;
            f += run;
            if (shift + run < 64) {
                break;
            }
        }
        frontier = f;
    }

    private void set(long offset) {
        completed[((int) offset & mask) >> 6] |= 1L << offset;
    }

    private void clearBits() {
        if (tail - frontier >= flights.length) {
            Arrays.fill(completed, 0);
            return;
        }
        for (long o = frontier; o < tail; ) {
            int slot = (int) o & mask;
            completed[slot >> 6] = 0;
            o += 64 - (slot & 63);
        }
    }

    private void makeRoomFor(long offset) {
        long span = offset - frontier;
        if (span < flights.length) {
            return;
        }
        if (span >= LAST_SIZE) {
            throw new IllegalStateException("offset " + offset + " does not fit above the frontier " + frontier);
        }
        int size = Integer.highestOneBit((int) span) << 1;
        long[] oldCompleted = completed;
        @Nullable Flight[] oldFlights = flights;
        int oldMask = mask;
        completed = new long[size >> 6];
        flights = new Flight[size];
        mask = size - 1;
        for (long o = frontier; o < tail; o++) {
            int slot = (int) o & oldMask;
            if ((oldCompleted[slot >> 6] & (1L << o)) != 0) {
                set(o);
            }
            flights[(int) o & mask] = oldFlights[slot];
        }
    }
}
