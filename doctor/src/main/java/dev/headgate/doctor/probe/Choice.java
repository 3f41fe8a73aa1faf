package dev.headgate.doctor.probe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leaves one station of what several meters show: requests and the threads of the server in which they are, calls and the connections that
 * carry them.
 */
final class Choice {
    /** Two that show the same agree by this much. */
    private static final double SAME = 0.2;

    private Choice() {}

    static List<Seen> of(Collection<Seen> all) {
        List<Seen> chosen = new ArrayList<>(all);
        Seen requests = first(chosen, Kind.REQUESTS);
        Seen threads = first(chosen, Kind.SERVER_THREADS);
        if (requests != null && threads != null) {
            chosen.remove(threads.inUse() >= (1 - SAME) * requests.inUse() ? requests : threads);
        }
        for (Seen pool : List.copyOf(chosen)) {
            Seen calls = pool.kind() == Kind.CALLS && bounded(pool) ? carried(pool, chosen) : null;
            if (calls != null) {
                chosen.remove(calls);
                if (Double.isNaN(pool.endedPerSecond())) {
                    chosen.set(chosen.indexOf(pool), pool.withEnded(calls));
                }
            }
        }
        return chosen;
    }

    private static @Nullable Seen first(List<Seen> all, Kind kind) {
        return all.stream().filter(seen -> seen.kind() == kind).findFirst().orElse(null);
    }

    private static boolean bounded(Seen seen) {
        return !Double.isNaN(seen.last().capacity());
    }

    /** The calls that these connections carry; null if that is not clear. */
    private static @Nullable Seen carried(Seen pool, List<Seen> all) {
        List<Seen> calls = all.stream()
                .filter(seen -> seen.kind() == Kind.CALLS && !bounded(seen) && seen.at().length == pool.at().length)
                .toList();
        long pools = all.stream()
                .filter(seen -> seen.kind() == Kind.CALLS && bounded(seen))
                .count();
        boolean only = calls.size() == 1 && pools == 1;
        return calls.stream()
                .filter(seen -> only || apart(seen, pool) < SAME * (pool.inUse() + pool.waiting()))
                .min(Comparator.comparingDouble(seen -> apart(seen, pool)))
                .orElse(null);
    }

    /** Calls take as long as they wait for a connection and hold it. */
    private static double apart(Seen calls, Seen pool) {
        return Math.abs(calls.inUse() - pool.inUse() - pool.waiting());
    }
}
