package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Changes in words, a line each: what to do, and what it brings. */
final class ChangeText {

    /** An interval wider than this part of what is expected is told. */
    private static final double WIDE = 0.1;

    private final Verdict verdict;

    private ChangeText(Verdict verdict) {
        this.verdict = verdict;
    }

    static List<String> of(Verdict verdict) {
        ChangeText text = new ChangeText(verdict);
        List<Change> changes = verdict.changes();
        int width = changes.stream()
                .mapToInt(change -> text.what(change).length())
                .max()
                .orElse(0);
        return changes.stream()
                .map(change -> String.format(
                        Locale.ROOT, "%-" + Math.max(1, width) + "s  =>  %s", text.what(change), text.brings(change)))
                .toList();
    }

    /** "a 10 -> 20 and b 5 -> 9", or without what was before where that is not known. */
    static String capacities(Map<String, Integer> from, Map<String, Integer> to) {
        List<String> parts = new ArrayList<>();
        new TreeMap<>(to).forEach((gate, slots) -> {
            Integer before = from.get(gate);
            parts.add(gate + " " + (before == null ? "" : Words.count(before) + " -> ") + Words.count(slots));
        });
        return Words.list(parts);
    }

    private String what(Change change) {
        String capacities = capacities(change.from(), change.to());
        boolean others = verdict.binding().size() + verdict.victims().size() > 1;
        return switch (change.kind()) {
            case SINGLE -> capacities + (others ? " alone" : "");
            case PAIR -> "both " + capacities;
            case SMALLEST_SET ->
                change.to().size() == 1 ? capacities + ", all that is needed" : "smallest set: " + capacities;
            case LOWERED -> capacities + " (fewer)";
            case LEASE ->
                Words.list(change.prediction().outOfSlot().stream().sorted().toList()) + " outside of "
                        + Words.list(holders(change)) + (capacities.isEmpty() ? "" : " with " + capacities);
            case DELAY_AS_HOLD ->
                Words.list(change.prediction().outOfSlot().stream().sorted().toList()) + " as a hold (no slot)"
                        + (capacities.isEmpty() ? "" : " with " + capacities);
        };
    }

    private List<String> holders(Change change) {
        return verdict.stations().stream()
                .filter(station -> verdict.pinned().contains(station.name())
                        && station.insides().stream()
                                .anyMatch(within ->
                                        change.prediction().outOfSlot().contains(within.gate())))
                .map(Station::name)
                .toList();
    }

    private String brings(Change change) {
        Prediction brings = change.prediction();
        return Words.rate(brings.expected()) + " (" + Words.gain(change.gain()) + interval(change) + ")"
                + median(brings) + then(change);
    }

    /** How far it is open; where it may do harm, only how much. */
    private String interval(Change change) {
        Prediction brings = change.prediction();
        if (change.gain() >= Remedies.WORTH && brings.low() < verdict.throughput()) {
            return ", at worst " + Words.rate(brings.low());
        }
        return brings.high() - brings.low() > WIDE * brings.expected()
                ? ", between " + Words.number(brings.low()) + " and " + Words.number(brings.high())
                : "";
    }

    /** The median only where it means something: a line that grows has none. */
    private String median(Prediction brings) {
        boolean stands = verdict.load() instanceof Load.Closed
                || (verdict.load() instanceof Load.Open && brings.thenBinds().contains(Verdict.LOAD));
        return stands && brings.p50Seconds() > 0 && Double.isFinite(brings.p50Seconds())
                ? ", median " + Words.time(brings.p50Seconds())
                : "";
    }

    private static String then(Change change) {
        List<String> binds = change.prediction().thenBinds();
        if (binds.isEmpty() || Math.abs(change.gain()) < Remedies.WORTH) {
            return "";
        }
        return binds.equals(List.of(Verdict.LOAD))
                ? "; then the load is the limit"
                : "; then " + Words.list(binds) + (binds.size() == 1 ? " binds" : " bind");
    }
}
