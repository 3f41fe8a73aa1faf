package dev.headgate.doctor;

import dev.headgate.GateStats;
import dev.headgate.Inside;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells work that never comes back from work that is slow.
 *
 * <p>Looks at the later half of the window. A deadlock: no gate of a cycle lets anybody out, and every holder of each
 * waits at or is in the next (from what the gates know of their holders). A leak: holders far older than holds are, who wait at
 * no inner gate; they are what Little's law is short of, {@code in use - exits/s x hold}. Anything else with slots in
 * use, nobody leaving and an old holder is a stall.
 */
final class StuckCheck {

    /** A holder is old when it is so many times as old as a hold is long. */
    private static final double OLD = 10;
    /** Fewer than half a slot missing from Little's law is noise. */
    private static final double MISSING = 0.5;
    /** The part of what is missing that must be in no inner gate. */
    private static final double IDLE = 0.8;

    private record Tail(GateStats from, GateStats to) {
        double seconds() {
            return (to.atNanos() - from.atNanos()) / 1e9;
        }

        boolean still() {
            return to.exits() == from.exits() && to.inUse() > 0 && from.inUse() > 0;
        }

        double held() {
            return (to.holdNanos() - from.holdNanos()) / 1e9 / seconds();
        }

        double inUse() {
            return (to.inUseNanos() - from.inUseNanos()) / 1e9 / seconds();
        }

        double own() {
            return (to.ownNanos() - from.ownNanos()) / 1e9 / seconds();
        }

        double age() {
            return to.oldestHolderNanos() / 1e9;
        }

        /** Mean hold of all that ever came back; NaN when none did. */
        double hold() {
            return to.exits() == 0 ? Double.NaN : to.holdNanos() / 1e9 / to.exits();
        }

        /** Every holder waits at an inner gate or is in one. */
        boolean allEngaged() {
            return to.insides().stream()
                            .mapToInt(inside -> inside.waiting() + inside.holding())
                            .sum()
                    >= to.inUse();
        }
    }

    private StuckCheck() {}

    static @Nullable Stuck of(Facts facts) {
        Map<String, Tail> tails = new HashMap<>();
        for (Series series : facts.plateau().settled().gates()) {
            Station station = facts.station(series.name());
            if (station != null && station.trusted()) {
                List<GateStats> reads = series.reads();
                tails.put(series.name(), new Tail(reads.get((reads.size() - 1) / 2), series.last()));
            }
        }
        for (Station station : facts.stations()) {
            List<String> cycle = cycle(station.name(), tails, new ArrayList<>(), new ArrayList<>());
            if (cycle != null) {
                return new Stuck.Deadlock(cycle);
            }
        }
        Stuck worst = null;
        double most = 0;
        for (Station station : facts.stations()) {
            Tail tail = tails.get(station.name());
            if (tail == null) {
                continue;
            }
            double missing = missing(tail);
            if (missing > most) {
                most = missing;
                worst = new Stuck.Leak(station.name(), missing, station.capacity(), tail.age(), tail.hold());
            }
        }
        return worst != null ? worst : stall(facts, tails);
    }

    /**
     * The gates from {@code name} back to it by way of where their holders are; null when there is no such way on which
     * somebody waits. Holders who are in an inner gate get no further than the holders of that gate.
     */
    private static @Nullable List<String> cycle(
            String name, Map<String, Tail> tails, List<String> path, List<Boolean> waits) {
        int met = path.indexOf(name);
        if (met >= 0) {
            return waits.subList(met, waits.size()).contains(true) ? List.copyOf(path.subList(met, path.size())) : null;
        }
        Tail tail = tails.get(name);
        if (tail == null || !tail.still() || !tail.allEngaged()) {
            return null;
        }
        path.add(name);
        for (Inside inside : tail.to().insides()) {
            if (inside.waiting() + inside.holding() > 0) {
                waits.add(inside.waiting() > 0);
                List<String> found = cycle(inside.gate(), tails, path, waits);
                if (found != null) {
                    return found;
                }
                waits.remove(waits.size() - 1);
            }
        }
        path.remove(path.size() - 1);
        return null;
    }

    /** Holders that do not come back, about; 0 when that can be told from noise only. */
    private static double missing(Tail tail) {
        double hold = tail.hold();
        double missing = tail.inUse() - tail.held();
        boolean old = tail.age() >= Math.max(OLD * hold, tail.seconds());
        return !Double.isNaN(hold) && old && missing >= MISSING && tail.own() >= IDLE * missing ? missing : 0;
    }

    private static @Nullable Stuck stall(Facts facts, Map<String, Tail> tails) {
        Stuck found = null;
        for (Station station : facts.stations()) {
            Tail tail = tails.get(station.name());
            if (tail == null || !tail.still() || tail.age() < tail.seconds()) {
                continue;
            }
            double hold = tail.hold();
            boolean tooLong = Double.isNaN(hold) ? tail.seconds() >= 1 : tail.age() >= OLD * hold;
            // The innermost is where it is; the ones around it wait.
            if (tooLong && (found == null || tail.own() > 0.5 * tail.inUse())) {
                found = new Stuck.Stall(station.name(), tail.to().inUse(), tail.age());
            }
        }
        return found;
    }
}
