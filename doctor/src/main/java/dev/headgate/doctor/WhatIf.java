package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Simulates the observed system with other capacities. It first simulates the present ones: by how much that misses
 * what was measured goes into every interval.
 *
 * <p>Where lives were sampled they are used as they are. Where only means are known, constant and exponential times are
 * both tried, and the interval spans the two: real times lie between or near them as far as throughput goes.
 *
 * <p>Not thread-safe; remembers what it has simulated.
 */
final class WhatIf {

    /** A processor used less than this says little of what a record costs: what it does besides may be most of it. */
    static final double CPU_KNOWN = 0.3;

    private static final int MOST_IN_SYSTEM = 200_000;
    private static final double CERTAIN = 0.02;
    /** A model that misses what was measured by no more is good. */
    private static final double GOOD = 0.05;
    /** A gate less used than this decides for itself how many are in it. */
    private static final double FULL = 0.85;
    /** How far beyond the most ever in use a pace that was seen is taken to go on. */
    private static final double EXTRAPOLATED = 2;

    /**
     * What comes of some capacities.
     *
     * @param low lowest throughput that the data leave possible
     * @param expected most likely
     * @param high highest possible
     * @param p50Seconds median life
     * @param p99Seconds 99th percentile of lives
     * @param thenBinds what limits
     * @param unknown gates that would take more than was ever seen in them, of unknown pace
     */
    record Arm(
            double low,
            double expected,
            double high,
            double p50Seconds,
            double p99Seconds,
            List<String> thenBinds,
            List<String> unknown) {}

    /**
     * A way in which records may live.
     *
     * @param lives drawn from at random
     * @param visits how often a life passes the gate that counts records
     */
    private record Variant(List<Steps> lives, double visits) {
        double meanSeconds() {
            return lives.stream().mapToDouble(Steps::meanSeconds).average().orElse(0);
        }
    }

    private record Key(Map<String, Integer> capacities, Set<String> outOfSlot) {}

    private final Facts facts;
    private final Question question;
    private final Map<String, Downstream> paces;
    private final Floor floor;
    private final boolean sampled;
    private final Map<Set<String>, List<Variant>> lives = new HashMap<>();
    private final Map<Key, Arm> arms = new HashMap<>();
    private final double selfCheck;

    private WhatIf(Facts facts, Question question, Map<String, Downstream> paces) {
        this.facts = facts;
        this.question = question;
        this.paces = paces;
        this.floor = Floor.of(facts, cpuKnown(), station -> pace(station).slowdown());
        List<Variant> means = means(Set.of());
        double missed = missed(means);
        SampledLives.Sample sample = SampledLives.of(facts, floor, Set.of());
        boolean better = false;
        if (sample != null) {
            List<Variant> samples = List.of(new Variant(sample.steps(), sample.visits()));
            double sampleMissed = missed(samples);
            // Long lives are missing from a short window; then the means know better.
            better = Math.abs(sampleMissed) <= Math.max(GOOD, Math.abs(missed));
            missed = better ? sampleMissed : missed;
        }
        this.sampled = better;
        this.selfCheck = missed;
    }

    /**
     * The model of what was observed. Where the times of a gate seem to grow with the number in it, and that does not reproduce what was
     * measured, the growth is not believed of gates that are not full: there it is more likely that long times (a busy machine,
     * say) made many be in it, than that many made times long.
     */
    static WhatIf of(Facts facts, Question question) {
        Map<String, Downstream> paces = new HashMap<>();
        Map<String, Downstream> doubted = new HashMap<>();
        for (Station station : facts.stations()) {
            Series series = facts.whole().gate(station.name());
            if (series != null && station.insides().isEmpty() && station.completions() > 0) {
                Downstream pace = Pace.of(series, facts.whole().itineraries(), station);
                boolean doubtful =
                        pace instanceof Downstream.Slows && station.laws().utilisation() < FULL;
                paces.put(station.name(), pace);
                doubted.put(station.name(), doubtful ? new Downstream.Unknown(pace.seenTo()) : pace);
            }
        }
        WhatIf model = new WhatIf(facts, question, paces);
        if (Math.abs(model.selfCheck) <= GOOD || doubted.equals(paces)) {
            return model;
        }
        WhatIf other = new WhatIf(facts, question, doubted);
        return Math.abs(other.selfCheck) < Math.abs(model.selfCheck) ? other : model;
    }

    private double missed(List<Variant> variants) {
        double simulated = variants.stream()
                .mapToDouble(variant ->
                        simulate(variant, new Key(Map.of(), Set.of())).throughput())
                .average()
                .orElse(0);
        return facts.throughput() <= 0 ? 0 : simulated / facts.throughput() - 1;
    }

    /** Simulated over measured throughput at the present capacities, minus 1. */
    double selfCheck() {
        return selfCheck;
    }

    /** Whether sampled lives are used. */
    boolean sampled() {
        return sampled;
    }

    /** Whether what is behind a gate keeps its pace; unknown for a gate with inner gates. */
    Downstream pace(Station station) {
        return paces.getOrDefault(station.name(), new Downstream.Keeps(0, Double.MAX_VALUE));
    }

    /** What comes of {@code capacities}, with {@code outOfSlot} delays moved out of their slots. */
    Arm arm(Map<String, Integer> capacities, Set<String> outOfSlot) {
        return arms.computeIfAbsent(new Key(Map.copyOf(capacities), Set.copyOf(outOfSlot)), this::arm);
    }

    /** Records/s that no change of capacities goes beyond: what these allow if nobody waits at inner gates. */
    double bound(Map<String, Integer> capacities, Set<String> outOfSlot) {
        double bound = cpuKnown() ? facts.cpuBound() : Double.POSITIVE_INFINITY;
        for (Station station : floor.stations()) {
            bound = Math.min(
                    bound, bound(station, capacities.getOrDefault(station.name(), station.capacity()), outOfSlot));
        }
        return bound;
    }

    /** Records/s that one station allows with so many slots. */
    double bound(Station station, int slots, Set<String> outOfSlot) {
        double work = workSeconds(station, outOfSlot) * station.visits();
        if (work <= 0) {
            return Double.POSITIVE_INFINITY;
        }
        return slots / (work * pace(station).slowdown().factor(slots));
    }

    /** A hold without waits inside, and without the delays that are moved out. */
    double workSeconds(Station station, Set<String> outOfSlot) {
        double moved = station.insides().stream()
                .filter(within -> outOfSlot.contains(within.gate()))
                .mapToDouble(Within::holdSeconds)
                .sum();
        double spent = station.insides().stream()
                .mapToDouble(within -> within.waitSeconds() + within.holdSeconds())
                .sum();
        // A holder that is in several inner gates at once is engaged once.
        double once = spent <= 0 ? 1 : Math.min(1, (station.holdSeconds() - station.ownSeconds()) / spent);
        return Math.max(0, station.workSeconds() - moved * once);
    }

    boolean cpuKnown() {
        CpuUse cpu = facts.seen().cpu();
        return cpu != null && (cpu.share() >= CPU_KNOWN || facts.cpuBinds());
    }

    private Arm arm(Key key) {
        List<Simulation.Result> results = new ArrayList<>();
        for (Variant variant : lives(key.outOfSlot())) {
            results.add(simulate(variant, key));
        }
        double expected = results.stream()
                .mapToDouble(Simulation.Result::throughput)
                .average()
                .orElse(0);
        if (onlyLifts(key)) {
            expected = Math.max(expected, facts.throughput());
        }
        double doubt = CERTAIN + facts.margin() / 2 + Math.abs(selfCheck) + extrapolated(results);
        double low = expected;
        double high = expected;
        for (Simulation.Result result : results) {
            low = Math.min(low, result.throughput() - result.halfWidth());
            high = Math.max(high, result.throughput() + result.halfWidth());
        }
        low *= Math.max(0, 1 - doubt);
        high *= 1 + doubt;
        List<String> unknown = unknown(results);
        if (!unknown.isEmpty()) {
            low = Math.min(low, facts.throughput() * (1 - facts.margin()) * worst(results, unknown));
        }
        if (emptier(results)) {
            high = Math.max(high, facts.throughput() * (1 + facts.margin()));
        }
        CpuUse cpu = facts.seen().cpu();
        if (cpu != null && facts.cpuBinds() && cpu.share() < 0.9) {
            // Others have the rest of the processor; they may leave it tomorrow.
            high = Math.max(high, facts.throughput() / cpu.share());
        }
        if (!cpuKnown() && facts.cpuBound() < low) {
            low = Math.max(facts.cpuBound(), Math.min(low, facts.throughput()));
        }
        if (facts.load() instanceof Load.Open open) {
            high = Math.min(high, Math.max(expected, open.perSecond() * (1 + facts.margin())));
        }
        return new Arm(
                Math.max(0, low),
                expected,
                high,
                results.stream()
                        .mapToDouble(Simulation.Result::p50Seconds)
                        .average()
                        .orElse(0),
                results.stream()
                        .mapToDouble(Simulation.Result::p99Seconds)
                        .max()
                        .orElse(0),
                limits(key, results, expected),
                unknown);
    }

    /**
     * Whether there are more slots and nothing else, before what keeps its pace. That takes nothing away: what the simulation then shows
     * below the present throughput is its own error.
     */
    private boolean onlyLifts(Key key) {
        return key.outOfSlot().isEmpty()
                && !key.capacities().isEmpty()
                && paces.values().stream().noneMatch(Downstream.Slows.class::isInstance)
                && floor.stations().stream()
                        .allMatch(station -> key.capacities().getOrDefault(station.name(), station.capacity())
                                >= station.capacity());
    }

    private List<Variant> lives(Set<String> outOfSlot) {
        return lives.computeIfAbsent(outOfSlot, moved -> {
            boolean waits = facts.seen().delays().containsAll(moved);
            SampledLives.Sample sample = sampled && waits ? SampledLives.of(facts, floor, moved) : null;
            return sample == null ? means(moved) : List.of(new Variant(sample.steps(), sample.visits()));
        });
    }

    private List<Variant> means(Set<String> outOfSlot) {
        return List.of(
                new Variant(List.of(MeanLives.of(facts, floor, Steps.CONSTANT, outOfSlot)), 1),
                new Variant(List.of(MeanLives.of(facts, floor, Steps.EXPONENTIAL, outOfSlot)), 1));
    }

    private Simulation.Result simulate(Variant variant, Key key) {
        SimulatedGate[] gates = floor.gates(key.capacities());
        double life = variant.meanSeconds();
        double most = bound(key.capacities(), key.outOfSlot());
        double arrivals = facts.load() instanceof Load.Open open ? open.perSecond() : Double.POSITIVE_INFINITY;
        Simulation.Result result = arrivals < 0.97 * most
                ? Simulation.open(
                        gates, variant.lives(), arrivals / variant.visits(), life, question.records(), question.seed())
                : Simulation.closed(
                        gates,
                        variant.lives(),
                        population(gates, most, life),
                        life,
                        question.records(),
                        question.seed());
        return new Simulation.Result(
                Math.min(arrivals, result.throughput() * variant.visits()),
                result.halfWidth() * variant.visits(),
                result.p50Seconds(),
                result.p99Seconds(),
                result.inUse(),
                result.waiting());
    }

    /** Records in the system: the load's, or so many that no gate runs dry, those that wait in no slot included. */
    private int population(SimulatedGate[] gates, double bound, double lifeSeconds) {
        long slots = 0;
        for (int i = 0; i < floor.stations().size(); i++) {
            slots += gates[i].capacity;
        }
        double flowing = Double.isInfinite(bound) ? 0 : bound * lifeSeconds;
        double enough = Math.min(MOST_IN_SYSTEM, 50 + 2.0 * (slots + flowing));
        return (int) Math.max(
                1,
                facts.load() instanceof Load.Closed closed ? Math.min(Math.rint(closed.population()), enough) : enough);
    }

    /** What is used up in the simulation, and would not take more if it came. */
    private List<String> limits(Key key, List<Simulation.Result> results, double expected) {
        List<String> limits = new ArrayList<>();
        Map<String, Integer> inForce = floor.inForce(key.capacities());
        for (int i = 0; i < floor.stations().size(); i++) {
            Station station = floor.stations().get(i);
            int slots = inForce.getOrDefault(station.name(), station.capacity());
            int index = i;
            double full = results.stream()
                    .mapToDouble(result -> result.inUse().get(index) / slots)
                    .average()
                    .orElse(0);
            if (full >= 0.9 && bound(station, slots, key.outOfSlot()) <= 1.08 * expected) {
                limits.add(station.name());
            }
        }
        int cpu = floor.cpuGate();
        if (cpu >= 0
                && results.stream()
                                .mapToDouble(result -> result.inUse().get(cpu) / floor.cores())
                                .average()
                                .orElse(0)
                        >= 0.9) {
            limits.clear();
            limits.add(Verdict.CPU);
        }
        return limits.isEmpty() && !(facts.load() instanceof Load.Backlog) ? List.of(Verdict.LOAD) : limits;
    }

    /**
     * How bad it may get where a pace is unknown: if what is behind the gate loses to crosstalk alone, times grow with the
     * square of the number in use, and throughput falls as it grows.
     */
    private double worst(List<Simulation.Result> results, List<String> unknown) {
        double worst = 1;
        for (String name : unknown) {
            int index = floor.index(name);
            double then = results.stream()
                    .mapToDouble(result -> result.inUse().get(index))
                    .max()
                    .orElse(1);
            worst = Math.min(worst, pace(floor.stations().get(index)).seenTo() / Math.max(1e-9, then));
        }
        return worst;
    }

    /** How much more doubtful it is for gates of a slowing pace that would have more in them than was ever seen. */
    private double extrapolated(List<Simulation.Result> results) {
        double most = 0;
        for (int i = 0; i < floor.stations().size(); i++) {
            int index = i;
            double then = results.stream()
                    .mapToDouble(result -> result.inUse().get(index))
                    .max()
                    .orElse(0);
            if (paces.get(floor.stations().get(i).name()) instanceof Downstream.Slows slows) {
                most = Math.max(most, 0.1 * (then / slows.seenTo() - 1));
            }
        }
        return Math.min(0.3, most);
    }

    /** Whether a gate of unknown pace would have clearly less in it: what it calls may then be faster. */
    private boolean emptier(List<Simulation.Result> results) {
        for (int i = 0; i < floor.stations().size(); i++) {
            Station station = floor.stations().get(i);
            int index = i;
            double then = results.stream()
                    .mapToDouble(result -> result.inUse().get(index))
                    .min()
                    .orElse(0);
            double known =
                    paces.get(station.name()) instanceof Downstream.Keeps keeps ? keeps.seenFrom() : station.inUse();
            boolean slows = paces.get(station.name()) instanceof Downstream.Slows;
            if (paces.containsKey(station.name()) && !slows && then < 0.85 * known) {
                return true;
            }
        }
        return false;
    }

    /** Gates that would have clearly more in them than was ever seen. */
    private List<String> unknown(List<Simulation.Result> results) {
        List<String> unknown = new ArrayList<>();
        for (int i = 0; i < floor.stations().size(); i++) {
            Station station = floor.stations().get(i);
            int index = i;
            double then = results.stream()
                    .mapToDouble(result -> result.inUse().get(index))
                    .max()
                    .orElse(0);
            Downstream pace = pace(station);
            double known = (pace instanceof Downstream.Unknown ? 1.15 : EXTRAPOLATED) * Math.max(1, pace.seenTo());
            if (paces.containsKey(station.name()) && !facts.seen().delays().contains(station.name()) && then > known) {
                unknown.add(station.name());
            }
        }
        return unknown;
    }
}
