package dev.headgate.kafka;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Flights that wait for a moment, without a slot and without a thread: held ones, ones to be tried again, and dead letters to be sent again. The owner's. */
final class Timers {
    /** {@link #nextAt} when nothing waits. */
    static final long NONE = Long.MAX_VALUE;

    private static final int FEW = 64;

    private final PriorityQueue<Flight> queue =
            new PriorityQueue<>(Comparator.<Flight>comparingLong(f -> f.dueAt).thenComparingLong(Flight::offset));

    /** How many in the queue are wanted no more, at most. */
    private int stale;

    /** O(log n); the flight's due time must not change while it waits. */
    void add(Flight flight, long dueAt) {
        flight.dueAt = dueAt;
        queue.add(flight);
    }

    /** The next flight that is due and still wanted; null if there is none. */
    @Nullable
    Flight due(long now) {
        while (true) {
            Flight first = queue.peek();
            if (first == null || (waits(first) && first.dueAt > now)) {
                return null;
            }
            queue.remove();
            if (waits(first)) {
                return first;
            }
            stale = Math.max(0, stale - 1);
        }
    }

    /** When the next flight is due; {@link #NONE} if none is. */
    long nextAt() {
        while (true) {
            Flight first = queue.peek();
            if (first == null) {
                return NONE;
            }
            if (waits(first)) {
                return first.dueAt;
            }
            queue.remove();
            stale = Math.max(0, stale - 1);
        }
    }

    /** A flight that waited was completed: lets go of all such when they are many, so that they cost no memory; amortised O(log n). */
    void forget() {
        stale++;
        if (stale > FEW && stale > queue.size() / 2) {
            prune();
        }
    }

    /** Forgets the flights of lanes that are gone; O(n). */
    void prune() {
        stale = 0;
        queue.removeIf(flight -> !waits(flight));
    }

    int size() {
        return queue.size();
    }

    private static boolean waits(Flight flight) {
        return switch (flight.phase) {
            case HELD, RETRYING, DYING -> true;
            default -> false;
        };
    }
}
