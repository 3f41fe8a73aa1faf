package dev.headgate.doctor;

import dev.headgate.GateStats;
import dev.headgate.Inside;
import java.util.ArrayList;
import java.util.List;

/** A gate in a steady state, read every 200 ms for a while: what its counters show follows from rates and times. */
final class Steady {

    private static final long ORIGIN = -86_400_000_000_000L;
    private static final long STEP = 200_000_000L;

    private record Inner(String gate, double visits, double waitSeconds, double holdSeconds) {}

    private final String name;
    private final int capacity;
    private final double perSecond;
    private final double holdSeconds;
    private final List<Inner> inners = new ArrayList<>();
    private double waiting;
    private double growth;
    private int reads = 50;
    private double leaked;

    private Steady(String name, int capacity, double perSecond, double holdSeconds) {
        this.name = name;
        this.capacity = capacity;
        this.perSecond = perSecond;
        this.holdSeconds = holdSeconds;
    }

    /** A gate that passes {@code perSecond} and holds each for {@code holdSeconds}. */
    static Steady gate(String name, int capacity, double perSecond, double holdSeconds) {
        return new Steady(name, capacity, perSecond, holdSeconds);
    }

    /** With that many in line. */
    Steady waiting(double count) {
        waiting = count;
        return this;
    }

    /** With a line that grows by so many a second. */
    Steady growing(double growthPerSecond) {
        growth = growthPerSecond;
        return this;
    }

    /** Whose holders go into another gate; times per hold of this one. */
    Steady inside(String gate, double visits, double waitSeconds, double insideSeconds) {
        inners.add(new Inner(gate, visits, waitSeconds, insideSeconds));
        return this;
    }

    /** Whose holders, so many of them, never come back since long before. */
    Steady leaked(double holders) {
        leaked = holders;
        return this;
    }

    Steady reads(int count) {
        reads = count;
        return this;
    }

    Series series() {
        List<GateStats> all = new ArrayList<>();
        for (int i = 0; i < reads; i++) {
            all.add(read(i));
        }
        return new Series(all);
    }

    private GateStats read(int i) {
        double t = i * STEP / 1e9;
        double line = waiting + growth * t;
        double lineArea = waiting * t + growth * t * t / 2;
        double through = perSecond * t;
        List<Inside> insides = new ArrayList<>();
        double inside = 0;
        for (Inner inner : inners) {
            double wait = through * inner.waitSeconds();
            double hold = through * inner.holdSeconds();
            inside += wait + hold;
            insides.add(new Inside(
                    inner.gate(),
                    (int) Math.round(perSecond * inner.waitSeconds()),
                    (int) Math.round(perSecond * inner.holdSeconds()),
                    Math.round(through * inner.visits()),
                    nanos(wait),
                    nanos(hold)));
        }
        double inUse = perSecond * holdSeconds + leaked;
        return new GateStats(
                name,
                ORIGIN + i * STEP,
                capacity,
                (int) Math.round(inUse),
                (int) Math.round(line),
                Math.round(through),
                Math.round(through),
                0,
                nanos(lineArea),
                nanos(through * holdSeconds),
                nanos(inUse * t),
                nanos(lineArea),
                leaked > 0 ? nanos(t + 60) : nanos(Math.min(holdSeconds, 1e6)),
                line < 0.5 || perSecond == 0 ? 0 : nanos(line / perSecond),
                nanos(inside),
                insides);
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
