package dev.headgate.doctor;

import java.util.List;

/**
 * How far a verdict can be relied on.
 *
 * @param grade how far
 * @param failedChecks checks that did not hold, with their figures
 * @param rivals other explanations that the data do not exclude
 * @param decider the measurement that would decide; empty when there is nothing to decide
 */
public record Confidence(Grade grade, List<String> failedChecks, List<String> rivals, String decider) {

    /** From best to worst. */
    public enum Grade {
        /** A change came out as predicted. */
        CONFIRMED("confirmed"),
        /** The laws hold, the model reproduces what was measured, and nothing that matters is unknown. */
        LIKELY("likely"),
        /** Something that matters is unknown; the interval has it. */
        CONSISTENT_WITH("consistent with"),
        /** The data do not suffice. */
        CANNOT_TELL("cannot tell");

        private final String words;

        Grade(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** Copies the lists. */
    public Confidence {
        failedChecks = List.copyOf(failedChecks);
        rivals = List.copyOf(rivals);
    }
}
