package dev.headgate.lab;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An incident as it came out.
 *
 * @param grade of confidence
 * @param arms the sick one first
 */
record Outcome(Trouble trouble, String about, long seed, String grade, List<ArmResult> arms) {
    Outcome {
        arms = List.copyOf(arms);
    }

    ArmResult sick() {
        return arms.getFirst();
    }

    /** Whether the doctor named what limits the sick arm: all of it, and nothing else. */
    boolean namedRight() {
        Set<String> named = new TreeSet<>(sick().named());
        return named.equals(new TreeSet<>(trouble.truth()));
    }

    /** Recommendations that made it worse, by more than chance explains. */
    List<ArmResult> worse() {
        return arms.stream()
                .filter(arm -> arm.arm().isRecommended() && arm.throughput() < 0.95 * sick().throughput())
                .toList();
    }

    /** Predictions that did not come true. */
    List<ArmResult> missed() {
        return arms.stream().filter(arm -> Boolean.FALSE.equals(arm.cameTrue())).toList();
    }
}
