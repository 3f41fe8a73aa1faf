package dev.headgate;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Holdings that end on one thread while another enters or leaves under them. */
public class HoldingStress {

    private HoldingStress() {}

    private static Pass come(Gate gate, Holding parent) {
        Pass pass = new Pass(gate, parent, (Runnable) () -> {});
        gate.arrive(pass, true);
        return pass;
    }

    private static boolean insideIsOverAndNotLonger(Gate outer) {
        GateStats stats = outer.stats();
        boolean over = true;
        long nanos = 0;
        for (Inside inside : stats.insides()) {
            over &= inside.holding() == 0 && inside.waiting() == 0;
            nanos += inside.waitNanos() + inside.holdNanos();
        }
        return over && nanos <= stats.holdNanos() && stats.insideNanos() == nanos;
    }

    /** The outer pass is closed while its holder enters an inner gate: nothing is booked beyond the outer hold. */
    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Booked up to the end, or not at all.")
    @State
    public static class EndAndBegin {
        private final Gate outer = Gate.named("outer").capacity(1).open();
        private final Gate inner = Gate.named("inner").capacity(1).open();
        private final Pass held = new Pass(outer, null, (Runnable) () -> {});

        public EndAndBegin() {
            outer.arrive(held, true);
        }

        @Actor
        public void end() {
            held.close();
        }

        @Actor
        public void begin() {
            come(inner, held.holding);
        }

        @Arbiter
        public void end(Z_Result result) {
            result.r1 = insideIsOverAndNotLonger(outer);
        }
    }

    /** Both passes are closed at once. */
    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "The inside ended with or before the outer hold.")
    @State
    public static class EndBoth {
        private final Gate outer = Gate.named("outer").capacity(1).open();
        private final Gate inner = Gate.named("inner").capacity(1).open();
        private final Pass held = new Pass(outer, null, (Runnable) () -> {});
        private final Pass within;

        public EndBoth() {
            outer.arrive(held, true);
            within = come(inner, held.holding);
        }

        @Actor
        public void endOuter() {
            held.close();
        }

        @Actor
        public void endInner() {
            within.close();
        }

        @Arbiter
        public void end(Z_Result result) {
            result.r1 = insideIsOverAndNotLonger(outer);
        }
    }

    /** A waiter inside is let in while its parent ends. */
    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Booked up to the end.")
    @State
    public static class EndAndAdmit {
        private final Gate outer = Gate.named("outer").capacity(1).open();
        private final Gate inner = Gate.named("inner").capacity(1).open();
        private final Pass held = new Pass(outer, null, (Runnable) () -> {});
        private final Pass stranger = new Pass(inner, null, (Runnable) () -> {});

        public EndAndAdmit() {
            outer.arrive(held, true);
            inner.arrive(stranger, true);
            come(inner, held.holding);
        }

        @Actor
        public void end() {
            held.close();
        }

        @Actor
        public void admit() {
            stranger.close();
        }

        @Arbiter
        public void end(Z_Result result) {
            result.r1 = insideIsOverAndNotLonger(outer);
        }
    }

    /** The thread leaves its inner holding while another ends the outer one: the scope keeps neither. */
    @JCStressTest
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Nothing dead is kept.")
    @State
    public static class PopAndEnd {
        private final Scope scope = new Scope();
        private final Holding outer = new Insides().holding();
        private final Holding inner = new Insides().holding();

        public PopAndEnd() {
            scope.push(outer);
            scope.push(inner);
        }

        @Actor
        public void pop(ZZ_Result result) {
            inner.end(1);
            Holding now = scope.top();
            result.r1 = now == null || now == outer;
        }

        @Actor
        public void endOuter() {
            outer.end(2);
        }

        @Arbiter
        public void end(ZZ_Result result) {
            result.r2 = scope.isEmpty();
        }
    }

    /** The thread uncovers a holding that another thread ends. */
    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Nothing dead is kept.")
    @State
    public static class RestoreAndEnd {
        private final Scope scope = new Scope();
        private final Holding outer = new Insides().holding();
        private final Holding inner = new Insides().holding();

        public RestoreAndEnd() {
            scope.push(outer);
        }

        @Actor
        public void bindAndUnbind() {
            Holding before = scope.push(inner);
            scope.restore(before);
        }

        @Actor
        public void endOuter() {
            outer.end(2);
        }

        @Arbiter
        public void end(Z_Result result) {
            result.r1 = scope.isEmpty();
        }
    }
}
