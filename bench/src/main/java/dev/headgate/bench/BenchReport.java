package dev.headgate.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The report's fields: add, never rename. */
final class BenchReport {
    private BenchReport() {}

    static Map<String, Object> of(BenchOptions options, List<BenchRow> rows, List<Target> targets) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("name", "intake");
        report.put("rounds", options.rounds());
        report.put("quick", options.quick());
        report.put("cores", Runtime.getRuntime().availableProcessors());
        report.put("jdk", Runtime.version().toString());
        report.put("jvmFlags", IntakeBench.flags(options));
        report.put("rows", rows.stream().map(row -> row(row, rows)).toList());
        report.put("targets", targets.stream().map(BenchReport::target).toList());
        return report;
    }

    private static Map<String, @Nullable Object> row(BenchRow row, List<BenchRow> rows) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("arm", row.arm().label());
        fields.put("cell", cell(row));
        fields.put("perSecond", value(row.perSecond()));
        fields.put("ofBound", value(row.ofBound()));
        fields.put("heapMiB", value(row.median(ArmFigures::heapMiB)));
        fields.put("cpuSeconds", value(row.cpuSeconds()));
        fields.put("redelivered", row.measured() ? row.redelivered() : null);
        fields.put("lost", row.lost());
        fields.put("perSecondAll", value(row.median(run -> run.measured().perSecondAll())));
        fields.put(
                "perSecondRounds",
                row.runs().stream().map(run -> run.measured().perSecond()).toList());
        fields.put("ofBareVirtual", value(ofVirtual(row, rows)));
        fields.put("cpuSecondsSteady", value(row.median(run -> run.measured().cpuSeconds())));
        fields.put("residentMiB", value(row.median(ArmFigures::residentMiB)));
        fields.put(
                "records",
                row.runs().stream().map(run -> run.measured().records()).toList());
        fields.put("cutOff", row.runs().stream().anyMatch(run -> run.measured().cutOff()));
        fields.put("stalled", row.runs().stream().anyMatch(ArmFigures::stalled));
        fields.put(
                "unclosed",
                row.runs().stream()
                        .map(ArmFigures::unclosed)
                        .filter(Objects::nonNull)
                        .toList());
        fields.put("brokerCpuShare", value(row.median(run -> run.measured().brokerCpuShare())));
        fields.put("strangerCpuShare", value(row.median(run -> run.measured().strangerCpuShare())));
        fields.put("failures", row.failures());
        return fields;
    }

    /** The share of the bare arm with virtual threads in the same cell; empty if that was not measured. */
    static OptionalDouble ofVirtual(BenchRow row, List<BenchRow> rows) {
        return rows.stream()
                .filter(other -> other.cell().equals(row.cell()) && other.arm() == Arm.BARE_VIRTUAL)
                .findFirst()
                .map(other -> row.ratio(other, run -> run.measured().perSecond()))
                .orElse(OptionalDouble.empty());
    }

    private static Map<String, @Nullable Object> cell(BenchRow row) {
        Cell cell = row.cell();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", cell.name());
        fields.put("latencyMs", cell.latencyMillis());
        fields.put("inFlight", cell.inFlight());
        fields.put("order", cell.byKey() ? "by key" : "unordered");
        fields.put("bound", Double.isFinite(row.bound()) ? row.bound() : null);
        return fields;
    }

    private static Map<String, Object> target(Target target) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("cell", target.cell());
        fields.put("what", target.what());
        fields.put("measured", target.measured());
        fields.put("wanted", target.wanted());
        fields.put("sense", target.sense() == Target.Sense.AT_LEAST ? "at least" : "at most");
        fields.put("met", target.met());
        fields.put("grade", target.grade().name().toLowerCase(Locale.ROOT));
        return fields;
    }

    private static @Nullable Double value(OptionalDouble value) {
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }
}
