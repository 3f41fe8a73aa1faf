package dev.headgate.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A result as text: a table of its rows, its figures, its checks. */
final class SoakText {
    private SoakText() {}

    static List<String> lines(SoakResult result) {
        List<String> lines = new ArrayList<>();
        lines.addAll(table(result.rows()));
        result.figures().forEach((name, value) -> lines.add(name + "  " + text(value)));
        result.checks().forEach(check -> lines.add(check.toString()));
        lines.add(String.format(
                Locale.ROOT,
                "%s %s in %.0f s; seed %d",
                result.soak(),
                result.passed() ? "held" : "FAILED",
                result.seconds(),
                result.seed()));
        return lines;
    }

    private static List<String> table(List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            return List.of();
        }
        List<String> names = List.copyOf(rows.getFirst().keySet());
        List<List<String>> cells = new ArrayList<>();
        cells.add(names);
        for (Map<String, Object> row : rows) {
            cells.add(names.stream().map(name -> text(row.get(name))).toList());
        }
        int[] widths = new int[names.size()];
        for (List<String> row : cells) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : cells) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append("  ".repeat(i == 0 ? 0 : 1))
                        .append(" ".repeat(widths[i] - row.get(i).length()));
                line.append(row.get(i));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case Double number -> String.format(Locale.ROOT, "%.1f", number);
            case Long number -> String.format(Locale.ROOT, "%,d", number);
            case Integer number -> String.format(Locale.ROOT, "%,d", number);
            default -> value.toString();
        };
    }
}
