package dev.headgate.cli;

import dev.headgate.load.StepResult;
import dev.headgate.systems.trips.Arm;
import dev.headgate.systems.trips.BooksReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came out of a run of trips.
 *
 * @param riders what they saw, after the warm-up
 * @param answered trips that got an answer, those of the warm-up included
 * @param unrecorded of these, how many are not recorded
 * @param books trips against what each group has done
 * @param settledSeconds how long the groups took after the last rider
 * @param gates over the time in which riders came
 * @param verdict the doctor's, line by line
 */
record TripsSummary(
        Arm arm,
        StepResult riders,
        long answered,
        long unrecorded,
        BooksReading books,
        double settledSeconds,
        List<GateLine> gates,
        List<String> verdict) {

    /** Whether what got an answer is recorded, and done by every group. */
    boolean complete() {
        return unrecorded == 0 && books.complete();
    }

    /** For a person. */
    List<String> lines(boolean colour) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "trips, %s: %,.0f/s served of %,.0f/s, p50 %,.0f ms, p99 %,.0f ms, errors %.1f %%",
                arm.property(),
                riders.perSecond(),
                riders.step().perSecond(),
                riders.p50Ms(),
                riders.p99Ms(),
                100 * riders.errorShare()));
        if (!gates.isEmpty()) {
            lines.addAll(GateTable.lines(gates, colour));
        }
        lines.addAll(verdict);
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "answered %,d   recorded %,d   answered but not recorded %,d   all done %.1f s after the last rider",
                answered,
                books.trips(),
                unrecorded,
                settledSeconds));
        books.groups()
                .forEach(group -> lines.add(String.format(
                        Locale.ROOT,
                        "%-20s done %,d   not done %,d   asked again %,d",
                        group.group(),
                        group.processed(),
                        group.lost(),
                        group.repeated())));
        return lines;
    }

    /** For a program: the stable fields of every run first, then those of this system. */
    Map<String, Object> report() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("system", "trips");
        report.put("arm", arm.property());
        report.put("seconds", riders.step().length().toMillis() / 1e3);
        report.put("produced", books.trips());
        report.put(
                "completed",
                books.trips()
                        - books.groups().stream()
                                .mapToLong(group -> group.lost())
                                .max()
                                .orElse(0));
        report.put("dropped", Map.of());
        report.put("dead", 0);
        report.put("lost", books.lost());
        report.put("duplicated", books.repeated());
        report.put("throughput", riders.perSecond());
        report.put("lagSeconds", settledSeconds);
        report.put("gates", gates.stream().map(RunSummary::gate).toList());
        report.put("verdict", String.join("\n", verdict));
        report.put("offeredPerSecond", riders.step().perSecond());
        report.put("p50Ms", riders.p50Ms());
        report.put("p99Ms", riders.p99Ms());
        report.put("errorShare", riders.errorShare());
        report.put("answered", answered);
        report.put("unrecorded", unrecorded);
        return report;
    }
}
