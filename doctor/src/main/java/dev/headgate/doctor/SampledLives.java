package dev.headgate.doctor;

import dev.headgate.Itinerary;
import dev.headgate.Stop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lives of records as sampled: each itinerary is a life with its own times, waits taken out, since the simulation
 * makes new ones. What a station's holders did themselves is scaled to the station's exact mean, which takes most of
 * the sampling error away.
 */
final class SampledLives {

    /** Fewer say too little about how times vary. */
    private static final int LEAST = 50;
    /** The sample must show about as many visits as the gates counted, or it is a sample of something else. */
    private static final double VISITS_OFF = 0.3;

    private final Facts facts;
    private final Floor floor;
    private final Set<String> outOfSlot;
    private final boolean gapsCount;
    private final CpuPart cpu;
    private final List<List<LifeTree>> trees;
    private final Map<String, Double> scale = new HashMap<>();
    private double visits = 1;

    private SampledLives(Facts facts, Floor floor, Set<String> outOfSlot, List<List<LifeTree>> trees) {
        this.facts = facts;
        this.floor = floor;
        this.outOfSlot = outOfSlot;
        this.trees = trees;
        // A number in the system that was inferred from the gates knows nothing of who is between them.
        this.gapsCount = facts.seen().load() instanceof Load.Closed;
        double own = facts.stations().stream()
                .filter(station -> !facts.seen().delays().contains(station.name()))
                .mapToDouble(station -> station.visits() * station.ownSeconds())
                .sum();
        this.cpu = floor.cpuGate() < 0 ? CpuPart.NONE : CpuPart.of(facts, own);
    }

    /**
     * Lives that were sampled.
     *
     * @param steps one for each usable itinerary
     * @param visits how often a record comes through the gate that counts records: more than once where it is retried
     */
    record Sample(List<Steps> steps, double visits) {}

    /** The lives; null when there are too few or they do not fit what the gates counted. */
    static @Nullable Sample of(Facts facts, Floor floor, Set<String> outOfSlot) {
        List<List<LifeTree>> trees = new ArrayList<>();
        Map<String, Station> stations = facts.byName();
        for (Itinerary itinerary : facts.seen().itineraries()) {
            List<LifeTree> tree = LifeTree.of(itinerary, (inner, outer) -> isInside(stations.get(outer), inner));
            if (tree.stream().anyMatch(top -> top.stop().name().equals(facts.records()))) {
                trees.add(tree);
            }
        }
        if (trees.size() < LEAST) {
            return null;
        }
        SampledLives lives = new SampledLives(facts, floor, outOfSlot, trees);
        if (!lives.fit()) {
            return null;
        }
        return new Sample(
                trees.stream()
                        .map(tree -> Steps.of(steps -> lives.record(steps, tree)))
                        .toList(),
                lives.visits);
    }

    private static boolean isInside(@Nullable Station outer, String inner) {
        return outer != null
                && outer.insides().stream().anyMatch(within -> within.gate().equals(inner));
    }

    /** Compares the sample with the counters, and sets the scales. */
    private boolean fit() {
        Map<String, double[]> sums = new HashMap<>();
        trees.forEach(tree -> tree.forEach(top -> count(top, sums)));
        double counted = trees.size();
        visits = sums.getOrDefault(facts.records(), new double[] {counted})[0] / counted;
        for (Station station : floor.stations()) {
            double[] sum = sums.getOrDefault(station.name(), new double[2]);
            double visits = sum[0] / (counted * this.visits);
            if (Math.abs(visits - station.visits()) > VISITS_OFF * Math.max(visits, station.visits()) + 0.02) {
                return false;
            }
            double own = sum[0] == 0 ? 0 : sum[1] / sum[0];
            double ratio = own <= 0 || station.ownSeconds() <= 0 ? 1 : station.ownSeconds() / own;
            scale.put(station.name(), Math.min(2, Math.max(0.5, ratio)));
        }
        return true;
    }

    private static void count(LifeTree tree, Map<String, double[]> sums) {
        if (entered(tree.stop())) {
            double[] sum = sums.computeIfAbsent(tree.stop().name(), name -> new double[2]);
            sum[0]++;
            sum[1] += tree.ownNanos() / 1e9;
        }
        tree.inner().forEach(child -> count(child, sums));
    }

    private static boolean entered(Stop stop) {
        return stop.kind() == Stop.Kind.GATE && stop.leftNanos() != stop.enteredNanos();
    }

    private void record(Steps steps, List<LifeTree> tops) {
        tops.forEach(top -> moved(steps, top));
        walk(steps, tops, tops.get(0).stop().arrivedNanos(), null, gapsCount);
        cpu.rest(steps, Steps.CONSTANT, floor.cpuGate());
    }

    /** Delays that are to be taken out of their slots come first. */
    private void moved(Steps steps, LifeTree tree) {
        for (LifeTree child : tree.inner()) {
            if (outOfSlot.contains(child.stop().name())) {
                steps.time(held(child.stop()), Steps.CONSTANT);
            }
            moved(steps, child);
        }
    }

    /** Children one after the other with own work between them; those that overlap at once. */
    private void walk(Steps steps, List<LifeTree> children, long from, @Nullable Station station, boolean gaps) {
        long until = from;
        for (int i = 0; i < children.size(); ) {
            LifeTree first = children.get(i);
            own(steps, gaps ? seconds(first.stop().arrivedNanos() - until) : 0, station);
            long begun = Math.max(until, first.stop().arrivedNanos());
            List<Consumer<Steps>> parts = new ArrayList<>();
            until = begun;
            do {
                LifeTree child = children.get(i++);
                double after = seconds(child.stop().arrivedNanos() - begun);
                parts.add(part -> {
                    own(part, after, station);
                    visit(part, child);
                });
                until = Math.max(until, child.stop().leftNanos());
            } while (i < children.size() && children.get(i).stop().arrivedNanos() - until < 0);
            if (parts.size() == 1) {
                visit(steps, first);
            } else {
                steps.together(parts);
            }
        }
    }

    private void visit(Steps steps, LifeTree tree) {
        Stop stop = tree.stop();
        if (stop.kind() != Stop.Kind.GATE) {
            steps.time(seconds(stop.leftNanos() - stop.arrivedNanos()), Steps.CONSTANT);
            return;
        }
        if (outOfSlot.contains(stop.name()) || !entered(stop)) {
            return;
        }
        Station station = facts.station(stop.name());
        int gate = floor.index(stop.name());
        if (station == null) {
            // A gate that is not observed: its wait stays what it was.
            steps.time(seconds(stop.enteredNanos() - stop.arrivedNanos()), Steps.CONSTANT);
            inside(steps, tree, null);
        } else if (gate < 0) {
            inside(steps, tree, station);
        } else {
            steps.visit(gate, held -> inside(held, tree, station));
        }
    }

    private void inside(Steps steps, LifeTree tree, @Nullable Station station) {
        Stop stop = tree.stop();
        walk(steps, tree.inner(), stop.enteredNanos(), station, true);
        long last = stop.enteredNanos();
        for (LifeTree child : tree.inner()) {
            last = Math.max(last, child.stop().leftNanos());
        }
        own(steps, seconds(stop.leftNanos() - last), station);
    }

    /** Own work of a holder; with no station, of one that is in no gate that is observed. */
    private void own(Steps steps, double seconds, @Nullable Station station) {
        if (seconds <= 0) {
            return;
        }
        if (station == null || facts.seen().delays().contains(station.name())) {
            steps.time(seconds, Steps.CONSTANT);
        } else {
            double scaled = seconds * scale.getOrDefault(station.name(), 1.0);
            cpu.work(steps, scaled, Steps.CONSTANT, floor.index(station.name()), floor.cpuGate());
        }
    }

    private static double held(Stop stop) {
        return seconds(stop.leftNanos() - stop.enteredNanos());
    }

    private static double seconds(long nanos) {
        return Math.max(0, nanos / 1e9);
    }
}
