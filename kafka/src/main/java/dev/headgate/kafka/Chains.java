package dev.headgate.kafka;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for whom where records are ordered: for each key that has a record under way, the last of its records, and from
 * each record the one behind it. The first of a chain is the one that may be handled. The owner's.
 */
final class Chains {
    private final Map<KeyBytes, Flight> last = new HashMap<>();

    /** Joins the chain of the flight's key; true if it is the first of it. */
    boolean join(Flight flight, KeyBytes key) {
        flight.key = key;
        Flight before = last.put(key, flight);
        if (before == null) {
            return true;
        }
        before.behind = flight;
        return false;
    }

    /** Leaves the chain as its first; the flight that is the first now, or null. */
    @Nullable
    Flight leave(Flight flight) {
        KeyBytes key = flight.key;
        if (key == null) {
            return null;
        }
        Flight next = flight.behind;
        flight.behind = null;
        if (next == null) {
            last.remove(key, flight);
        }
        return next;
    }

    /** The next of the flight's chain, if it waits for nothing else; null if there is none. */
    static @Nullable Flight follower(Flight flight) {
        Flight next = flight.behind;
        if (next == null || next.phase != Flight.Phase.CHAINED) {
            return null;
        }
        return next.timesUnknown || next.notBefore != Long.MIN_VALUE ? null : next;
    }

    /** Starts a chain with a flight of an earlier assignment that is still being handled. */
    void adopt(Flight running) {
        KeyBytes key = running.key;
        if (key != null) {
            running.behind = null;
            last.put(key, running);
        }
    }

    int size() {
        return last.size();
    }
}
