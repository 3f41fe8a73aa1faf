package dev.headgate.lab;

import dev.headgate.GateStats;
import dev.headgate.doctor.Observation;
import dev.headgate.doctor.Prediction;
import dev.headgate.doctor.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Outcomes made by hand. */
final class Outcomes {
    private Outcomes() {}

    static Seen seen(double throughput, Map<String, Object> more) {
        return new Seen(new Figures(throughput, 1_000, 12.5, 80, 0, null, 3, 0.25, 0.5), observation(), more);
    }

    static Prediction prediction(double low, double expected, double high) {
        return new Prediction(Map.of("pool", 24), Set.of(), low, expected, high, 0, 0, List.of(), "by hand");
    }

    static ArmResult sick(double throughput, List<String> named) {
        return new ArmResult(
                Arm.sick(),
                seen(throughput, Map.of()),
                null,
                named,
                List.of("Throughput 100/s. pool binds."),
                List.of("pool"));
    }

    static ArmResult fixed(double throughput, @Nullable Prediction prediction) {
        return new ArmResult(
                trouble().arm(Set.of("pool")), seen(throughput, Map.of()), prediction, List.of(), List.of(), null);
    }

    static ArmResult recommended(double throughput) {
        return new ArmResult(
                Arm.recommended(Map.of("pool", 40)), seen(throughput, Map.of()), null, List.of(), List.of(), null);
    }

    static Outcome outcome(ArmResult... arms) {
        return new Outcome(trouble(), "by hand", 42, "likely", List.of(arms));
    }

    static Trouble trouble() {
        return new OnePool().draw(Dice.still(42));
    }

    private static Observation observation() {
        List<GateStats> reads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long at = i * 100_000_000L;
            reads.add(new GateStats(
                    "pool", at, 8, 8, 4, 8 + 10 * i, 10 * i, 0, at, at, 8 * at, 4 * at, 1_000, 1_000, List.of()));
        }
        return Observation.of(List.of(new Series(reads)));
    }
}
