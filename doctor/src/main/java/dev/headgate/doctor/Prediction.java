package dev.headgate.doctor;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a change is expected to bring.
 *
 * @param capacities the capacities that it sets, by gate; gates not named keep theirs
 * @param outOfSlot delays that it moves out of every slot, into holds
 * @param low lowest throughput that the data leave possible, in records/s
 * @param expected most likely throughput, in records/s
 * @param high highest throughput that the data leave possible, in records/s
 * @param p50Seconds expected median time of a record from its arrival at the first gate to its end, in s; it depends on
 *     the load, and means little under a backlog
 * @param p99Seconds expected 99th percentile of it, in s
 * @param thenBinds what limits afterwards: gates, "cpu", "load" or nothing
 * @param why what the figures rest on, and what is not known
 */
public record Prediction(
        Map<String, Integer> capacities,
        Set<String> outOfSlot,
        double low,
        double expected,
        double high,
        double p50Seconds,
        double p99Seconds,
        List<String> thenBinds,
        String why) {

    /** Copies the collections. */
    public Prediction {
        capacities = Map.copyOf(capacities);
        outOfSlot = Set.copyOf(outOfSlot);
        thenBinds = List.copyOf(thenBinds);
    }
}
