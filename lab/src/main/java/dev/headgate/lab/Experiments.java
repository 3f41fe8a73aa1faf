package dev.headgate.lab;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** All experiments. A new one is a class, and a line here. */
final class Experiments {
    private static final List<Experiment> ALL = List.of(
            new TripsExperiment(),
            new KafkaAwayExperiment(),
            new SlowAnalyticsExperiment(),
            new TripsKilledExperiment(),
            new RebalanceStormExperiment(),
            new BridgeExperiment());

    private Experiments() {}

    static List<Experiment> all() {
        return ALL;
    }

    /** The experiment of that name; null when there is none. */
    static @Nullable Experiment find(@Nullable String name) {
        return ALL.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
