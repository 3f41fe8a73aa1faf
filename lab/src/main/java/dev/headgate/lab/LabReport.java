package dev.headgate.lab;

import dev.headgate.doctor.Prediction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The report's fields: add, never rename. Times in ms, rates per second, shares 0 to 1. */
final class LabReport {
    private LabReport() {}

    static Map<String, @Nullable Object> of(LabOptions options, List<Outcome> outcomes) {
        if (options.incident() != null && outcomes.size() == 1) {
            return incident(outcomes.getFirst());
        }
        Score score = Score.of(outcomes);
        Map<String, @Nullable Object> report = new LinkedHashMap<>();
        report.put("seed", options.seed());
        report.put("shuffled", options.count() > 0);
        report.put("incidents", outcomes.stream().map(LabReport::incident).toList());
        report.put("namedRight", score.namedRight());
        report.put("predictions", score.predictions());
        report.put("cameTrue", score.cameTrue());
        report.put("within15Percent", score.close());
        report.put("medianError", score.medianError());
        report.put("misses", score.misses());
        return report;
    }

    private static Map<String, @Nullable Object> incident(Outcome outcome) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("incident", outcome.trouble().name());
        fields.put("scale", outcome.trouble().scale());
        fields.put("seed", outcome.seed());
        fields.put("numbers", outcome.trouble().numbers());
        fields.put("namedRight", outcome.namedRight());
        fields.put("confidence", outcome.grade());
        fields.put("arms", outcome.arms().stream().map(LabReport::arm).toList());
        return fields;
    }

    private static Map<String, @Nullable Object> arm(ArmResult arm) {
        Figures figures = arm.seen().figures();
        Prediction prediction = arm.prediction();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("fixes", List.copyOf(arm.arm().fixes()));
        fields.put("capacities", arm.arm().capacities());
        fields.put("throughput", figures.throughput());
        fields.put("records", figures.records());
        fields.put("p50Ms", figures.p50Ms());
        fields.put("p99Ms", figures.p99Ms());
        fields.put("errorShare", figures.errorShare());
        fields.put("lost", figures.lost());
        fields.put("duplicated", figures.duplicated());
        fields.put("cpuShare", figures.cpuShare());
        fields.put("othersCpuShare", figures.othersShare());
        fields.put("named", arm.named());
        if (arm.truth() != null) {
            fields.put("truth", arm.truth());
        }
        fields.put("predicted", prediction == null ? null : prediction.expected());
        fields.put("low", prediction == null ? null : prediction.low());
        fields.put("high", prediction == null ? null : prediction.high());
        fields.put("error", arm.error());
        fields.put("cameTrue", arm.cameTrue());
        fields.put("verdict", arm.verdict());
        arm.seen().more().forEach(fields::putIfAbsent);
        return fields;
    }
}
