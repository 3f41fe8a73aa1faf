package dev.headgate.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of an experiment.
 *
 * @param experiment its name
 * @param about what it is
 * @param scale by how much times are shorter than in the story; below 1: longer
 * @param numbers the load, for a person
 * @param table for a person, line by line
 * @param arms for a program, one for each way: the fields of the report
 * @param checks what was promised, and what was seen of it
 */
record Comparison(
        String experiment,
        String about,
        double scale,
        String numbers,
        List<String> table,
        List<Map<String, @Nullable Object>> arms,
        List<Check> checks) {

    /**
     * A promise.
     *
     * @param what was promised
     * @param seen in figures
     * @param met whether it was kept
     */
    record Check(String what, String seen, boolean met) {}

    Comparison {
        table = List.copyOf(table);
        arms = List.copyOf(arms);
        checks = List.copyOf(checks);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(experiment + ": " + about);
        lines.add("  " + numbers + scaleText());
        table.forEach(line -> lines.add("  " + line));
        if (!checks.isEmpty()) {
            lines.add("");
            List<List<String>> cells = new ArrayList<>();
            checks.forEach(
                    check -> cells.add(List.of((check.met() ? "met    " : "MISSED ") + check.what(), check.seen())));
            Columns.aligned(cells).forEach(line -> lines.add("  " + line));
        }
        return lines;
    }

    private String scaleText() {
        if (scale == 1) {
            return "";
        }
        return scale > 1
                ? "; times are " + factor(scale) + " times shorter than told"
                : "; times are " + factor(1 / scale) + " times as long as told";
    }

    private static String factor(double factor) {
        return factor == Math.rint(factor)
                ? String.format(Locale.ROOT, "%.0f", factor)
                : String.format(Locale.ROOT, "%.1f", factor);
    }

    Map<String, @Nullable Object> report() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("incident", experiment);
        fields.put("scale", scale);
        fields.put("numbers", numbers);
        fields.put("arms", arms);
        fields.put(
                "checks",
                checks.stream()
                        .map(check -> Map.of("what", check.what(), "seen", check.seen(), "met", check.met()))
                        .toList());
        return fields;
    }
}
