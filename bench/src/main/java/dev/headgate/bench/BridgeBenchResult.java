package dev.headgate.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a bench of the bridge came to: medians of the rounds.
 *
 * @param records in each run
 */
public record BridgeBenchResult(int rounds, long records, List<Run> runs) {
    private static final double OF_BARE = 0.8;
    private static final double OF_MIRROR_MAKER = 1.5;

    /**
     * One run of one arm.
     *
     * @param perSecond records
     * @param cpuSeconds of the copying process, per million records; NaN where it was not measured
     */
    public record Run(String cell, String arm, int round, double perSecond, double cpuSeconds) {}

    /** For a person. */
    public List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("the bridge, " + String.format(Locale.ROOT, "%,d", records)
                + " records of 216 bytes over 12 partitions, medians of " + rounds + " rounds");
        lines.add(String.format(
                Locale.ROOT, "%-11s %-26s %14s %16s %16s", "cell", "arm", "records/s", "CPU-s per Mrec", "rounds"));
        for (String cell : cells()) {
            for (String arm : arms(cell)) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%-11s %-26s %,14.0f %16s   %s",
                        cell,
                        arm,
                        perSecond(cell, arm),
                        Double.isNaN(cpu(cell, arm)) ? "-" : String.format(Locale.ROOT, "%.2f", cpu(cell, arm)),
                        runs.stream()
                                .filter(run ->
                                        run.cell().equals(cell) && run.arm().equals(arm))
                                .map(run -> String.format(Locale.ROOT, "%,.0f", run.perSecond()))
                                .toList()));
            }
        }
        for (String cell : cells()) {
            lines.add(target(cell));
        }
        return lines;
    }

    private String target(String cell) {
        double ratio = ratio(cell);
        boolean mirror = cell.equals("mirror");
        double wanted = mirror ? OF_MIRROR_MAKER : OF_BARE;
        return String.format(
                Locale.ROOT,
                "%-6s %s: %.2f (wanted %.1f)",
                ratio >= wanted ? "met" : "MISSED",
                mirror
                        ? "records per CPU-second, of MirrorMaker 2's"
                        : cell + ": rate, of what a bare loop reads and throws away",
                ratio,
                wanted);
    }

    /** The bridge's rate by the bare loop's; or its records per CPU-second by MirrorMaker's. */
    private double ratio(String cell) {
        return cell.equals("mirror")
                ? cpu(cell, "MirrorMaker 2") / cpu(cell, "headgate")
                : perSecond(cell, "headgate") / perSecond(cell, "bare SimpleConsumer loop");
    }

    private List<String> cells() {
        return runs.stream().map(Run::cell).distinct().toList();
    }

    private List<String> arms(String cell) {
        return runs.stream()
                .filter(run -> run.cell().equals(cell))
                .map(Run::arm)
                .distinct()
                .toList();
    }

    private double perSecond(String cell, String arm) {
        return median(runs.stream()
                .filter(run -> run.cell().equals(cell) && run.arm().equals(arm))
                .mapToDouble(Run::perSecond)
                .sorted()
                .toArray());
    }

    private double cpu(String cell, String arm) {
        return median(runs.stream()
                .filter(run -> run.cell().equals(cell) && run.arm().equals(arm))
                .mapToDouble(Run::cpuSeconds)
                .sorted()
                .toArray());
    }

    private static double median(double[] sorted) {
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    /** For a program, as the other benches' reports. */
    public Map<String, Object> report() {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (String cell : cells()) {
            for (String arm : arms(cell)) {
                Map<String, @Nullable Object> row = new LinkedHashMap<>();
                row.put("arm", arm);
                row.put("cell", Map.of("name", cell));
                row.put("perSecond", perSecond(cell, arm));
                row.put("ofBound", arm.equals("headgate") ? ratio(cell) : null);
                row.put("cpuSeconds", Double.isNaN(cpu(cell, arm)) ? null : cpu(cell, arm));
                rows.add(row);
            }
        }
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("name", "bridge");
        report.put("records", records);
        report.put("rounds", rounds);
        report.put("rows", rows);
        report.put("runs", runs);
        return report;
    }
}
