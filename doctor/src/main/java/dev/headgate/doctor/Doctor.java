package dev.headgate.doctor;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names what limits a running service, and says what lifting it would bring.
 *
 * <p>Pure functions: the same observation and question give the same answer, from any thread.
 */
public final class Doctor {

    /** A gate's holds are others' work when no more than this part of them is its own. */
    private static final double HARDLY_OWN = 0.2;

    private static final double BUSY = 0.8;

    private Doctor() {}

    /** The verdict on what was seen, with the default question. */
    public static Verdict examine(Observation seen) {
        return examine(seen, Question.defaults());
    }

    /**
     * The verdict on what was seen. Where something binds it simulates each change, which takes some ten ms for each;
     * else it is done at once.
     */
    public static Verdict examine(Observation seen, Question question) {
        Facts facts = Facts.of(seen);
        Stuck stuck = StuckCheck.of(facts);
        if (stuck != null) {
            return verdict(facts, new Binding(List.of(), List.of(), List.of()), stuck, question);
        }
        return verdict(facts, Binding.of(facts), null, question);
    }

    /** What binds, without the simulations: microseconds. */
    static List<String> named(Observation seen) {
        Facts facts = Facts.of(seen);
        Stuck stuck = StuckCheck.of(facts);
        return stuck != null ? stuck.gates() : Binding.of(facts).binding();
    }

    /** What the given capacities would bring, with the default question. */
    public static Prediction predict(Observation seen, Map<String, Integer> capacities) {
        return predict(seen, capacities, Set.of(), Question.defaults());
    }

    /**
     * What the given capacities would bring. Tens of ms.
     *
     * @param capacities slots by gate; gates not named keep theirs
     * @param outOfSlot delays that are to wait in no slot any more
     * @throws IllegalArgumentException when a gate was not observed, or a capacity is below 1
     */
    public static Prediction predict(
            Observation seen, Map<String, Integer> capacities, Set<String> outOfSlot, Question question) {
        capacities.forEach((gate, slots) -> {
            if (seen.gate(gate) == null) {
                throw new IllegalArgumentException("Nothing can be predicted for gate '" + gate
                        + "', which was not observed: give it to the watch");
            }
            if (slots < 1) {
                throw new IllegalArgumentException("Gate '" + gate + "' needs a capacity of at least 1, not " + slots);
            }
        });
        Facts facts = Facts.of(seen);
        WhatIf whatIf = WhatIf.of(facts, question);
        return new Remedies(facts, Binding.of(facts), whatIf, question).predict(capacities, outOfSlot);
    }

    private static Verdict verdict(Facts facts, Binding binding, @Nullable Stuck stuck, Question question) {
        WhatIf whatIf = binding.binding().isEmpty() ? null : WhatIf.of(facts, question);
        List<Change> changes = List.of();
        List<String> behindTheGate = List.of();
        List<String> unknown = List.of();
        Probe probe = null;
        if (whatIf != null) {
            Remedies remedies = new Remedies(facts, binding, whatIf, question);
            changes = remedies.all();
            behindTheGate = remedies.behindTheGate();
            probe = remedies.probe();
            unknown = unknown(whatIf, changes);
        }
        return new Verdict(
                stuck == null ? facts.overall(facts.throughput()) : facts.lately(),
                facts.load(),
                facts.stations(),
                facts.seen().cpu(),
                binding.binding(),
                binding.behind(),
                binding.victims(),
                stuck,
                behindTheGate,
                pinned(facts),
                binding.binding().stream()
                        .filter(facts.seen().serial()::contains)
                        .toList(),
                facts.plateau().share(),
                changes,
                unknown,
                probe,
                facts.whole().trials(),
                stuck != null ? Grading.stuck(facts, stuck) : Grading.of(facts, binding, whatIf, unknown, probe));
    }

    /** Gates that the best change would fill beyond what was ever seen. */
    private static List<String> unknown(WhatIf whatIf, List<Change> changes) {
        for (Change change : changes) {
            if (change.kind() == Change.Kind.SMALLEST_SET) {
                return whatIf.arm(change.to(), change.prediction().outOfSlot()).unknown();
            }
        }
        return List.of();
    }

    private static List<String> pinned(Facts facts) {
        return facts.stations().stream()
                .filter(station -> station.trusted()
                        && station.bounded()
                        && !station.insides().isEmpty()
                        && !facts.seen().serial().contains(station.name())
                        && station.laws().utilisation() >= BUSY
                        && station.ownSeconds() <= HARDLY_OWN * station.holdSeconds())
                .map(Station::name)
                .toList();
    }
}
