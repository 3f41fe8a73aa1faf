package dev.headgate.doctor;

import dev.headgate.GateStats;
import java.util.ArrayList;
import java.util.List;

/**
 * What the outside offers, from the lines before the gates: lines that grow all through the window mean that more comes
 * than is taken; a number in the system that stands means that each record that ends lets the next one in; anything
 * else is taken for arrivals that are all served.
 */
final class LoadGuess {

    /** A number in the system that varies by less than this part of its mean stands. */
    private static final double STANDS = 0.1;

    /** Quarters of the window in which the number in the system is compared. */
    private static final int QUARTERS = 4;

    private LoadGuess() {}

    static Load of(Observation seen, List<Station> roots, Station first, double throughput) {
        if (seen.load() != null) {
            return seen.load();
        }
        List<Double> inSystem = inSystem(seen, roots);
        double mean = inSystem.stream().mapToDouble(n -> n).average().orElse(0);
        double growth = inSystem.get(inSystem.size() - 1) - inSystem.get(0);
        Series gate = seen.gate(first.name());
        double arrivals = gate == null ? 0 : Stations.arrivals(gate) / gate.seconds();
        double ended = throughput * seen.seconds();
        if (growth > Math.max(5, 0.03 * ended) && grows(inSystem) && arrivals > 0) {
            return new Load.Open(arrivals);
        }
        double waiting = roots.stream().mapToDouble(Station::waiting).sum();
        if (mean >= 1 && (deviation(inSystem, mean) < STANDS * mean || waiting > 0.5 * mean)) {
            return new Load.Closed(mean);
        }
        return throughput > 0 ? new Load.Open(throughput) : new Load.Closed(Math.max(1, mean));
    }

    /** In use and waiting at the gates that are in no other, at each read. */
    private static List<Double> inSystem(Observation seen, List<Station> roots) {
        List<Double> all = new ArrayList<>();
        for (Station root : roots) {
            Series series = seen.gate(root.name());
            for (int i = 0; series != null && i < series.reads().size(); i++) {
                GateStats read = series.reads().get(i);
                double there = (double) read.inUse() + read.waiting();
                if (i < all.size()) {
                    all.set(i, all.get(i) + there);
                } else {
                    all.add(there);
                }
            }
        }
        return all.isEmpty() ? List.of(0.0) : all;
    }

    private static boolean grows(List<Double> values) {
        if (values.size() < QUARTERS) {
            return values.get(values.size() - 1) > values.get(0);
        }
        double before = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < QUARTERS; i++) {
            double mean = values.subList(i * values.size() / QUARTERS, (i + 1) * values.size() / QUARTERS).stream()
                    .mapToDouble(n -> n)
                    .average()
                    .orElse(0);
            if (mean <= before) {
                return false;
            }
            before = mean;
        }
        return true;
    }

    private static double deviation(List<Double> values, double mean) {
        return Math.sqrt(values.stream()
                .mapToDouble(n -> (n - mean) * (n - mean))
                .average()
                .orElse(0));
    }
}
