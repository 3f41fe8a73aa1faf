package dev.headgate.doctor;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What follows from an observation by arithmetic alone: stations, throughput, load, the processor's bound.
 *
 * @param seen the part of the observation in which the system was in one state
 * @param whole the observation as it came
 * @param plateau which part that is
 * @param stations all stations in the order of the observation
 * @param throughput records/s in that part
 * @param completions records that ended in the window
 * @param records name of the gate whose exits count the records
 * @param roots gates inside no other
 * @param load what the outside offers
 * @param cpuDemand CPU seconds per record; 0 when not known
 */
record Facts(
        Observation seen,
        Observation whole,
        Plateau plateau,
        List<Station> stations,
        double throughput,
        long completions,
        String records,
        List<Station> roots,
        Load load,
        double cpuDemand) {

    static Facts of(Observation whole) {
        Plateau plateau = Plateau.of(whole);
        Observation seen = plateau.seen();
        Stations counted = new Stations(seen.gates(), plateau.settled().gates());
        List<Station> stations = counted.all();
        List<Station> roots = stations.stream()
                .filter(station -> counted.root(station.name()))
                .toList();
        Station first = stations.stream()
                .filter(station -> station.name().equals(counted.records().name()))
                .findFirst()
                .orElseThrow();
        double throughput = throughput(first, roots);
        return new Facts(
                seen,
                whole,
                plateau,
                stations,
                throughput,
                first.completions(),
                first.name(),
                roots,
                LoadGuess.of(seen, roots, first, throughput),
                cpuDemand(whole, counted.records().name(), first, throughput));
    }

    Map<String, Station> byName() {
        return stations.stream().collect(Collectors.toMap(Station::name, Function.identity()));
    }

    @Nullable
    Station station(String name) {
        return stations.stream()
                .filter(station -> station.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Mean time of a record in the outermost gates, in s. */
    double holdSeconds() {
        return roots.stream()
                .mapToDouble(root -> root.visits() * root.holdSeconds())
                .sum();
    }

    /**
     * Records/s at which the processor would be used up; infinite when its use is not known. Where it is used up, that
     * is what it does now: others may have the rest of it.
     */
    double cpuBound() {
        CpuUse cpu = seen.cpu();
        if (cpu == null || cpuDemand <= 0) {
            return Double.POSITIVE_INFINITY;
        }
        return cpuBinds() ? throughput : cpu.cores() / cpuDemand;
    }

    /** Records/s in the later half of the window: what still comes out where something is stuck. */
    double lately() {
        Series series = plateau.settled().gate(records);
        if (series == null) {
            return throughput;
        }
        int size = series.reads().size();
        return new Series(series.reads().subList((size - 1) / 2, size)).flow().exitsPerSecond();
    }

    /** Whether the processor limits. */
    boolean cpuBinds() {
        CpuUse cpu = seen.cpu();
        double working = stations.stream()
                .filter(station -> !seen.delays().contains(station.name()))
                .mapToDouble(station -> station.exitsPerSecond() * station.ownSeconds())
                .sum();
        return cpu != null && cpu.binds(working);
    }

    /** Throughput of the whole time when that of the part that is looked at is {@code partial}. */
    double overall(double partial) {
        return plateau.share() * partial + (1 - plateau.share()) * plateau.restPerSecond();
    }

    /** The reverse of {@link #overall}. */
    double partial(double overall) {
        return (overall - (1 - plateau.share()) * plateau.restPerSecond()) / plateau.share();
    }

    /** Relative half-width of the interval in which the throughput is known: two standard errors, at least 3 %. */
    double margin() {
        return Math.max(0.03, completions == 0 ? 1 : 2 / Math.sqrt((double) completions));
    }

    /** CPU seconds per record, over the whole window: the processor was read for no part of it. */
    private static double cpuDemand(Observation whole, String records, Station first, double throughput) {
        CpuUse cpu = whole.cpu();
        Series series = whole.gate(records);
        if (cpu == null || series == null || first.exitsPerSecond() <= 0) {
            return 0;
        }
        double perSecond = (series.last().exits() - series.first().exits()) / series.seconds();
        return perSecond <= 0 ? 0 : cpu.busyCores() / (perSecond * throughput / first.exitsPerSecond());
    }

    /**
     * The slowest of the gates in a row, in records/s. Behind a gate whose line grows, records pile up instead of
     * ending; a gate that few records visit says little, and is left out.
     */
    private static double throughput(Station first, List<Station> roots) {
        double slowest = first.exitsPerSecond();
        for (Station root : roots) {
            if (root.visits() > 0 && root.completions() >= 200) {
                double records = root.exitsPerSecond() / root.visits();
                slowest = records < 0.95 * slowest ? records : slowest;
            }
        }
        return slowest;
    }
}
