package dev.headgate.lab;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is to be run.
 *
 * @param incident one of them, or an experiment; null: all incidents, or all small ones where numbers are drawn
 * @param fixes the faults to switch off, for one arm beside the sick one; empty: those worth running
 * @param everyCombination of faults
 * @param count instances with drawn numbers instead of the standard ones; 0: the standard ones
 * @param seed of everything random
 * @param quick short arms, which show that all works; their figures are rough
 */
public record LabOptions(
        @Nullable String incident, Set<String> fixes, boolean everyCombination, int count, long seed, boolean quick) {

    /**
     * Checks what is asked for.
     *
     * @throws IllegalArgumentException when there is no such incident or fix, or two wishes exclude each other; the message says
     *     what to choose from
     */
    public LabOptions {
        fixes = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(fixes));
        if (count < 0 || count > 10_000) {
            throw new IllegalArgumentException("--count is 1 to 10000, not " + count);
        }
        if (!fixes.isEmpty() && everyCombination) {
            throw new IllegalArgumentException(
                    "--fix names one combination and --all runs every one: choose one of them");
        }
        if (incident == null && !fixes.isEmpty()) {
            throw new IllegalArgumentException("--fix needs the incident whose faults it names");
        }
        if (incident != null) {
            List<String> known = switchable(incident, seed, count);
            for (String fix : fixes) {
                if (!known.contains(fix)) {
                    boolean ways = Experiments.find(incident) != null;
                    throw new IllegalArgumentException((ways
                                    ? "experiment " + incident + " has no way '"
                                    : "incident " + incident + " has no fault '")
                            + fix + "': choose from " + String.join(", ", known));
                }
            }
        }
    }

    /** What can be asked for with {@code --fix}: an incident's faults, or an experiment's ways other than the sick one. */
    private static List<String> switchable(String incident, long seed, int count) {
        Experiment experiment = Experiments.find(incident);
        if (experiment == null) {
            return Incidents.named(incident).draw(Dice.still(seed)).fixes().stream()
                    .map(Fix::name)
                    .toList();
        }
        if (count > 0) {
            throw new IllegalArgumentException(
                    "--count draws numbers for incidents on plain gates; " + incident + " has none to draw");
        }
        return experiment.ways().stream().skip(1).map(Way::name).toList();
    }

    /** One incident, with the arms worth running. */
    public static LabOptions of(String incident, long seed) {
        return new LabOptions(incident, Set.of(), false, 0, seed, false);
    }

    /** All incidents. */
    public static LabOptions allIncidents(long seed) {
        return new LabOptions(null, Set.of(), false, 0, seed, false);
    }

    /** With these faults switched off. */
    public LabOptions fixing(List<String> names) {
        return new LabOptions(incident, new LinkedHashSet<>(names), everyCombination, count, seed, quick);
    }

    /** With every combination of faults. */
    public LabOptions everyCombination(boolean every) {
        return new LabOptions(incident, fixes, every, count, seed, quick);
    }

    /** With drawn numbers, so many times. */
    public LabOptions shuffled(int times) {
        return new LabOptions(incident, fixes, everyCombination, times, seed, quick);
    }

    /** With short arms. */
    public LabOptions quick(boolean shorter) {
        return new LabOptions(incident, fixes, everyCombination, count, seed, shorter);
    }

    List<Incident> incidents() {
        if (incident != null) {
            return List.of(Incidents.named(incident));
        }
        return count > 0 ? Incidents.SMALL : Incidents.all();
    }
}
