package dev.headgate.doctor;

import dev.headgate.GateStats;
import dev.headgate.Itinerary;
import dev.headgate.Stop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds out from a gate's own history whether its times depend on how many are in it.
 *
 * <p>The best witnesses are sampled lives: how long was each in the gate, and how many were in it when it entered. A hold
 * does not influence how many were there before it, so this is cause and effect. Where there are none, long stretches of
 * reads are compared, by their time-integral over their exits. In short ones the number in use is high because times
 * happened to be long, and not the other way round.
 */
final class Pace {

    private static final int GROUPS = 6;
    /** A group needs so many exits. */
    private static final double GROUP = 60;
    /** Or so many sampled lives. */
    private static final int GROUP_OF_LIVES = 15;
    /** A stretch of reads has so many exits: the mean of their times is known to about a tenth then. */
    private static final double SPAN = 80;
    /** Entries and exits of a stretch may differ by this part, or the gate was filling or emptying. */
    private static final double FLOW_OFF = 0.1;
    /** Between two reads that show a number in use more different than this, nobody knows it well at any one moment. */
    private static final double STEADY = 0.2;
    /** What is clearly fuller begins a group of its own. */
    private static final double FULLER = 1.25;
    /** Lives that entered less than so many holds before the end are left out: of those, only the short have ended. */
    private static final double CENSORED = 4;

    private record Span(double seconds, double area, double exits) {
        double n() {
            return area / seconds;
        }

        Span and(Span other) {
            return new Span(seconds + other.seconds, area + other.area, exits + other.exits);
        }
    }

    private record Held(double n, double seconds) {}

    private Pace() {}

    /**
     * What a leaf gate's history tells.
     *
     * @param series all reads, those before a change of capacity included
     * @param lives sampled lives, maybe none
     * @param station the gate now: the times to be stretched are its own
     */
    static Downstream of(Series series, List<Itinerary> lives, Station station) {
        List<PaceFit.Group> groups = ofLives(held(series, lives, station.holdSeconds(), true));
        if (PaceFit.varied(groups)) {
            return PaceFit.of(groups, station.inUse());
        }
        groups = ofLives(held(series, lives, station.holdSeconds(), false));
        // Numbers in use that are known badly hide that times depend on them; they do not make it up.
        if (PaceFit.varied(groups) && PaceFit.of(groups, station.inUse()) instanceof Downstream.Slows slows) {
            return slows;
        }
        groups = ofSpans(spans(series));
        return PaceFit.varied(groups)
                ? PaceFit.of(groups, station.inUse())
                : new Downstream.Unknown(
                        series.reads().stream().mapToInt(GateStats::inUse).max().orElse(0));
    }

    /**
     * How long lives were in the gate, and how many were in it when they entered: between two reads the number is taken to
     * have changed in a straight line.
     *
     * @param steady whether to leave out what entered while the number changed much between two reads
     */
    private static List<Held> held(Series series, List<Itinerary> lives, double holdSeconds, boolean steady) {
        List<GateStats> reads = series.reads();
        long until = series.last().atNanos() - (long) (CENSORED * holdSeconds * 1e9);
        List<Held> held = new ArrayList<>();
        for (Itinerary life : lives) {
            for (Stop stop : life.stops()) {
                boolean here = stop.kind() == Stop.Kind.GATE && stop.name().equals(series.name());
                long entered = stop.enteredNanos();
                if (here && entered - series.first().atNanos() >= 0 && entered - until < 0) {
                    int i = before(reads, entered);
                    GateStats a = reads.get(i);
                    GateStats b = reads.get(i + 1);
                    int change = b.inUse() - a.inUse();
                    if (!steady || Math.abs(change) <= STEADY * Math.max(b.inUse(), a.inUse()) + 1) {
                        double part = (double) (entered - a.atNanos()) / (b.atNanos() - a.atNanos());
                        // The one that entered is in it, too.
                        double n = Math.max(1, a.inUse() + change * part);
                        held.add(new Held(n, (stop.leftNanos() - entered) / 1e9));
                    }
                }
            }
        }
        held.sort(Comparator.comparingDouble(Held::n));
        return held;
    }

    /** Index of the last read at or before a moment that is not before the first and not after the last. */
    private static int before(List<GateStats> reads, long atNanos) {
        int low = 0;
        int high = reads.size() - 2;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (reads.get(middle).atNanos() - atNanos <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static List<PaceFit.Group> ofLives(List<Held> held) {
        List<PaceFit.Group> groups = new ArrayList<>();
        int each = Math.max(GROUP_OF_LIVES, held.size() / GROUPS);
        int from = 0;
        for (int to = 1; to <= held.size(); to++) {
            int size = to - from;
            boolean other = to < held.size()
                    && held.get(to).n() > FULLER * Math.max(0.5, held.get(from).n());
            if (size >= GROUP_OF_LIVES && (other || size >= each)) {
                groups.add(group(held.subList(from, to)));
                from = to;
            }
        }
        return groups;
    }

    private static PaceFit.Group group(List<Held> held) {
        double n = held.stream().mapToDouble(Held::n).average().orElse(0);
        double mean = held.stream().mapToDouble(Held::seconds).average().orElse(0);
        double squares = held.stream()
                .mapToDouble(one -> (one.seconds() - mean) * (one.seconds() - mean))
                .sum();
        // Constant times have no spread of their own; a hundredth is what sleeps and schedulers add.
        double error = Math.max(0.01 * mean, Math.sqrt(squares / (held.size() - 1.0) / held.size()));
        return new PaceFit.Group(n, mean, Math.max(1e-9, error));
    }

    /** Stretches of reads as steady as can be, each at least two of its own holds and {@link #SPAN} exits long. */
    private static List<Span> spans(Series series) {
        List<Span> spans = new ArrayList<>();
        List<GateStats> reads = series.reads();
        int from = 0;
        for (int to = 1; to < reads.size(); to++) {
            GateStats a = reads.get(from);
            GateStats b = reads.get(to);
            double seconds = (b.atNanos() - a.atNanos()) / 1e9;
            double area = (b.inUseNanos() - a.inUseNanos()) / 1e9;
            double entries = b.entries() - a.entries();
            double exits = b.exits() - a.exits();
            double count = (entries + exits) / 2;
            boolean resized = b.capacity() != a.capacity();
            if (!resized && (count < SPAN || seconds < 2 * area / count)) {
                continue;
            }
            if (!resized && Math.abs(entries - exits) <= FLOW_OFF * count) {
                spans.add(new Span(seconds, area, count));
            }
            from = to;
        }
        return spans;
    }

    private static List<PaceFit.Group> ofSpans(List<Span> spans) {
        List<Span> sorted = new ArrayList<>(spans);
        sorted.sort(Comparator.comparingDouble(Span::n));
        double total = sorted.stream().mapToDouble(Span::exits).sum();
        double each = Math.max(GROUP, total / GROUPS);
        List<PaceFit.Group> groups = new ArrayList<>();
        Span open = new Span(0, 0, 0);
        double lowest = 0;
        for (Span span : sorted) {
            boolean other = open.exits() >= GROUP && span.n() > FULLER * Math.max(0.5, lowest);
            if (other || open.exits() >= each) {
                groups.add(group(open));
                open = new Span(0, 0, 0);
            }
            lowest = open.exits() == 0 ? span.n() : lowest;
            open = open.and(span);
        }
        if (open.exits() >= GROUP) {
            groups.add(group(open));
        }
        return groups;
    }

    /** Times are taken to spread like exponential ones, as nothing is known of single ones. */
    private static PaceFit.Group group(Span span) {
        double time = span.area() / span.exits();
        return new PaceFit.Group(span.n(), time, time / Math.sqrt(span.exits()));
    }
}
