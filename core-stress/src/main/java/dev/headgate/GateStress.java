package dev.headgate;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** A gate's slots and line: what is left when two things happened to it at once. Results are (in use, waiting). */
public class GateStress {

    private GateStress() {}

    private static Gate gate(int capacity) {
        return Gate.named("stressed").capacity(capacity).open();
    }

    /** A pass that has come to the gate: it holds, or waits without a thread behind it. */
    private static Pass come(Gate gate) {
        Pass pass = new Pass(gate, null, (Runnable) () -> {});
        gate.arrive(pass, true);
        return pass;
    }

    private static void enterAndLeave(Gate gate) {
        try {
            gate.enter().close();
        } catch (InterruptedException e) {
            throw new AssertionError("Nobody interrupts", e);
        }
    }

    private static void read(Gate gate, II_Result result) {
        GateStats stats = gate.stats();
        result.r1 = stats.inUse();
        result.r2 = stats.waiting();
    }

    /** A slot that comes free while somebody arrives is given to him, not left lying. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The newcomer has the slot.")
    @State
    public static class LeaveAndArrive {
        private final Gate gate = gate(1);
        private final Pass held = come(gate);

        @Actor
        public void leave() {
            held.close();
        }

        @Actor
        public void arrive() {
            come(gate);
        }

        @Arbiter
        public void end(II_Result result) {
            read(gate, result);
        }
    }

    /** A slot is given to a waiter or the waiter goes; never both, never neither. r3: the cancel took effect. */
    @JCStressTest
    @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "The waiter went first.")
    @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "The slot came first.")
    @State
    public static class LeaveAndCancel {
        private final Gate gate = gate(1);
        private final Pass held = come(gate);
        private final Pass waiter = come(gate);

        @Actor
        public void leave() {
            held.close();
        }

        @Actor
        public void cancel(III_Result result) {
            result.r3 = gate.cancel(waiter) ? 1 : 0;
        }

        @Arbiter
        public void end(III_Result result) {
            GateStats stats = gate.stats();
            result.r1 = stats.inUse();
            result.r2 = stats.waiting();
        }
    }

    /** One pass closed by two threads gives back one slot. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "One of the two waiters was let in.")
    @State
    public static class CloseTwice {
        private final Gate gate = gate(1);
        private final Pass held = come(gate);

        public CloseTwice() {
            come(gate);
            come(gate);
        }

        @Actor
        public void one() {
            held.close();
        }

        @Actor
        public void other() {
            held.close();
        }

        @Arbiter
        public void end(II_Result result) {
            read(gate, result);
        }
    }

    /** Growing while somebody arrives leaves nobody waiting beside a free slot. */
    @JCStressTest
    @Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "Let in by the one or the other.")
    @State
    public static class GrowAndArrive {
        private final Gate gate = gate(1);

        public GrowAndArrive() {
            come(gate);
        }

        @Actor
        public void grow() {
            gate.resize(2);
        }

        @Actor
        public void arrive() {
            come(gate);
        }

        @Arbiter
        public void end(II_Result result) {
            read(gate, result);
        }
    }

    /** Shrinking while a holder leaves. */
    @JCStressTest
    @Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "The slot went to the waiter, then the gate shrank.")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The gate shrank, so the slot went away.")
    @State
    public static class ShrinkAndLeave {
        private final Gate gate = gate(2);
        private final Pass held = come(gate);

        public ShrinkAndLeave() {
            come(gate);
            come(gate);
        }

        @Actor
        public void shrink() {
            gate.resize(1);
        }

        @Actor
        public void leave() {
            held.close();
        }

        @Arbiter
        public void end(II_Result result) {
            read(gate, result);
        }
    }

    /** Two that take without waiting: one slot, one pass. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "One of them has it.")
    @State
    public static class TryTwice {
        private final Gate gate = gate(1);

        @Actor
        public void one() {
            gate.arrive(new Pass(gate, null, Thread.currentThread()), false);
        }

        @Actor
        public void other() {
            gate.arrive(new Pass(gate, null, Thread.currentThread()), false);
        }

        @Arbiter
        public void end(II_Result result) {
            read(gate, result);
        }
    }

    /** A thread that parks is woken: a lost wake-up would hang here. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Came in and left.")
    @State
    public static class ParkAndLeave {
        private final Gate gate = gate(1);
        private final Pass held = come(gate);

        @Actor
        public void enter() {
            enterAndLeave(gate);
        }

        @Actor
        public void leave() {
            held.close();
        }

        @Arbiter
        public void end(II_Result result) {
            read(gate, result);
        }
    }

    /** A reading in the midst of it is of one moment. */
    @JCStressTest
    @Outcome(id = "true, true, true", expect = Expect.ACCEPTABLE, desc = "Counts, and both integrals, agree.")
    @State
    public static class ReadWhileLeaving {
        private final Gate gate = gate(1);
        private final Pass held = come(gate);

        public ReadWhileLeaving() {
            come(gate);
        }

        @Actor
        public void leave() {
            held.close();
        }

        @Actor
        public void read(ZZZ_Result result) {
            GateStats stats = gate.stats();
            result.r1 = stats.inUse() == stats.entries() - stats.exits() && stats.inUse() == 1;
            result.r2 = stats.inUseNanos() == stats.holdNanos() + stats.oldestHolderNanos();
            result.r3 = stats.waitingNanos() == stats.waitNanos() + stats.oldestWaiterNanos();
        }
    }
}
