package dev.headgate.doctor;

import java.util.Map;

/**
 * A change that was thought through.
 *
 * @param kind what kind of change
 * @param from the capacities before, of the gates that it changes
 * @param prediction what it changes and brings
 * @param gain expected throughput over the present one, minus 1: 0.45 is 45 % more
 */
public record Change(Kind kind, Map<String, Integer> from, Prediction prediction, double gain) {

    /** What a change touches. */
    public enum Kind {
        /** One gate, lifted alone. */
        SINGLE,
        /** Two gates together. */
        PAIR,
        /** The smallest set that reaches the target, or comes as near as can be. */
        SMALLEST_SET,
        /** A delay moved out of the slot in which records wait. */
        DELAY_AS_HOLD,
        /** Inner work done without a slot of a gate that is held for its own work alone. */
        LEASE,
        /** A gate made smaller, for what is behind it slows down under load. */
        LOWERED
    }

    /** Copies the map. */
    public Change {
        from = Map.copyOf(from);
    }

    /** The capacities that it sets. */
    public Map<String, Integer> to() {
        return prediction.capacities();
    }
}
