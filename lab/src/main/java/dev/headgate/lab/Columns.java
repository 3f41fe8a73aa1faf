package dev.headgate.lab;

import java.util.ArrayList;
import java.util.List;

/** Cells in columns: the first column flush left, the others flush right, two blanks between. */
final class Columns {
    private Columns() {}

    static List<String> aligned(List<List<String>> rows) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String blanks = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? "" : "  ").append(i == 0 ? row.get(i) + blanks : blanks + row.get(i));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
