package dev.headgate.doctor;

import dev.headgate.GateStats;
import dev.headgate.Inside;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The part of a window in which the system was in one state, so that its averages mean something.
 *
 * <p>After a change of capacity only what came later counts. Where the number in the system stands at a high level for
 * most of the window and far below it for the rest, as with users who come and go, the limit is looked for in the busy
 * part. Where it stands at the end at another level than before, as after a start, the end counts.
 *
 * @param seen what is left of the observation
 * @param settled the observation since the last change of capacity: whole reads, for checks of the counters
 * @param share part of the time that is left, 0 to 1, if the rest will come again; else 1
 * @param restPerSecond exits/s of the first gate in the rest
 */
record Plateau(Observation seen, Observation settled, double share, double restPerSecond) {

    /** Reads that must be left. */
    private static final int LEAST_READS = 8;

    private static final double HIGH = 0.85;
    private static final double LOW = 0.6;
    private static final double MOST = 0.5;
    private static final double NEAR_END = 0.15;
    private static final double OTHER = 0.2;

    static Plateau of(Observation whole) {
        Observation settled = settled(whole);
        List<Series> gates = settled.gates();
        int reads = gates.get(0).reads().size();
        boolean aligned = gates.stream().allMatch(gate -> gate.reads().size() == reads);
        if (!aligned || reads <= 2 * LEAST_READS) {
            return all(settled);
        }
        double[] inSystem = inSystem(settled);
        BitSet busy = busy(inSystem);
        if (busy.cardinality() < inSystem.length) {
            double share = (double) busy.cardinality() / inSystem.length;
            return new Plateau(
                    with(settled, gates.stream().map(gate -> only(gate, busy)).toList()),
                    settled,
                    share,
                    restPerSecond(records(settled), busy));
        }
        int from = end(settled, inSystem);
        return from == 0
                ? all(settled)
                : new Plateau(
                        with(
                                settled,
                                gates.stream()
                                        .map(gate -> new Series(gate.reads()
                                                .subList(from, gate.reads().size())))
                                        .toList()),
                        settled,
                        1,
                        0);
    }

    private static Plateau all(Observation settled) {
        return new Plateau(settled, settled, 1, 0);
    }

    private static Observation settled(Observation whole) {
        long latest = 0;
        boolean resized = false;
        for (Series series : whole.gates()) {
            long at = series.resizedAtNanos();
            if (at != series.first().atNanos()) {
                latest = !resized || at - latest > 0 ? at : latest;
                resized = true;
            }
        }
        if (!resized) {
            return whole;
        }
        long from = latest;
        return with(
                whole,
                whole.gates().stream()
                        .map(series -> series.from(from, LEAST_READS))
                        .toList());
    }

    private static Observation with(Observation whole, List<Series> gates) {
        return new Observation(
                gates,
                whole.cpu(),
                whole.itineraries(),
                whole.load(),
                whole.serial(),
                whole.delays(),
                whole.leases(),
                whole.trials());
    }

    /** In use and waiting at the gates that are in no other, between each two reads. */
    private static double[] inSystem(Observation seen) {
        Stations stations = new Stations(seen.gates(), seen.gates());
        double[] sum = new double[seen.gates().get(0).reads().size() - 1];
        for (Series gate : seen.gates()) {
            for (int i = 0; stations.root(gate.name()) && i < sum.length; i++) {
                GateStats a = gate.reads().get(i);
                GateStats b = gate.reads().get(i + 1);
                sum[i] += (double) (b.inUseNanos() - a.inUseNanos() + b.waitingNanos() - a.waitingNanos())
                        / (b.atNanos() - a.atNanos());
            }
        }
        return sum;
    }

    private static Series records(Observation seen) {
        return new Stations(seen.gates(), seen.gates()).records();
    }

    /** The reads at the high level; all of them when there are no two levels. */
    private static BitSet busy(double[] inSystem) {
        double[] sorted = inSystem.clone();
        Arrays.sort(sorted);
        double high = sorted[(int) (0.9 * (sorted.length - 1))];
        BitSet busy = new BitSet();
        double rest = 0;
        for (int i = 0; i < inSystem.length; i++) {
            if (inSystem[i] >= HIGH * high) {
                busy.set(i);
            } else {
                rest += inSystem[i];
            }
        }
        int others = inSystem.length - busy.cardinality();
        boolean levels = others >= 2
                && busy.cardinality() >= Math.max(LEAST_READS, MOST * inSystem.length)
                && rest / others <= LOW * high
                && risesAndFalls(busy, inSystem.length);
        if (!levels) {
            busy.set(0, inSystem.length);
        }
        return busy;
    }

    /** Whether the low level comes in the middle or at both ends: a start or an end is none of the system's habits. */
    private static boolean risesAndFalls(BitSet busy, int length) {
        int first = busy.nextSetBit(0);
        int last = busy.previousSetBit(length - 1);
        return busy.nextClearBit(first) < last;
    }

    /** The first read of the level at the end, if something was in use otherwise before; else 0. */
    private static int end(Observation seen, double[] inSystem) {
        int length = inSystem.length;
        double now = 0;
        for (int i = length - LEAST_READS; i < length; i++) {
            now += inSystem[i] / LEAST_READS;
        }
        int from = length;
        while (from > 0 && Math.abs(inSystem[from - 1] - now) <= NEAR_END * now) {
            from--;
        }
        if (from == 0 || length - from < LEAST_READS) {
            return 0;
        }
        for (Series gate : seen.gates()) {
            double before = inUse(gate, 0, from);
            double after = inUse(gate, from, length);
            if (Math.abs(after - before) > OTHER * Math.max(after, before) && Math.max(after, before) >= 1) {
                return from;
            }
        }
        return 0;
    }

    private static double inUse(Series gate, int from, int to) {
        GateStats a = gate.reads().get(from);
        GateStats b = gate.reads().get(to);
        return (double) (b.inUseNanos() - a.inUseNanos()) / (b.atNanos() - a.atNanos());
    }

    private static double restPerSecond(Series gate, BitSet busy) {
        double exits = 0;
        double seconds = 0;
        for (int i = busy.nextClearBit(0); i < gate.reads().size() - 1; i = busy.nextClearBit(i + 1)) {
            GateStats a = gate.reads().get(i);
            GateStats b = gate.reads().get(i + 1);
            exits += b.exits() - a.exits();
            seconds += (b.atNanos() - a.atNanos()) / 1e9;
        }
        return seconds == 0 ? 0 : exits / seconds;
    }

    /** The gate as if only the chosen times had passed. */
    private static Series only(Series gate, BitSet chosen) {
        List<GateStats> reads = new ArrayList<>();
        GateStats sum = gate.reads().get(chosen.nextSetBit(0));
        reads.add(sum);
        for (int i = chosen.nextSetBit(0); i >= 0; i = chosen.nextSetBit(i + 1)) {
            sum = plus(sum, gate.reads().get(i), gate.reads().get(i + 1));
            reads.add(sum);
        }
        return new Series(reads);
    }

    private static GateStats plus(GateStats sum, GateStats a, GateStats b) {
        return new GateStats(
                b.name(),
                sum.atNanos() + b.atNanos() - a.atNanos(),
                b.capacity(),
                b.inUse(),
                b.waiting(),
                sum.entries() + b.entries() - a.entries(),
                sum.exits() + b.exits() - a.exits(),
                sum.cancelled() + b.cancelled() - a.cancelled(),
                sum.waitNanos() + b.waitNanos() - a.waitNanos(),
                sum.holdNanos() + b.holdNanos() - a.holdNanos(),
                sum.inUseNanos() + b.inUseNanos() - a.inUseNanos(),
                sum.waitingNanos() + b.waitingNanos() - a.waitingNanos(),
                b.oldestHolderNanos(),
                b.oldestWaiterNanos(),
                sum.insideNanos() + b.insideNanos() - a.insideNanos(),
                insides(sum, a, b));
    }

    private static List<Inside> insides(GateStats sum, GateStats a, GateStats b) {
        List<Inside> insides = new ArrayList<>();
        for (Inside now : b.insides()) {
            Inside before = Stations.inside(a, now.gate());
            Inside so = Stations.inside(sum, now.gate());
            insides.add(new Inside(
                    now.gate(),
                    now.waiting(),
                    now.holding(),
                    (so == null ? 0 : so.entries()) + now.entries() - (before == null ? 0 : before.entries()),
                    (so == null ? 0 : so.waitNanos()) + now.waitNanos() - (before == null ? 0 : before.waitNanos()),
                    (so == null ? 0 : so.holdNanos()) + now.holdNanos() - (before == null ? 0 : before.holdNanos())));
        }
        return insides;
    }
}
