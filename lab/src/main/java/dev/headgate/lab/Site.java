package dev.headgate.lab;

import dev.headgate.Gate;
import dev.headgate.Pass;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Where a record of a small incident lives: the gates of the arm, and its own random numbers. For one thread. */
final class Site {

    /** What is done between entering and leaving a gate. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    private final Map<String, Gate> gates;
    private final Arm arm;
    private final RandomGenerator random;

    Site(Map<String, Gate> gates, Arm arm, RandomGenerator random) {
        this.gates = gates;
        this.arm = arm;
        this.random = random;
    }

    Gate gate(String name) {
        Gate gate = gates.get(name);
        if (gate == null) {
            throw new IllegalArgumentException("This incident has no gate '" + name + "', but " + gates.keySet());
        }
        return gate;
    }

    /** Does something with a slot. */
    void in(String gate, Step step) throws Exception {
        try (Pass pass = gate(gate).enter()) {
            step.run();
        }
    }

    /** Works with a slot for a while. */
    void in(String gate, Times times) throws Exception {
        in(gate, () -> sleep(times));
    }

    /** Work that waits for somebody else, as most work does: it takes time and no processor. */
    void sleep(Times times) throws InterruptedException {
        sleep(times.nanos(random));
    }

    void sleep(long nanos) throws InterruptedException {
        Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
    }

    /** True for this part of the calls. */
    boolean chance(double share) {
        return random.nextDouble() < share;
    }

    double uniform() {
        return random.nextDouble();
    }

    boolean fixed(String fix) {
        return arm.has(fix);
    }
}
