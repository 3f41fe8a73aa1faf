package dev.headgate.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** The result for a person: a unit at every number, columns in line. */
final class BenchTable {
    private static final String NONE = "-";
    private static final List<String> HEAD = List.of(
            "arm",
            "rate",
            "whole run",
            "of bound",
            "of bare+VT",
            "CPU per Mrec",
            "steady",
            "heap",
            "RSS",
            "redelivered",
            "lost");

    private BenchTable() {}

    static List<String> lines(List<BenchRow> rows, List<Target> targets) {
        List<String> lines = new ArrayList<>();
        Map<Cell, List<BenchRow>> byCell = new LinkedHashMap<>();
        rows.forEach(row ->
                byCell.computeIfAbsent(row.cell(), cell -> new ArrayList<>()).add(row));
        byCell.forEach((cell, ofCell) -> {
            lines.add(title(cell, ofCell.getFirst().bound()));
            lines.addAll(aligned(cells(ofCell, rows)));
            ofCell.forEach(row -> remarks(row, lines));
            lines.add("");
        });
        if (!targets.isEmpty()) {
            long met = targets.stream().filter(Target::met).count();
            long doubtful = targets.stream()
                    .filter(target -> target.grade() == Target.Grade.DOUBTFUL)
                    .count();
            lines.add("Targets for headgate: " + met + " of " + targets.size() + " met"
                    + (doubtful == 0 ? "." : ", " + doubtful + " cannot be told beside other load."));
            targets.forEach(target -> lines.add("  " + target.line()));
        }
        return lines;
    }

    private static String title(Cell cell, double bound) {
        String latency = cell.latencyMillis() == 0 ? "no latency" : "handler takes " + cell.latencyMillis() + " ms";
        String order = cell.byKey() ? "in order by key" : "unordered";
        String most =
                Double.isFinite(bound) ? (cell.byKey() ? "key bound " : "Little's bound ") + rate(bound) : "no bound";
        return String.format(
                Locale.ROOT, "%s: %s, %,d in flight, %s; %s", cell.name(), latency, cell.inFlight(), order, most);
    }

    private static List<List<String>> cells(List<BenchRow> ofCell, List<BenchRow> rows) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(HEAD);
        for (BenchRow row : ofCell) {
            Long lost = row.lost();
            cells.add(List.of(
                    row.arm().label(),
                    text(row.perSecond(), BenchTable::rate),
                    text(row.median(run -> run.measured().perSecondAll()), BenchTable::rate),
                    text(row.ofBound(), BenchTable::percent),
                    text(BenchReport.ofVirtual(row, rows), BenchTable::percent),
                    text(row.cpuSeconds(), BenchTable::cpu),
                    text(row.median(run -> run.measured().cpuSeconds()), BenchTable::cpu),
                    text(row.median(ArmFigures::heapMiB), BenchTable::memory),
                    text(row.median(ArmFigures::residentMiB), BenchTable::memory),
                    row.measured() ? records(row.redelivered()) : NONE,
                    lost(lost)));
        }
        return cells;
    }

    private static void remarks(BenchRow row, List<String> lines) {
        String who = "  ! " + row.arm().label();
        row.failures().forEach(why -> lines.add(who + " gave no figures: it " + why));
        if (row.runs().stream().anyMatch(ArmFigures::stalled)) {
            lines.add(who + " came to a standstill with records left.");
        }
        row.runs().stream()
                .map(ArmFigures::unclosed)
                .filter(Objects::nonNull)
                .forEach(why -> lines.add(who + " was measured but could not be closed: " + why));
        if (row.loud()) {
            lines.add(who + ": other processes used " + percent(row.strangers())
                    + " of the machine meanwhile, so its figures are not to be trusted.");
        }
    }

    /** First column to the left, the others to the right. */
    private static List<String> aligned(List<List<String>> cells) {
        int[] widths = new int[HEAD.size()];
        for (List<String> line : cells) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> line : cells) {
            StringBuilder text = new StringBuilder("  ").append(pad(line.getFirst(), widths[0], true));
            for (int i = 1; i < widths.length; i++) {
                text.append("  ").append(pad(line.get(i), widths[i], false));
            }
            lines.add(text.toString());
        }
        return lines;
    }

    private static String pad(String text, int width, boolean left) {
        char[] blanks = new char[width - text.length()];
        Arrays.fill(blanks, ' ');
        return left ? text + new String(blanks) : new String(blanks) + text;
    }

    private static String text(OptionalDouble value, DoubleFunction<String> format) {
        return value.isPresent() ? format.apply(value.getAsDouble()) : NONE;
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 100 ? "%.1f/s" : "%,.0f/s", perSecond);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }

    private static String cpu(double seconds) {
        return String.format(Locale.ROOT, seconds < 100 ? "%.2f s" : "%,.0f s", seconds);
    }

    private static String memory(double mebibytes) {
        return String.format(Locale.ROOT, "%,.0f MiB", mebibytes);
    }

    private static String records(long count) {
        return String.format(Locale.ROOT, "%,d rec", count);
    }

    private static String lost(@Nullable Long count) {
        return count == null ? NONE : records(count);
    }
}
