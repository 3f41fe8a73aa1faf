package dev.headgate.doctor;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What follows from an observation by arithmetic alone: stations, throughput, load, the processor's bound.
 *
 * @param seen the observation, cut to the time since a capacity last changed where that is long enough
 * @param whole the observation as it came
 * @param stations all stations in the order of the observation
 * @param throughput records/s
 * @param completions records that ended in the window
 * @param records name of the gate whose exits count the records
 * @param roots gates inside no other
 * @param load what the outside offers
 * @param cpuDemand CPU seconds per record; 0 when not known
 */
record Facts(
        Observation seen,
        Observation whole,
        List<Station> stations,
        double throughput,
        long completions,
        String records,
        List<Station> roots,
        Load load,
        double cpuDemand) {

    /** Reads that a window must have left after a change of capacity to be used alone. */
    private static final int SETTLED_READS = 6;

    static Facts of(Observation whole) {
        Observation seen = settled(whole);
        Stations counted = new Stations(seen.gates());
        List<Station> stations = counted.all();
        List<Station> roots = stations.stream()
                .filter(station -> counted.root(station.name()))
                .toList();
        Station first = stations.stream()
                .filter(station -> station.name().equals(counted.records().name()))
                .findFirst()
                .orElseThrow();
        double throughput = throughput(first, roots);
        CpuUse cpu = seen.cpu();
        return new Facts(
                seen,
                whole,
                stations,
                throughput,
                first.completions(),
                first.name(),
                roots,
                LoadGuess.of(seen, roots, first, throughput),
                cpu == null || throughput <= 0 ? 0 : cpu.busyCores() / throughput);
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

    /** Mean time of a record from its arrival at the first gate, as far as gates see it, in s. */
    double responseSeconds() {
        return roots.stream()
                .mapToDouble(root -> root.visits() * (root.waitSeconds() + root.holdSeconds()))
                .sum();
    }

    /** Records/s at which the processor would be used up; infinite when its use is not known. */
    double cpuBound() {
        CpuUse cpu = seen.cpu();
        return cpu == null || cpuDemand <= 0 ? Double.POSITIVE_INFINITY : cpu.cores() / cpuDemand;
    }

    /** Relative half-width of the interval in which the throughput is known: two standard errors, at least 3 %. */
    double margin() {
        return Math.max(0.03, completions == 0 ? 1 : 2 / Math.sqrt(completions));
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

    private static Observation settled(Observation whole) {
        long latest = Long.MIN_VALUE;
        for (Series series : whole.gates()) {
            long at = series.resizedAtNanos();
            if (at != series.first().atNanos()) {
                latest = latest == Long.MIN_VALUE || at - latest > 0 ? at : latest;
            }
        }
        if (latest == Long.MIN_VALUE) {
            return whole;
        }
        long from = latest;
        List<Series> cut = whole.gates().stream()
                .map(series -> series.from(from, SETTLED_READS))
                .toList();
        return new HashSet<>(cut).equals(new HashSet<>(whole.gates()))
                ? whole
                : new Observation(
                        cut,
                        whole.cpu(),
                        whole.itineraries(),
                        whole.load(),
                        whole.serial(),
                        whole.delays(),
                        whole.trials());
    }
}
