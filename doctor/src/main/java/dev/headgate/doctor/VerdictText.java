package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A verdict in words, the first line first. */
public final class VerdictText {

    /** Stations behind this many times the throughput are not spoken of. */
    private static final double NEAR = 2;
    /** A process that uses this much of its cores uses them up itself. */
    private static final double CPU_ITS_OWN = 0.88;

    private final Verdict verdict;
    private final List<String> lines = new ArrayList<>();

    private VerdictText(Verdict verdict) {
        this.verdict = verdict;
    }

    /** The lines, without line ends. One line when there is nothing to do. */
    public static List<String> of(Verdict verdict) {
        return new VerdictText(verdict).lines();
    }

    private List<String> lines() {
        String throughput = "Throughput " + Words.rate(verdict.throughput()) + ". ";
        Stuck stuck = verdict.stuck();
        if (stuck != null) {
            lines.add(throughput + StuckText.of(stuck));
            lines.add(StuckText.advice(stuck));
            untrusted();
            confidence();
            return lines;
        }
        if (verdict.binding().isEmpty()) {
            lines.add(throughput + quiet());
            untrusted();
            if (verdict.confidence().grade() == Confidence.Grade.CANNOT_TELL) {
                confidence();
            }
            return lines;
        }
        lines.add(throughput + headline());
        if (verdict.busyShare() < 1) {
            lines.add("All figures of gates are of the busy " + Math.round(100 * verdict.busyShare())
                    + " % of the time; in the rest there was too little to do.");
        }
        stations();
        serial();
        pinned();
        behindTheGate();
        changes();
        untrusted();
        unknown();
        trials();
        confidence();
        return lines;
    }

    private String quiet() {
        if (verdict.confidence().grade() == Confidence.Grade.CANNOT_TELL) {
            return "Cannot tell what limits.";
        }
        return switch (verdict.load()) {
            case Load.Open open -> "Nothing binds: all that arrives is served, no change needed.";
            case Load.Closed closed ->
                "Nothing binds: the load is the limit, with " + Words.number(closed.population())
                        + " in the system; no change needed.";
            case Load.Backlog backlog ->
                "No gate binds, yet there is more to take: what limits is not among the gates watched.";
        };
    }

    private String headline() {
        List<String> binding = verdict.binding();
        String what = Words.list(binding) + (binding.size() == 1 ? " binds" : " bind together");
        if (binding.contains(Verdict.CPU)) {
            CpuUse cpu = verdict.cpu();
            what = "The processor binds"
                    + (cpu == null
                            ? ""
                            : ": " + Words.number(cpu.busyCores()) + " of " + Words.number(cpu.cores())
                                    + " cores busy"
                                    + (cpu.share() >= CPU_ITS_OWN ? "" : ", and other processes have the rest"));
            return what
                    + (verdict.victims().isEmpty()
                            ? "."
                            : "; " + Words.list(verdict.victims())
                                    + (verdict.victims().size() == 1 ? " is" : " are") + " full only because of it.");
        }
        String behind = verdict.behind().stream()
                .filter(name -> station(name).bound() <= NEAR * verdict.throughput())
                .findFirst()
                .map(name -> "; " + name + " stands right behind " + (binding.size() == 1 ? "it" : "them"))
                .orElse("");
        return what + behind + ".";
    }

    private void stations() {
        List<Station> shown = new ArrayList<>(verdict.stations().stream()
                .filter(station -> verdict.binding().contains(station.name())
                        || verdict.victims().contains(station.name())
                        || (verdict.behind().contains(station.name())
                                && station.bound() <= NEAR * verdict.throughput()))
                .toList());
        shown.sort(Comparator.comparing((Station station) -> !verdict.binding().contains(station.name()))
                .thenComparingDouble(Station::bound));
        int width = shown.stream()
                .mapToInt(station -> station.name().length())
                .max()
                .orElse(0);
        for (Station station : shown) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-" + Math.max(1, width) + "s  %s of %s in use, %s waiting, hold %s%s; bound %s",
                    station.name(),
                    Words.number(station.inUse()),
                    Words.count(station.capacity()),
                    Words.number(station.waiting()),
                    Words.time(station.holdSeconds()),
                    parts(station),
                    Words.rate(station.bound())));
        }
    }

    private static String parts(Station station) {
        if (station.insides().isEmpty()) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        for (Within within : station.insides()) {
            if (within.waitSeconds() > 0.005 * station.holdSeconds()) {
                parts.add("waiting for " + within.gate() + " " + Words.time(within.waitSeconds()));
            }
            if (within.holdSeconds() > 0) {
                parts.add("inside " + within.gate() + " " + Words.time(within.holdSeconds()));
            }
        }
        parts.add("own work " + Words.time(station.ownSeconds()));
        return ": " + String.join(", ", parts);
    }

    private void serial() {
        for (String name : verdict.serial()) {
            Station station = station(name);
            lines.add(name + " takes " + (station.capacity() == 1 ? "one" : Words.count(station.capacity()))
                    + " at a time by design. Only a shorter hold, " + Words.time(station.holdSeconds())
                    + " now, or fewer records that need it, bring more.");
        }
    }

    private void pinned() {
        for (String name : verdict.pinned()) {
            Station station = station(name);
            Within most = station.insides().stream()
                    .max(Comparator.comparingDouble(within -> within.waitSeconds() + within.holdSeconds()))
                    .orElseThrow();
            boolean delay = verdict.changes().stream()
                    .anyMatch(change -> change.prediction().outOfSlot().contains(most.gate()));
            lines.add(name + " is held " + Words.time(station.holdSeconds()) + ", of which own work "
                    + Words.time(station.ownSeconds())
                    + (delay
                            ? ": most of it is " + most.gate() + ", which needs no slot."
                            : ": its slots are pinned by " + most.gate() + "."
                                    + (verdict.binding().contains(name)
                                            ? " Hold it for its own work alone, and it has slots enough."
                                            : "")));
        }
    }

    private void behindTheGate() {
        for (String name : verdict.behindTheGate()) {
            lines.add("More slots at " + name
                    + " bring nothing: what it calls slows down as more are in it. The limit is behind the gate.");
        }
    }

    private void changes() {
        List<String> rows = ChangeText.of(verdict);
        lines.addAll(rows);
        if (rows.isEmpty() && verdict.behindTheGate().isEmpty()) {
            lines.add(
                    verdict.binding().contains(Verdict.CPU)
                            ? "More slots bring nothing: make the work cheaper, or give it more cores."
                            : "No more slots can be given here: shorten the hold, or split what is done one at a time.");
        }
    }

    private void trials() {
        for (Trial trial : verdict.trials()) {
            Double error = trial.error();
            if (trial.measured() != null && error != null) {
                lines.add("Applied: "
                        + ChangeText.capacities(Map.of(), trial.prediction().capacities())
                        + ": predicted " + Words.rate(trial.prediction().expected()) + ", measured "
                        + Words.rate(trial.measured()) + ".");
            }
        }
    }

    private void untrusted() {
        for (Station station : verdict.untrusted()) {
            if (station.trust() instanceof Trust.Untrusted untrusted) {
                lines.add("Not trustworthy, and left out: " + station.name() + ": " + untrusted.reason() + ".");
            }
        }
    }

    private void unknown() {
        if (!verdict.unknown().isEmpty()) {
            lines.add(
                    "Not known: whether what " + Words.list(verdict.unknown())
                            + (verdict.unknown().size() == 1 ? " calls keeps its" : " call keep their")
                            + " pace with more at once; more than now was never seen. If not, more slots bring nothing, or harm.");
        }
        Probe probe = verdict.probe();
        if (probe != null) {
            lines.add("Probe: " + ChangeText.capacities(Map.of(), probe.to()) + " first, expect "
                    + Words.rate(probe.expected()) + "; " + probe.otherwise() + ".");
        }
    }

    private void confidence() {
        Confidence confidence = verdict.confidence();
        StringBuilder line = new StringBuilder("Confidence: " + confidence.grade());
        if (!confidence.failedChecks().isEmpty()) {
            line.append(". Failed: ").append(String.join("; ", confidence.failedChecks()));
        }
        if (!confidence.rivals().isEmpty()) {
            line.append(". Not excluded: ").append(String.join("; ", confidence.rivals()));
        }
        if (!confidence.decider().isEmpty()) {
            line.append(". To decide: ").append(confidence.decider());
        }
        lines.add(line.append('.').toString());
    }

    private Station station(String name) {
        return verdict.stations().stream()
                .filter(station -> station.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
