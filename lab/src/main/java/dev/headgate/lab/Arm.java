package dev.headgate.lab;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which faults are switched off.
 *
 * @param fixes their names, in the incident's order; empty: the sick arm
 * @param capacities slots that differ from the sick arm's, by gate
 * @param outOfSlot delays that are no longer in a slot
 */
record Arm(Set<String> fixes, Map<String, Integer> capacities, Set<String> outOfSlot) {

    /** The name under which the doctor's own recommendation is run: a probe, where something that matters is unknown. */
    static final String RECOMMENDED = "as recommended";

    /** The name under which the smallest set is run that the doctor thought through. */
    static final String PLANNED = "as planned";

    Arm {
        fixes = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(fixes));
        capacities = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(capacities));
        outOfSlot = Set.copyOf(outOfSlot);
    }

    static Arm sick() {
        return new Arm(Set.of(), Map.of(), Set.of());
    }

    static Arm recommended(Map<String, Integer> capacities) {
        return new Arm(Set.of(RECOMMENDED), capacities, Set.of());
    }

    static Arm planned(Map<String, Integer> capacities, Set<String> outOfSlot) {
        return new Arm(Set.of(PLANNED), capacities, outOfSlot);
    }

    boolean has(String fix) {
        return fixes.contains(fix);
    }

    boolean isSick() {
        return fixes.isEmpty();
    }

    boolean isRecommended() {
        return fixes.contains(RECOMMENDED);
    }

    /** For a person. */
    String label() {
        if (isSick()) {
            return "sick";
        }
        String names = String.join(" + ", fixes);
        return isRecommended() || has(PLANNED) ? names + " " + slots() : names;
    }

    private String slots() {
        return new java.util.TreeMap<>(capacities).toString().replace("{", "(").replace("}", ")")
                + (outOfSlot.isEmpty() ? "" : " without a slot: " + String.join(", ", outOfSlot));
    }
}
