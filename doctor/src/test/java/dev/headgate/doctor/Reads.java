package dev.headgate.doctor;

import dev.headgate.GateStats;
import dev.headgate.Inside;
import java.util.ArrayList;
import java.util.List;

/** Reads of a gate, written down phase by phase: what its counters show follows from rates, times and ages. */
final class Reads {

    private static final long STEP = 100_000_000L;

    private final String name;
    private final List<GateStats> reads = new ArrayList<>();
    private long at = -5_000_000_000L;
    private double entries;
    private double exits;
    private double holdArea;
    private double inUseArea;
    private double waitArea;
    private double insideArea;
    private List<Inside> insides = List.of();

    Reads(String name) {
        this.name = name;
    }

    /** {@code seconds} of a steady flow: {@code inUse} slots, each back after {@code inUse / perSecond}. */
    Reads flow(double seconds, int capacity, double perSecond, double inUse, double waiting) {
        return phase(seconds, capacity, perSecond, inUse, waiting, perSecond == 0 ? 0 : inUse / perSecond, 0, 0);
    }

    /**
     * A phase in which {@code stuck} of those in use do not come back and {@code ofThem} are at inner gates, and the
     * rest flows.
     */
    Reads phase(
            double seconds,
            int capacity,
            double perSecond,
            double inUse,
            double waiting,
            double hold,
            double oldestSeconds,
            double inside) {
        int steps = (int) Math.round(seconds * 1e9 / STEP);
        for (int i = 0; i < steps || reads.isEmpty(); i++) {
            double t = reads.isEmpty() ? 0 : STEP / 1e9;
            at += reads.isEmpty() ? 0 : STEP;
            entries += perSecond * t;
            exits += perSecond * t;
            holdArea += perSecond * t * hold;
            inUseArea += inUse * t;
            waitArea += waiting * t;
            insideArea += inside * t;
            reads.add(new GateStats(
                    name,
                    at,
                    capacity,
                    (int) Math.round(inUse),
                    (int) Math.round(waiting),
                    Math.round(entries),
                    Math.round(exits),
                    0,
                    nanos(waitArea),
                    nanos(holdArea),
                    nanos(inUseArea),
                    nanos(waitArea),
                    nanos(Math.max(hold, oldestSeconds)),
                    waiting > 0 && perSecond > 0 ? nanos(waiting / perSecond) : nanos(seconds),
                    nanos(insideArea),
                    insides));
        }
        return this;
    }

    /** What the holders do in inner gates, from the next phase on, as it is read. */
    Reads insides(Inside... now) {
        insides = List.of(now);
        return this;
    }

    GateStats last() {
        return reads.get(reads.size() - 1);
    }

    Series series() {
        return new Series(reads);
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
