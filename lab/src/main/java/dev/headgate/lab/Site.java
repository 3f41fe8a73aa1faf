package dev.headgate.lab;

import dev.headgate.Gate;
import dev.headgate.Pass;
import java.util.Map;

/** Where a record of a small incident lives: the gates of the arm, its chance and its time. Safe for use by any thread. */
final class Site {
    private static final String OWN_WORK = "own work";
    private static final String CHANCE = "chance";
    private static final String CHOICE = "choice";

    /** What is done between entering and leaving a gate. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    private final Map<String, Gate> gates;
    private final Clockwork clockwork;
    private final Arm arm;

    Site(Map<String, Gate> gates, Clockwork clockwork, Arm arm) {
        this.gates = Map.copyOf(gates);
        this.clockwork = clockwork;
        this.arm = arm;
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
        in(gate, () -> clockwork.sleep(gate, times));
    }

    /** Work that waits for somebody else, as most work does: it takes time and no processor. */
    void sleep(Times times) throws InterruptedException {
        clockwork.sleep(OWN_WORK, times);
    }

    /** As part of the holds of a gate that is left in another way than {@link #in} does. */
    void sleep(String gate, Times times) throws InterruptedException {
        clockwork.sleep(gate, times);
    }

    /** True for this part of the calls. */
    boolean chance(double share) {
        return clockwork.uniform(CHANCE) < share;
    }

    /** One of so many, from 0. */
    int choice(int number) {
        return (int) (clockwork.uniform(CHOICE) * number);
    }

    boolean fixed(String fix) {
        return arm.has(fix);
    }
}
