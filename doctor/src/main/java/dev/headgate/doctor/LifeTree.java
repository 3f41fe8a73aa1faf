package dev.headgate.doctor;

import dev.headgate.Itinerary;
import dev.headgate.Stop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The stops of an itinerary as a tree: what happened inside a gate is below it.
 *
 * @param stop the stop
 * @param inner what happened inside it, in the order of arrival
 */
record LifeTree(Stop stop, List<LifeTree> inner) {

    /**
     * The outermost stops, in the order of arrival. A stop takes in the earlier ones that lie within its hold and are
     * deeper, or that {@code inside} says are its inner gates (an intake's own gate counts for no depth).
     *
     * @param inside whether the first name is an inner gate of the second
     */
    static List<LifeTree> of(Itinerary itinerary, BiPredicate<String, String> inside) {
        List<LifeTree> open = new ArrayList<>();
        for (Stop stop : itinerary.stops()) {
            List<LifeTree> inner = new ArrayList<>();
            if (stop.kind() == Stop.Kind.GATE) {
                open.removeIf(earlier -> within(earlier.stop(), stop, inside) && inner.add(earlier));
                inner.sort(byArrival());
            }
            open.add(new LifeTree(stop, List.copyOf(inner)));
        }
        open.sort(byArrival());
        return open;
    }

    /** Held, without what happened inside, in ns. Parts that overlap count once. */
    long ownNanos() {
        long own = stop.leftNanos() - stop.enteredNanos();
        long until = stop.enteredNanos();
        for (LifeTree child : inner) {
            long from = Math.max(until, child.stop().arrivedNanos());
            long to = Math.max(from, child.stop().leftNanos());
            own -= to - from;
            until = to;
        }
        return Math.max(0, own);
    }

    private static boolean within(Stop inner, Stop outer, BiPredicate<String, String> inside) {
        return inner.arrivedNanos() - outer.enteredNanos() >= 0
                && outer.leftNanos() - inner.leftNanos() >= 0
                && (inner.depth() > outer.depth()
                        || (inner.depth() == outer.depth() && inside.test(inner.name(), outer.name())));
    }

    private static Comparator<LifeTree> byArrival() {
        return (a, b) -> Long.signum(a.stop().arrivedNanos() - b.stop().arrivedNanos());
    }
}
