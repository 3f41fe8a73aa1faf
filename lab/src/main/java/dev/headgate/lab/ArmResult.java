package dev.headgate.lab;

import dev.headgate.doctor.Prediction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An arm as it came out.
 *
 * @param prediction made from the sick arm before this one ran; null where none was made
 * @param named what the doctor says limits this arm, from its own observation
 * @param verdict the doctor's words on this arm
 * @param truth what limits it by construction; null where that was not worked out
 */
record ArmResult(
        Arm arm,
        Seen seen,
        @Nullable Prediction prediction,
        List<String> named,
        List<String> verdict,
        @Nullable List<String> truth) {

    /** Off by so much, a prediction still counts as right. */
    static final double TOLERANCE = 0.15;

    double throughput() {
        return seen.figures().throughput();
    }

    /** Predicted over measured, minus 1; null where nothing was predicted or nothing moved. */
    @Nullable
    Double error() {
        return prediction == null || throughput() <= 0 ? null : prediction.expected() / throughput() - 1;
    }

    /** Whether the prediction came true; null where none was made. */
    @Nullable
    Boolean cameTrue() {
        if (prediction == null) {
            return null;
        }
        Double off = error();
        boolean within = throughput() >= prediction.low() && throughput() <= prediction.high();
        return within || (off != null && Math.abs(off) <= TOLERANCE);
    }
}
