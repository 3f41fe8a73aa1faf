package dev.headgate.cli;

import dev.headgate.GateFlow;
import dev.headgate.GateStats;

/**
 * A gate over an interval.
 *
 * @param now the gate at the interval's end
 * @param flow what went through it in the interval
 */
record GateLine(GateStats now, GateFlow flow) {
    /** From this utilisation on a gate counts as full: the rest is slots on their way from one holder to the next. */
    private static final double FULL = 0.95;

    static GateLine between(GateStats earlier, GateStats later) {
        return new GateLine(later, later.since(earlier));
    }

    /** Whether time lies between two readings: an intake's are published by its owner, now and then. */
    static boolean apart(GateStats earlier, GateStats later) {
        return later.atNanos() - earlier.atNanos() > 0;
    }

    String name() {
        return now.name();
    }

    boolean full() {
        return flow.utilisation() >= FULL;
    }
}
