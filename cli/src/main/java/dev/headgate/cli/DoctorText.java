package dev.headgate.cli;

import dev.headgate.doctor.Doctor;
import dev.headgate.doctor.Question;
import dev.headgate.doctor.Station;
import dev.headgate.doctor.Verdict;
import dev.headgate.doctor.VerdictText;
import dev.headgate.doctor.probe.Derivation;
import dev.headgate.doctor.probe.OutsideView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the doctor found out about a service, in lines: a table of what queues, the verdict, and what that rests on. */
final class DoctorText {

    /**
     * A service that was looked at.
     *
     * @param view what it showed
     * @param verdict what follows
     */
    record Examined(OutsideView view, Verdict verdict) {}

    private DoctorText() {}

    static Examined examine(OutsideView view, Question question) {
        return new Examined(view, Doctor.examine(view.observation(), question));
    }

    static List<String> lines(Examined examined) {
        List<String> lines = new ArrayList<>();
        List<Station> stations = examined.verdict().stations();
        int width = Math.max(
                7,
                stations.stream()
                        .mapToInt(station -> station.name().length())
                        .max()
                        .orElse(0));
        lines.add(String.format(
                Locale.ROOT,
                "%-" + width + "s %8s %9s %9s %10s %10s %10s",
                "station",
                "slots",
                "in use",
                "waiting",
                "ended/s",
                "hold ms",
                "wait ms"));
        for (Station station : stations) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-" + width + "s %8s %9.1f %9.1f %10.1f %10.1f %10.1f",
                    station.name(),
                    station.bounded() ? String.format(Locale.ROOT, "%,d", station.capacity()) : "-",
                    station.inUse(),
                    station.waiting(),
                    station.exitsPerSecond(),
                    station.holdSeconds() * 1e3,
                    station.waitSeconds() * 1e3));
        }
        if (!examined.view().idle().isEmpty()) {
            lines.add("idle: " + String.join(", ", examined.view().idle()));
        }
        lines.add("");
        lines.addAll(VerdictText.of(examined.verdict()));
        examined.view().notes().forEach(note -> lines.add("Note: " + note + "."));
        examined.view()
                .unrecognised()
                .forEach(prefix -> lines.add("Unrecognised, looks like a pool: " + prefix + "_*."));
        return lines;
    }

    static List<String> names(OutsideView view) {
        return view.derivations().stream().map(Derivation::station).toList();
    }

    /** How the numbers of a station, or of {@code all}, were come by; empty if there is no such station. */
    static List<String> explain(OutsideView view, String station) {
        List<String> lines = new ArrayList<>();
        for (Derivation derivation : view.derivations()) {
            if ("all".equals(station) || derivation.station().equals(station)) {
                lines.add("");
                lines.add(derivation.station());
                derivation.lines().forEach(line -> lines.add("  " + line));
            }
        }
        return lines;
    }
}
