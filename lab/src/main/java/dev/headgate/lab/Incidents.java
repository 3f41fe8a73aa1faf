package dev.headgate.lab;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All incidents. A new one is a class, and a line here. */
final class Incidents {
    /** The small ones, on plain gates. */
    static final List<Incident> SMALL = List.of(
            new OnePool(),
            new SeriesEqual(),
            new SeriesBehind(),
            new ThreeAtOnce(),
            new PinnedLease(),
            new FullVictim(),
            new SlowDownstream(),
            new CpuBound(),
            new HotKey(),
            new PartitionSkew(),
            new Leak(),
            new Deadlock(),
            new ArrivalBound());

    private Incidents() {}

    static List<Incident> all() {
        return Stream.concat(SMALL.stream(), Stream.of(new HotelAdsIncident())).toList();
    }

    /**
     * The incident of that name.
     *
     * @throws IllegalArgumentException when there is none; the message lists them
     */
    static Incident named(String name) {
        return all().stream()
                .filter(incident -> incident.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no incident '" + name + "': choose "
                        + Stream.concat(
                                        all().stream().map(Incident::name),
                                        Experiments.all().stream().map(Experiment::name))
                                .collect(Collectors.joining(", "))));
    }
}
