package dev.headgate.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the doctor did over several incidents.
 *
 * @param incidents how many
 * @param namedRight in how many it named what limits, and nothing else
 * @param predictions how many were made
 * @param cameTrue how many were within 15 %, or inside their interval
 * @param close how many were within 15 %
 * @param medianError of the size of the predictions' errors; null when there were none
 * @param misses what went wrong, a line each
 */
record Score(
        int incidents,
        int namedRight,
        int predictions,
        int cameTrue,
        int close,
        @Nullable Double medianError,
        List<String> misses) {

    static Score of(List<Outcome> outcomes) {
        List<String> misses = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        int right = 0;
        int made = 0;
        int cameTrue = 0;
        int close = 0;
        for (Outcome outcome : outcomes) {
            String who = outcome.trouble().name() + " (seed " + outcome.seed() + ")";
            if (outcome.namedRight()) {
                right++;
            } else {
                misses.add(who + ": named " + outcome.sick().named() + ", but it is "
                        + outcome.trouble().truth());
            }
            for (ArmResult arm : outcome.arms()) {
                Boolean came = arm.cameTrue();
                Double error = arm.error();
                made += came == null ? 0 : 1;
                cameTrue += Boolean.TRUE.equals(came) ? 1 : 0;
                if (error != null) {
                    errors.add(Math.abs(error));
                    close += Math.abs(error) <= ArmResult.TOLERANCE ? 1 : 0;
                }
            }
            for (ArmResult arm : outcome.missed()) {
                misses.add(who + ", " + arm.arm().label() + ": expected " + LabTable.predicted(arm) + ", measured "
                        + LabTable.rate(arm.throughput()) + others(outcome, arm));
            }
            for (ArmResult arm : outcome.worse()) {
                misses.add(who + ": the recommendation " + arm.arm().label() + " made it worse, "
                        + LabTable.rate(outcome.sick().throughput()) + " became " + LabTable.rate(arm.throughput()));
            }
        }
        errors.sort(null);
        Double median = errors.isEmpty() ? null : errors.get(errors.size() / 2);
        return new Score(outcomes.size(), right, made, cameTrue, close, median, List.copyOf(misses));
    }

    /** What an arm takes depends on what else the machine has to do. */
    private static String others(Outcome outcome, ArmResult arm) {
        return " (others used "
                + LabTable.percent(outcome.sick().seen().figures().othersShare())
                + " of the machine beside the sick arm, "
                + LabTable.percent(arm.seen().figures().othersShare()) + " beside this)";
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "Named right: %d of %d. Predictions: %d, of which %d within 15 %% and %d more inside their interval; median error %s.",
                namedRight,
                incidents,
                predictions,
                close,
                cameTrue - close,
                medianError == null ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * medianError));
    }
}
