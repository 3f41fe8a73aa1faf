package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Thinks changes through: each gate alone, pairs, the smallest set that reaches a target, a delay moved out of its
 * slot, a gate made smaller.
 *
 * <p>The smallest set needs no search. With nobody waiting at inner gates, a gate of {@code c} slots passes at most
 * {@code c / (V S)} records/s; so each gate whose bound is below the target must be lifted, and no other need be. What
 * is left to the simulation is to show what the set brings, waits and all.
 */
final class Remedies {

    /** Slots are given so that a gate is this full at the target. */
    private static final double COMFORT = 0.9;

    private static final double FAR = 10;
    private static final int MOST_SINGLES = 6;
    private static final int MOST_IN_PAIRS = 4;
    /** A hold of which more is its own work is not held for others' work. */
    private static final double MOSTLY_OWN = 0.5;
    /** A change worth speaking of. */
    static final double WORTH = 0.03;

    private final Facts facts;
    private final Binding binding;
    private final WhatIf whatIf;
    private final Question question;

    Remedies(Facts facts, Binding binding, WhatIf whatIf, Question question) {
        this.facts = facts;
        this.binding = binding;
        this.whatIf = whatIf;
        this.question = question;
    }

    List<Change> all() {
        List<Change> changes = new ArrayList<>();
        double target = target(Set.of());
        Map<String, Integer> set = needed(target, Set.of());
        Map<String, Integer> singles = singles(set);
        singles.forEach((gate, slots) -> {
            if (!Map.of(gate, slots).equals(set)) {
                changes.add(change(Change.Kind.SINGLE, Map.of(gate, slots), Set.of()));
            }
        });
        List<String> names = List.copyOf(singles.keySet());
        List<Change> pairs = new ArrayList<>();
        for (int i = 0; i < Math.min(MOST_IN_PAIRS, names.size()); i++) {
            for (int j = i + 1; j < Math.min(MOST_IN_PAIRS, names.size()); j++) {
                Map<String, Integer> pair =
                        Map.of(names.get(i), singles.get(names.get(i)), names.get(j), singles.get(names.get(j)));
                if (!pair.equals(set)) {
                    pairs.add(change(Change.Kind.PAIR, pair, Set.of()));
                }
            }
        }
        // A pair that brings what one of the two brings is no news.
        pairs.removeIf(pair -> pair.to().entrySet().stream()
                .anyMatch(one -> whatIf.arm(Map.of(one.getKey(), one.getValue()), Set.of())
                                .expected()
                        >= whatIf.arm(pair.to(), Set.of()).expected() * (1 - WORTH)));
        changes.addAll(pairs);
        Change smallest = set.isEmpty() ? null : change(Change.Kind.SMALLEST_SET, set, Set.of());
        if (smallest != null && smallest.gain() >= WORTH) {
            changes.add(smallest);
        }
        delays().forEach(delay -> changes.addAll(without(Set.of(delay), target, Change.Kind.DELAY_AS_HOLD)));
        leases().forEach((lease, inner) -> changes.addAll(without(inner, target, Change.Kind.LEASE)));
        facts.stations().forEach(station -> {
            Change lowered = lowered(station);
            if (lowered != null) {
                changes.add(lowered);
            }
        });
        return changes;
    }

    /** Binding gates behind which the limit lies: what they call slows down, so that more slots bring next to nothing. */
    List<String> behindTheGate() {
        return facts.stations().stream()
                .filter(station -> binding.binding().contains(station.name()) && limitIsBehind(station))
                .map(Station::name)
                .toList();
    }

    /** The small lift that decides whether what is behind the gates keeps its pace; null when nothing is unknown. */
    @Nullable
    Probe probe() {
        Map<String, Integer> from = new LinkedHashMap<>();
        Map<String, Integer> to = new LinkedHashMap<>();
        for (Station station : facts.stations()) {
            if (binding.binding().contains(station.name()) && liftable(station)) {
                from.put(station.name(), station.capacity());
                to.put(station.name(), station.capacity() < 20 ? 2 * station.capacity() : station.capacity() * 3 / 2);
            }
        }
        WhatIf.Arm arm = whatIf.arm(to, Set.of());
        boolean unknown = !arm.unknown().isEmpty()
                || to.keySet().stream()
                        .map(facts::station)
                        .anyMatch(station -> station != null && whatIf.pace(station) instanceof Downstream.Unknown);
        if (!unknown) {
            return null;
        }
        double expected = arm.expected();
        if (expected < facts.throughput() * (1 + WORTH)) {
            return null;
        }
        return new Probe(
                from,
                to,
                facts.overall(expected),
                "if it stays near " + Words.rate(facts.overall(facts.throughput()))
                        + ", the limit is behind the gate: go back");
    }

    Change change(Change.Kind kind, Map<String, Integer> capacities, Set<String> outOfSlot) {
        Map<String, Integer> from = new HashMap<>();
        for (String gate : capacities.keySet()) {
            Station station = facts.station(gate);
            if (station != null) {
                from.put(gate, station.capacity());
            }
        }
        Prediction prediction = predict(capacities, outOfSlot);
        double now = facts.overall(facts.throughput());
        double gain = now <= 0 ? 0 : prediction.expected() / now - 1;
        return new Change(kind, from, prediction, gain);
    }

    Prediction predict(Map<String, Integer> capacities, Set<String> outOfSlot) {
        WhatIf.Arm arm = whatIf.arm(capacities, outOfSlot);
        return new Prediction(
                capacities,
                outOfSlot,
                // The rest of the time may go as before, or as the busy part does.
                Math.min(arm.low(), facts.overall(arm.low())),
                facts.overall(arm.expected()),
                Math.max(arm.high(), facts.overall(arm.high())),
                arm.p50Seconds(),
                arm.p99Seconds(),
                arm.thenBinds(),
                why(arm));
    }

    private String why(WhatIf.Arm arm) {
        List<String> parts = new ArrayList<>();
        parts.add(
                whatIf.sampled()
                        ? "simulated from sampled lives"
                        : "simulated from means, with constant and with random times");
        if (Math.abs(whatIf.selfCheck()) > 0.1) {
            parts.add("the model gives " + Words.percent(whatIf.selfCheck()) + " of what was measured as things are");
        }
        for (String gate : arm.unknown()) {
            parts.add("nobody saw " + gate + " with so many in it: it may slow down");
        }
        return String.join("; ", parts);
    }

    /** Records/s to aim at. */
    private double target(Set<String> outOfSlot) {
        double target = Math.min(facts.partial(question.target()), offered());
        if (Double.isInfinite(question.target())) {
            target = Math.min(target, FAR * facts.throughput());
        }
        for (Station station : facts.stations()) {
            if (station.trusted() && station.bounded() && !liftable(station)) {
                target = Math.min(target, whatIf.bound(station, station.capacity(), outOfSlot));
            }
        }
        return whatIf.cpuKnown() ? Math.min(target, facts.cpuBound()) : target;
    }

    /** Records/s that the load offers at most. */
    private double offered() {
        return switch (facts.load()) {
            case Load.Open open -> open.perSecond();
            case Load.Closed closed -> {
                double life = facts.roots().stream()
                        .mapToDouble(root -> root.visits() * root.workSeconds())
                        .sum();
                yield life <= 0 ? Double.POSITIVE_INFINITY : closed.population() / life;
            }
            case Load.Backlog backlog -> Double.POSITIVE_INFINITY;
        };
    }

    /** The slots that each gate needs for {@code target}, of those that have too few. */
    private Map<String, Integer> needed(double target, Set<String> outOfSlot) {
        Map<String, Integer> needed = new LinkedHashMap<>();
        if (binding.binding().contains(Verdict.CPU)) {
            return needed;
        }
        for (Station station : facts.stations()) {
            if (station.trusted()
                    && station.bounded()
                    && liftable(station)
                    && whatIf.bound(station, station.capacity(), outOfSlot) < target * 0.999) {
                int slots = slots(station, target, outOfSlot);
                if (slots > station.capacity()) {
                    needed.put(station.name(), slots);
                }
            }
        }
        return needed;
    }

    private int slots(Station station, double target, Set<String> outOfSlot) {
        double slots = target * station.visits() * whatIf.workSeconds(station, outOfSlot) / COMFORT;
        if (whatIf.pace(station) instanceof Downstream.Slows) {
            int most = (int) Math.max(station.capacity(), Math.min(4.0 * station.capacity(), slots * 4));
            for (int n = station.capacity(); n <= most; n++) {
                if (whatIf.bound(station, n, outOfSlot) >= target) {
                    return n;
                }
            }
            return station.capacity();
        }
        return (int) Math.min(1_000_000, Words.roundUp(Math.max(1, Math.ceil(slots))));
    }

    /** Gates to be lifted alone: what binds, what is full, and what the smallest set has. */
    private Map<String, Integer> singles(Map<String, Integer> set) {
        Set<String> names = new LinkedHashSet<>(binding.binding());
        names.addAll(binding.victims());
        names.addAll(set.keySet());
        Map<String, Integer> singles = new LinkedHashMap<>();
        for (String name : names) {
            Station station = facts.station(name);
            if (station != null && liftable(station) && singles.size() < MOST_SINGLES) {
                singles.put(name, set.getOrDefault(name, 2 * station.capacity()));
            }
        }
        return singles;
    }

    private boolean liftable(Station station) {
        return !facts.seen().serial().contains(station.name()) && !limitIsBehind(station);
    }

    private boolean limitIsBehind(Station station) {
        if (!(whatIf.pace(station) instanceof Downstream.Slows slows)) {
            return false;
        }
        return slows.throughputRatio(1.5 * station.capacity(), station.capacity()) < 1.1;
    }

    private @Nullable Change lowered(Station station) {
        if (!(whatIf.pace(station) instanceof Downstream.Slows slows)
                || !binding.binding().contains(station.name())) {
            return null;
        }
        // Not below what was seen: there the fit is a guess.
        double best = Math.max(slows.seenFrom(), slows.slowdown().bestN());
        if (best >= 0.9 * station.capacity()) {
            return null;
        }
        Change change =
                change(Change.Kind.LOWERED, Map.of(station.name(), (int) Math.max(1, Math.round(best))), Set.of());
        return change.gain() >= WORTH ? change : null;
    }

    /** Delays that are spent in a slot of a bounded gate. */
    private List<String> delays() {
        if (binding.binding().contains(Verdict.CPU)) {
            return List.of();
        }
        return facts.seen().delays().stream()
                .sorted()
                .filter(delay -> facts.stations().stream()
                        .anyMatch(outer -> outer.bounded()
                                && outer.insides().stream()
                                        .anyMatch(within -> within.gate().equals(delay))))
                .toList();
    }

    /** Full gates whose slots are held for inner work that needs none of them, with that work. */
    private Map<String, Set<String>> leases() {
        Map<String, Set<String>> leases = new LinkedHashMap<>();
        for (Station station : facts.stations()) {
            if (facts.seen().leases().contains(station.name())
                    && (binding.binding().contains(station.name())
                            || binding.victims().contains(station.name()))
                    && !station.insides().isEmpty()
                    && station.ownSeconds() <= MOSTLY_OWN * station.holdSeconds()) {
                leases.put(
                        station.name(),
                        station.insides().stream().map(Within::gate).collect(Collectors.toUnmodifiableSet()));
            }
        }
        return leases;
    }

    /** What needs no slot out of the slot, alone and with what is then needed for the target. */
    private List<Change> without(Set<String> inner, double target, Change.Kind kind) {
        List<Change> changes = new ArrayList<>();
        changes.add(change(kind, Map.of(), inner));
        Map<String, Integer> needed = needed(Math.min(target, target(inner)), inner);
        if (!needed.isEmpty()) {
            changes.add(change(kind, needed, inner));
        }
        return changes;
    }
}
