package dev.headgate.lab;

import dev.headgate.doctor.Load;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A small incident on plain gates, with its numbers; {@link #named} begins one. Immutable: each method gives another one.
 *
 * @param gates slots of the sick arm, in the order in which a record meets the gates
 * @param traffic what comes
 * @param work what a record does
 * @param serial gates that cannot be given more slots
 * @param arms the combinations that make sense; null: each fix, and all capacities together
 * @param seed of all that is random in it
 */
record GateTrouble(
        String name,
        Map<String, Integer> gates,
        Traffic traffic,
        Work work,
        List<String> truth,
        List<Fix> fixes,
        Set<String> serial,
        String numbers,
        boolean alone,
        @Nullable List<Set<String>> arms,
        long seed)
        implements Trouble {

    GateTrouble {
        gates = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(gates));
        truth = List.copyOf(truth);
        fixes = List.copyOf(fixes);
        serial = Set.copyOf(serial);
        for (Fix fix : fixes) {
            if (!gates.keySet().containsAll(fix.capacities().keySet())) {
                throw new IllegalArgumentException("Fix '" + fix.name() + "' of incident '" + name
                        + "' sets gates that it does not have: " + fix.capacities());
            }
        }
    }

    static GateTrouble named(String name, Dice dice) {
        return new GateTrouble(
                name,
                Map.of(),
                new Traffic.Users(1),
                site -> {},
                List.of(),
                List.of(),
                Set.of(),
                "",
                false,
                null,
                dice.seed());
    }

    GateTrouble gate(String gate, int slots) {
        Map<String, Integer> more = new LinkedHashMap<>(gates);
        more.put(gate, slots);
        return new GateTrouble(name, more, traffic, work, truth, fixes, serial, numbers, alone, arms, seed);
    }

    /** A gate that cannot be given more slots: a key, a partition. */
    GateTrouble serialGate(String gate) {
        Set<String> more = new LinkedHashSet<>(serial);
        more.add(gate);
        GateTrouble with = gate(gate, 1);
        return new GateTrouble(name, with.gates, traffic, work, truth, fixes, more, numbers, alone, arms, seed);
    }

    GateTrouble traffic(Traffic comes) {
        return new GateTrouble(name, gates, comes, work, truth, fixes, serial, numbers, alone, arms, seed);
    }

    /** What a record does, and the times in it for a person. */
    GateTrouble work(String times, Work does) {
        return new GateTrouble(name, gates, traffic, does, truth, fixes, serial, times, alone, arms, seed);
    }

    GateTrouble truth(String... limits) {
        return new GateTrouble(name, gates, traffic, work, List.of(limits), fixes, serial, numbers, alone, arms, seed);
    }

    GateTrouble fix(Fix fix) {
        List<Fix> more = new ArrayList<>(fixes);
        more.add(fix);
        return new GateTrouble(name, gates, traffic, work, truth, more, serial, numbers, alone, arms, seed);
    }

    /** The fault that the gate has too few slots. */
    GateTrouble lift(String gate, int slots) {
        return fix(Fix.slots(gate, gates.getOrDefault(gate, 0), slots));
    }

    /** The combinations that make sense, where not all do. */
    GateTrouble arms(List<Set<String>> makeSense) {
        return new GateTrouble(
                name, gates, traffic, work, truth, fixes, serial, numbers, alone, List.copyOf(makeSense), seed);
    }

    GateTrouble needsTheMachine() {
        return new GateTrouble(name, gates, traffic, work, truth, fixes, serial, numbers, true, arms, seed);
    }

    @Override
    public String numbers() {
        return gates.toString().replace("{", "").replace("}", "").replace("=", " ") + "; " + numbers + "; " + traffic;
    }

    @Override
    public double scale() {
        return 1;
    }

    /** Every single fix, and all capacities together, unless {@link #arms} says which. */
    @Override
    public List<Set<String>> worthRunning() {
        if (arms != null) {
            return arms;
        }
        List<Set<String>> worth = new ArrayList<>();
        Set<String> together = new LinkedHashSet<>();
        for (Fix fix : fixes) {
            worth.add(Set.of(fix.name()));
            if (!fix.behaviour()) {
                together.add(fix.name());
            }
        }
        if (together.size() > 1) {
            worth.add(together);
        }
        return worth;
    }

    /** What the doctor is told of the load, which no gate shows: that there is a backlog. The rest it has to see. */
    @Nullable
    Load told() {
        return traffic instanceof Traffic.Backlog ? Load.backlog() : null;
    }

    @Override
    public Seen run(Arm arm, Pace pace, Consumer<String> progress) throws InterruptedException {
        progress.accept(name + ": " + arm.label());
        try (GateRun run = new GateRun(this, arm, pace)) {
            return run.seen();
        }
    }
}
