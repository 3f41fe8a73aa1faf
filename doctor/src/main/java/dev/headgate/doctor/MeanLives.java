package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The life of a record where only averages are known: it visits the outermost gates in their order, works there, and
 * goes through the inner gates between two parts of its own work, as often and as long as the averages say. How times
 * vary is not known; the caller tries constant and exponential ones.
 */
final class MeanLives {

    /** Holders engaged with this many inner gates at once, on average, do so on purpose. */
    private static final double AT_ONCE = 1.15;

    private final Facts facts;
    private final Map<String, Station> stations;
    private final Floor floor;
    private byte how;
    private final Set<String> outOfSlot;
    private final CpuPart cpu;

    private MeanLives(Facts facts, Floor floor, byte how, Set<String> outOfSlot) {
        this.facts = facts;
        this.stations = facts.byName();
        this.floor = floor;
        this.how = how;
        this.outOfSlot = outOfSlot;
        double own = stations.values().stream()
                .filter(station -> !delay(station.name()))
                .mapToDouble(station -> station.visits() * station.ownSeconds())
                .sum();
        this.cpu = floor.cpuGate() < 0 ? CpuPart.NONE : CpuPart.of(facts, own);
    }

    static Steps of(Facts facts, Floor floor, byte how, Set<String> outOfSlot) {
        MeanLives lives = new MeanLives(facts, floor, how, outOfSlot);
        return Steps.of(lives::record);
    }

    private void record(Steps steps) {
        for (String delay : outOfSlot.stream().sorted().toList()) {
            Station station = stations.get(delay);
            if (station != null && delay(delay)) {
                steps.times(station.visits(), wait -> wait.time(station.holdSeconds(), Steps.CONSTANT));
            }
        }
        for (Station root : facts.roots()) {
            steps.times(root.visits(), each -> visit(each, root, 1, new HashSet<>()));
        }
        cpu.rest(steps, how, floor.cpuGate());
    }

    private void visit(Steps steps, Station station, double scale, Set<String> outer) {
        moved(steps, station, outer);
        int gate = floor.index(station.name());
        if (gate < 0) {
            inside(steps, station, scale, outer);
        } else {
            steps.visit(gate, held -> inside(held, station, scale, outer));
        }
    }

    /** What its holders did in inner gates and are to do without its slot: before they have it. */
    private void moved(Steps steps, Station station, Set<String> outer) {
        if (station.insides().stream()
                .noneMatch(within -> outOfSlot.contains(within.gate()) && !delay(within.gate()))) {
            return;
        }
        double atOnce = atOnce(station);
        int rounds = rounds(station, atOnce);
        for (int round = 0; round < rounds; round++) {
            together(
                    steps,
                    parts(station, rounds, outer, within -> outOfSlot.contains(within.gate()) && !delay(within.gate())),
                    atOnce);
            steps.time(slowest(station, atOnce, rounds), Steps.CONSTANT);
        }
    }

    /**
     * By how much the slowest of those that are done at once takes longer than the mean, in each round: what they took together is known,
     * and the mean is what a slot is held.
     */
    private static double slowest(Station station, double atOnce, int rounds) {
        if (atOnce <= AT_ONCE || rounds == 0) {
            return 0;
        }
        double longest = station.insides().stream()
                .filter(within -> within.visits() > 0)
                .mapToDouble(within -> (within.waitSeconds() + within.holdSeconds()) / within.visits())
                .max()
                .orElse(0);
        return Math.max(0, (station.holdSeconds() - station.ownSeconds()) / rounds - longest);
    }

    private void inside(Steps steps, Station station, double scale, Set<String> outer) {
        outer.add(station.name());
        double atOnce = atOnce(station);
        int rounds = rounds(station, atOnce);
        boolean anyHere = station.insides().stream().anyMatch(within -> !outOfSlot.contains(within.gate()));
        double slowest = anyHere ? slowest(station, atOnce, rounds) * scale : 0;
        double own = station.ownSeconds() * scale / (rounds + 1);
        own(steps, station, own);
        for (int round = 0; round < rounds; round++) {
            together(steps, parts(station, rounds, outer, within -> !outOfSlot.contains(within.gate())), atOnce);
            steps.time(slowest, Steps.CONSTANT);
            own(steps, station, own);
        }
        outer.remove(station.name());
    }

    private void together(Steps steps, List<Consumer<Steps>> parts, double atOnce) {
        if (atOnce > AT_ONCE) {
            // How long all of them take together is what was measured; random times would make the longest longer.
            byte otherwise = how;
            how = Steps.CONSTANT;
            steps.together(parts);
            how = otherwise;
        } else {
            parts.forEach(part -> part.accept(steps));
        }
    }

    private void own(Steps steps, Station station, double seconds) {
        if (delay(station.name())) {
            steps.time(seconds, Steps.CONSTANT);
        } else {
            cpu.work(steps, seconds, how, floor.index(station.name()), floor.cpuGate());
        }
    }

    /** What a holder does in inner gates in one round. */
    private List<Consumer<Steps>> parts(Station station, int rounds, Set<String> outer, Predicate<Within> wanted) {
        List<Consumer<Steps>> parts = new ArrayList<>();
        for (Within within : station.insides()) {
            if (!wanted.test(within) || within.visits() <= 0) {
                continue;
            }
            double count = within.visits() / rounds;
            Consumer<Steps> visit = one(within, outer);
            for (int i = 0; i < (int) Math.floor(count + 1e-6); i++) {
                parts.add(visit);
            }
            double rest = count - Math.floor(count + 1e-6);
            if (rest > 1e-6) {
                parts.add(steps -> steps.times(rest, visit));
            }
        }
        return parts;
    }

    private Consumer<Steps> one(Within within, Set<String> outer) {
        Station inner = stations.get(within.gate());
        if (inner == null || !inner.trusted() || inner.completions() == 0 || outer.contains(within.gate())) {
            double seconds = (within.waitSeconds() + within.holdSeconds()) / within.visits();
            return steps -> steps.time(seconds, how);
        }
        // Holds of this gate's holders there may be longer or shorter than those of others.
        double scale = inner.insides().isEmpty() && inner.holdSeconds() > 0
                ? within.holdSeconds() / within.visits() / inner.holdSeconds()
                : 1;
        Set<String> around = new HashSet<>(outer);
        return steps -> visit(steps, inner, scale, new HashSet<>(around));
    }

    /** Inner gates that an engaged holder is with at once, on average: 1 when it goes to one after the other. */
    private static double atOnce(Station station) {
        double engaged = station.holdSeconds() - station.ownSeconds();
        double sum = station.insides().stream()
                .mapToDouble(within -> within.waitSeconds() + within.holdSeconds())
                .sum();
        return engaged <= 0 ? 1 : sum / engaged;
    }

    private static int rounds(Station station, double atOnce) {
        double visits = station.insides().stream().mapToDouble(Within::visits).sum();
        if (visits <= 0) {
            return 0;
        }
        return atOnce > AT_ONCE ? (int) Math.max(1, Math.round(visits / atOnce)) : 1;
    }

    private boolean delay(String name) {
        return facts.seen().delays().contains(name);
    }
}
