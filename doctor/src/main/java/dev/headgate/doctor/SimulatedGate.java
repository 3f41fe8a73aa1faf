package dev.headgate.doctor;

/** A gate in a simulation: slots, a line first in first out, and its integrals since the warm-up. */
final class SimulatedGate {

    final int capacity;
    final Slowdown slowdown;
    final boolean slows;
    int inUse;
    int waiting;
    int head = -1;
    int tail = -1;

    private double since;
    private double inUseArea;
    private double waitingArea;
    private double began;

    SimulatedGate(int capacity, Slowdown slowdown) {
        this.capacity = capacity;
        this.slowdown = slowdown;
        this.slows = slowdown.contention() > 0 || slowdown.coherency() > 0;
    }

    /** Books the time up to now; called before anything changes. */
    void tick(double now) {
        double passed = now - since;
        inUseArea += passed * inUse;
        waitingArea += passed * waiting;
        since = now;
    }

    /** The warm-up is over: what was booked so far does not count. */
    void restart(double now) {
        since = now;
        began = now;
        inUseArea = 0;
        waitingArea = 0;
    }

    double meanInUse(double now) {
        tick(now);
        return now <= began ? inUse : inUseArea / (now - began);
    }

    double meanWaiting(double now) {
        tick(now);
        return now <= began ? waiting : waitingArea / (now - began);
    }
}
