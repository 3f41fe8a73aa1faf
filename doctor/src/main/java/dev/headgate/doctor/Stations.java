package dev.headgate.doctor;

import dev.headgate.GateStats;
import dev.headgate.Inside;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stations of an observation, with how often a record visits each and where its bound lies.
 *
 * <p>With {@code V} visits per record and {@code S} of work per visit, a station of {@code c} slots passes at most
 * {@code c / (V S)} records/s: the forced flow law and the bottleneck bound of operational analysis (P. J. Denning and
 * J. P. Buzen, "The Operational Analysis of Queueing Network Models", ACM Computing Surveys 10, 1978). Work is the
 * hold without the waits at inner stations, since those vanish when the inner stations are lifted; what is spent
 * inside inner stations stays.
 */
final class Stations {

    /** Reads between which this much of the slots is in use count as full. */
    private static final double FULL = 0.97;

    private static final double WAITERS = 0.5;

    private final Map<String, Series> series = new LinkedHashMap<>();
    private final Map<String, Series> checked = new HashMap<>();
    private final Set<String> roots = new HashSet<>();
    private final Map<String, Double> visits = new HashMap<>();
    private final Map<String, Double> work = new HashMap<>();
    private final Series records;

    /**
     * Counts.
     *
     * @param gates what the averages are taken from
     * @param whole the same gates, in whole reads: what the counters are checked on
     */
    Stations(List<Series> gates, List<Series> whole) {
        for (Series gate : whole) {
            checked.put(gate.name(), gate);
        }
        for (Series gate : gates) {
            series.put(gate.name(), gate);
        }
        Set<String> inner = new HashSet<>();
        for (Series gate : gates) {
            for (Inside inside : gate.last().insides()) {
                if (!inside.gate().equals(gate.name())) {
                    inner.add(inside.gate());
                }
            }
        }
        for (Series gate : gates) {
            if (!inner.contains(gate.name())) {
                roots.add(gate.name());
            }
        }
        records = gates.stream()
                .filter(gate -> roots.contains(gate.name())
                        && gate.last().entries() > gate.first().entries())
                .findFirst()
                .orElse(gates.get(0));
    }

    /** The gate whose exits count the records: the first that is in no other. */
    Series records() {
        return records;
    }

    /** Whether it is inside no other gate. */
    boolean root(String name) {
        return roots.contains(name);
    }

    List<Station> all() {
        List<Station> all = new ArrayList<>();
        for (Series gate : series.values()) {
            all.add(station(gate));
        }
        return all;
    }

    private Station station(Series gate) {
        GateStats a = gate.first();
        GateStats b = gate.last();
        double seconds = gate.seconds();
        long exits = b.exits() - a.exits();
        long entries = b.entries() - a.entries();
        double perExit = exits == 0 ? 0 : 1e-9 / exits;
        double hold = (b.inUseNanos() - a.inUseNanos()) * perExit;
        double own = (b.ownNanos() - a.ownNanos()) * perExit;
        double working = work(gate.name(), new HashSet<>()) * hold;
        double perRecord = visits(gate.name(), new HashSet<>());
        double bound = working <= 0 || perRecord <= 0 || gate.capacity() == Integer.MAX_VALUE
                ? Double.POSITIVE_INFINITY
                : gate.capacity() / working / perRecord;
        return new Station(
                gate.name(),
                gate.capacity(),
                (b.inUseNanos() - a.inUseNanos()) / 1e9 / seconds,
                (b.waitingNanos() - a.waitingNanos()) / 1e9 / seconds,
                entries / seconds,
                exits / seconds,
                entries == 0 ? 0 : (b.waitingNanos() - a.waitingNanos()) / 1e9 / entries,
                hold,
                own,
                working,
                insides(gate, perExit),
                perRecord,
                bound,
                share(gate, true),
                share(gate, false),
                exits,
                b.oldestHolderNanos() / 1e9,
                laws(gate),
                StationCheck.of(checked.getOrDefault(gate.name(), gate)));
    }

    private Laws laws(Series gate) {
        Laws laws = StationCheck.laws(checked.getOrDefault(gate.name(), gate));
        return new Laws(
                laws.holdResidual(),
                laws.waitResidual(),
                StationCheck.laws(gate).utilisation());
    }

    private static List<Within> insides(Series gate, double perExit) {
        List<Within> all = new ArrayList<>();
        for (Inside now : gate.last().insides()) {
            Inside before = inside(gate.first(), now.gate());
            all.add(new Within(
                    now.gate(),
                    (now.entries() - (before == null ? 0 : before.entries())) * perExit * 1e9,
                    (now.waitNanos() - (before == null ? 0 : before.waitNanos())) * perExit,
                    (now.holdNanos() - (before == null ? 0 : before.holdNanos())) * perExit));
        }
        return all;
    }

    /** The part of a gate's holds that is not spent waiting at inner gates, at any depth: 0 to 1. */
    private double work(String name, Set<String> outer) {
        Double known = work.get(name);
        Series gate = series.get(name);
        // A gate that is not observed, or that is inside itself, is taken as all work.
        if (known != null || gate == null || !outer.add(name)) {
            return known == null ? 1 : known;
        }
        GateStats a = gate.first();
        GateStats b = gate.last();
        double inUse = b.inUseNanos() - a.inUseNanos();
        double engaged = b.insideNanos() - a.insideNanos();
        double spent = 0;
        double working = 0;
        for (Within inside : insides(gate, 1)) {
            spent += inside.waitSeconds() + inside.holdSeconds();
            // The wait at a gate that is not observed stays: nobody can say what lifting it would take.
            working += inside.holdSeconds() * work(inside.gate(), outer)
                    + (series.containsKey(inside.gate()) ? 0 : inside.waitSeconds());
        }
        outer.remove(name);
        // A holder that is in several inner gates at once is engaged once: the parts are scaled to what it was engaged.
        double part = inUse <= 0 ? 1 : (inUse - engaged + (spent <= 0 ? 0 : engaged * working / spent)) / inUse;
        part = Math.min(1, Math.max(0, part));
        work.put(name, part);
        return part;
    }

    /** Entries per record. */
    double visits(String name, Set<String> inner) {
        Double known = visits.get(name);
        if (known != null || !inner.add(name)) {
            return known == null ? 0 : known;
        }
        double perRecord = 0;
        Series gate = series.get(name);
        if (gate != null) {
            long completed = records.last().exits() - records.first().exits();
            if (name.equals(records.name())) {
                perRecord = 1;
            } else if (completed > 0) {
                perRecord = (arrivals(gate) - fromOuter(name)) / completed;
                // What holders of outer gates do is counted per hold, which is exact while the outer gates fill, too.
                perRecord = perRecord < 0.02 && !roots.contains(name) ? 0 : Math.max(0, perRecord);
                for (Series outer : series.values()) {
                    long exits = outer.last().exits() - outer.first().exits();
                    long entered = entered(outer, name);
                    if (exits > 0 && entered > 0 && !outer.name().equals(name)) {
                        perRecord += visits(outer.name(), inner) * entered / exits;
                    }
                }
            }
        }
        inner.remove(name);
        visits.put(name, perRecord);
        return perRecord;
    }

    /** Those who came: entered, and those by whom the line grew. */
    static long arrivals(Series gate) {
        GateStats a = gate.first();
        GateStats b = gate.last();
        return b.entries() - a.entries() + b.waiting() - a.waiting() + b.cancelled() - a.cancelled();
    }

    private double fromOuter(String name) {
        double sum = 0;
        for (Series outer : series.values()) {
            Inside now = inside(outer.last(), name);
            Inside before = inside(outer.first(), name);
            if (now != null) {
                sum += now.entries() + now.waiting() - (before == null ? 0 : before.entries() + before.waiting());
            }
        }
        return sum;
    }

    private static long entered(Series outer, String name) {
        Inside now = inside(outer.last(), name);
        Inside before = inside(outer.first(), name);
        return now == null ? 0 : now.entries() - (before == null ? 0 : before.entries());
    }

    static @Nullable Inside inside(GateStats read, String gate) {
        for (Inside inside : read.insides()) {
            if (inside.gate().equals(gate)) {
                return inside;
            }
        }
        return null;
    }

    /** The part of the reads between which the gate was full, or had waiters. */
    private static double share(Series gate, boolean full) {
        List<GateStats> reads = gate.reads();
        int count = 0;
        for (int i = 1; i < reads.size(); i++) {
            GateStats a = reads.get(i - 1);
            GateStats b = reads.get(i);
            double nanos = b.atNanos() - a.atNanos();
            double mean =
                    full ? (b.inUseNanos() - a.inUseNanos()) / nanos : (b.waitingNanos() - a.waitingNanos()) / nanos;
            count += mean >= (full ? FULL * b.capacity() : WAITERS) ? 1 : 0;
        }
        return (double) count / (reads.size() - 1);
    }
}
