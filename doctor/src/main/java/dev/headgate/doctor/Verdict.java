package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The doctor's answer. {@link VerdictText} puts it into words.
 *
 * @param throughput records/s measured
 * @param load what the outside offers, told or inferred
 * @param stations everything that queues, in the order of the observation
 * @param cpu CPU used, or null when it was not read
 * @param binding what limits: names of gates, or {@value #CPU}; several bind together. Empty when nothing does
 * @param behind bounded stations that bind next, nearest first: close behind what binds
 * @param victims gates that are full because of something else
 * @param stuck work that does not come back, or null
 * @param behindTheGate binding gates whose downstream slows down under more load, so that the limit lies behind them
 * @param pinned busy gates whose slots are held for others' work: little of a hold is its own
 * @param serial binding gates that cannot be given more slots
 * @param busyShare part of the time for which the stations' figures are: below 1 where the load comes and goes
 * @param changes single changes, pairs, the smallest set, ..., in that order
 * @param unknown gates that the smallest set would fill beyond what was ever seen, of unknown pace
 * @param probe the small change that would settle it, or null
 * @param trials changes that were applied through the doctor, the newest last
 * @param confidence how far to rely on this
 */
public record Verdict(
        double throughput,
        Load load,
        List<Station> stations,
        @Nullable CpuUse cpu,
        List<String> binding,
        List<String> behind,
        List<String> victims,
        @Nullable Stuck stuck,
        List<String> behindTheGate,
        List<String> pinned,
        List<String> serial,
        double busyShare,
        List<Change> changes,
        List<String> unknown,
        @Nullable Probe probe,
        List<Trial> trials,
        Confidence confidence) {

    /** The name under which the processor is listed among what binds. */
    public static final String CPU = "cpu";

    /** The name under which the load is listed as what limits after a change. */
    public static final String LOAD = "load";

    /** Copies the lists. */
    public Verdict {
        stations = List.copyOf(stations);
        binding = List.copyOf(binding);
        behind = List.copyOf(behind);
        victims = List.copyOf(victims);
        behindTheGate = List.copyOf(behindTheGate);
        pinned = List.copyOf(pinned);
        serial = List.copyOf(serial);
        changes = List.copyOf(changes);
        unknown = List.copyOf(unknown);
        trials = List.copyOf(trials);
    }

    /** What limits: the gates of a deadlock or leak, else what binds; empty when nothing does. */
    public List<String> named() {
        return stuck == null ? binding : stuck.gates();
    }

    /** Whether there is nothing to do. */
    public boolean quiet() {
        return named().isEmpty() && untrusted().isEmpty() && confidence.grade() != Confidence.Grade.CANNOT_TELL;
    }

    /** The stations whose numbers cannot be used. */
    public List<Station> untrusted() {
        return stations.stream().filter(station -> !station.trusted()).toList();
    }

    /** The change that sets exactly these capacities, if the verdict thought it through; else null. */
    public @Nullable Change change(Map<String, Integer> capacities) {
        for (Change change : changes) {
            if (change.to().equals(capacities)
                    && change.prediction().outOfSlot().isEmpty()) {
                return change;
            }
        }
        return null;
    }

    /** The smallest set of changes that reaches the target or comes as near as can be; null when there is none. */
    public @Nullable Change smallestSet() {
        for (Change change : changes) {
            if (change.kind() == Change.Kind.SMALLEST_SET) {
                return change;
            }
        }
        return null;
    }

    /**
     * The capacities to set now: those of the probe where what matters is unknown, else fewer slots where that is better,
     * else the smallest set. Empty when no capacity is to be changed.
     */
    public Map<String, Integer> advised() {
        if (probe != null && !unknown.isEmpty()) {
            return probe.to();
        }
        for (Change change : changes) {
            if (change.kind() == Change.Kind.LOWERED) {
                return change.to();
            }
        }
        Change set = smallestSet();
        return set == null ? Map.of() : set.to();
    }

    /** What limits after the smallest set is applied; empty when nothing is known to. */
    public List<String> next() {
        Change set = smallestSet();
        return set == null ? List.of() : new ArrayList<>(set.prediction().thenBinds());
    }
}
