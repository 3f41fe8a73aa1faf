package dev.headgate.doctor;

import org.jspecify.annotations.Nullable;

/**
 * A change that was applied through the doctor, beside what came of it.
 *
 * @param prediction what was expected, made before the change
 * @param before records/s before it
 * @param measured records/s after it, or null while it is too early to tell
 */
public record Trial(
        Prediction prediction, double before, @Nullable Double measured) {

    private static final double NEAR = 0.15;

    /** Error of the prediction as a part of what was measured: 0.1 is 10 % too high; null while unknown. */
    public @Nullable Double error() {
        return measured == null || measured <= 0 ? null : prediction.expected() / measured - 1;
    }

    /** Whether it came out as predicted: within 15 % of what was expected. False while unknown. */
    public boolean cameTrue() {
        Double off = error();
        return off != null && Math.abs(off) <= NEAR;
    }
}
