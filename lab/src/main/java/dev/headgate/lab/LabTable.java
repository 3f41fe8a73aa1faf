package dev.headgate.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The outcome for a person: a unit at every number, columns in line. */
final class LabTable {
    private static final String NONE = "-";

    private LabTable() {}

    static List<String> lines(List<Outcome> outcomes) {
        List<String> lines = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            lines.add("");
            lines.addAll(lines(outcome));
        }
        if (outcomes.size() > 1) {
            Score score = Score.of(outcomes);
            lines.add("");
            lines.add(score.line());
            score.misses().forEach(miss -> lines.add("  " + miss));
        }
        return lines;
    }

    private static List<String> lines(Outcome outcome) {
        List<String> lines = new ArrayList<>();
        lines.add(outcome.trouble().name() + ": " + outcome.about());
        lines.add("  " + outcome.trouble().numbers() + "; seed " + outcome.seed() + scale(outcome));
        lines.add("  From the sick arm alone the doctor says (" + outcome.grade() + "):");
        outcome.sick().verdict().forEach(line -> lines.add("    " + line));
        lines.add("  Named " + names(outcome.sick().named()) + "; it is "
                + names(outcome.trouble().truth()) + ": " + (outcome.namedRight() ? "right." : "WRONG."));
        List<List<String>> cells = new ArrayList<>();
        List<String> more = new ArrayList<>(outcome.sick().seen().more().keySet());
        cells.add(head(more));
        outcome.arms().forEach(arm -> cells.add(row(arm, outcome.sick(), more)));
        Columns.aligned(cells).forEach(line -> lines.add("  " + line));
        return lines;
    }

    private static String scale(Outcome outcome) {
        double scale = outcome.trouble().scale();
        return scale == 1 ? "" : String.format(Locale.ROOT, "; times are %.0f times shorter than told", scale);
    }

    private static List<String> head(List<String> more) {
        List<String> head = new ArrayList<>(List.of("fixed", "measured", "gain", "p50", "p99"));
        head.addAll(more);
        head.addAll(List.of("CPU", "others", "predicted", "error", "limits named"));
        return head;
    }

    private static List<String> row(ArmResult arm, ArmResult sick, List<String> more) {
        Figures figures = arm.seen().figures();
        List<String> row = new ArrayList<>(List.of(
                arm.arm().isSick() ? "nothing" : arm.arm().label(),
                rate(figures.throughput()),
                gain(arm, sick),
                millis(figures.p50Ms()),
                millis(figures.p99Ms())));
        more.forEach(name -> row.add(text(arm.seen().more().get(name))));
        row.add(percent(figures.cpuShare()));
        row.add(percent(figures.othersShare()));
        row.add(predicted(arm));
        row.add(error(arm));
        row.add(names(arm.named()));
        return row;
    }

    private static String gain(ArmResult arm, ArmResult sick) {
        return arm.arm().isSick() || sick.throughput() <= 0
                ? NONE
                : String.format(Locale.ROOT, "x%.2f", arm.throughput() / sick.throughput());
    }

    private static String error(ArmResult arm) {
        Double error = arm.error();
        if (error == null) {
            return NONE;
        }
        String text = String.format(Locale.ROOT, "%+.1f %%", 100 * error);
        return Boolean.TRUE.equals(arm.cameTrue()) ? text : text + " MISSED";
    }

    static String predicted(ArmResult arm) {
        var prediction = arm.prediction();
        return prediction == null
                ? NONE
                : String.format(
                        Locale.ROOT,
                        "%,.0f (%,.0f..%,.0f)/s",
                        prediction.expected(),
                        prediction.low(),
                        prediction.high());
    }

    static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%,.0f/s", perSecond);
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%,.0f ms", millis);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    private static String text(@Nullable Object value) {
        if (value instanceof Double number) {
            return String.format(Locale.ROOT, Math.abs(number) < 10 ? "%,.2f" : "%,.0f", number);
        }
        if (value instanceof Long number) {
            return String.format(Locale.ROOT, "%,d", number);
        }
        return value == null ? NONE : value.toString();
    }

    private static String names(List<String> names) {
        return names.isEmpty() ? "nothing" : String.join(", ", new TreeSet<>(names));
    }
}
