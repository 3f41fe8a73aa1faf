package dev.headgate.doctor.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says of each number of a station what it is from. */
final class Derivations {
    private Derivations() {}

    static Derivation of(Seen seen, double rate) {
        List<String> lines = new ArrayList<>();
        Figure last = seen.last();
        int slots = seen.capacity();
        if (seen.inferred()) {
            lines.add(line("slots", number(slots), "not told; what is in use while others wait"));
        } else if (seen.byDefault()) {
            lines.add(line("slots", number(slots), "not told; " + last.from().getOrDefault(Figure.BY_DEFAULT, "")));
        } else if (slots < Integer.MAX_VALUE) {
            lines.add(line("slots", number(slots), last.from().getOrDefault(Figure.CAPACITY, "")));
        } else {
            lines.add(line("slots", "not told", "nobody waits, so there are more than what is in use"));
        }
        if (!Double.isNaN(rate)) {
            lines.add(line("ended", number(rate) + "/s", last.from().getOrDefault(Figure.ENDED, "assumed")));
        }
        lines.add(line("in use", number(seen.inUse()), both(last, Figure.HELD, Figure.IN_USE)));
        if (rate > 0) {
            lines.add(line("hold", time(seen.inUse() / rate), "in use / ended"));
        }
        lines.add(line("waiting", number(seen.waiting()), both(last, Figure.WAITED, Figure.WAITING)));
        if (rate > 0) {
            lines.add(line("wait", time(seen.waiting() / rate), "waiting / ended"));
        }
        if (!Double.isNaN(seen.own()) && rate > 0) {
            lines.add(line("own work", time(seen.own() / rate), last.from().getOrDefault(Figure.OWN, "")));
        }
        return new Derivation(seen.name(), lines);
    }

    private static String both(Figure figure, String sum, String gauge) {
        String sums = figure.from().get(sum);
        String gauges = figure.from().get(gauge);
        if (sums != null) {
            return "increase of " + sums + " / time" + (gauges == null ? "" : "; against " + gauges);
        }
        return gauges == null ? "not told" : "mean of " + gauges;
    }

    private static String line(String what, String value, String from) {
        return String.format(Locale.ROOT, "%-8s %12s  %s", what, value, from);
    }

    private static String number(double value) {
        return Double.isNaN(value)
                ? "not told"
                : String.format(Locale.ROOT, value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    private static String time(double seconds) {
        return seconds >= 1
                ? String.format(Locale.ROOT, "%.2f s", seconds)
                : String.format(Locale.ROOT, seconds >= 0.01 ? "%.0f ms" : "%.2f ms", seconds * 1e3);
    }
}
