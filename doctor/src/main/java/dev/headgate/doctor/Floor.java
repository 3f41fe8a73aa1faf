package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The gates of a simulation: the stations that bound anything and whose numbers can be used, each with an index, and
 * the processor behind them if its demand matters.
 *
 * @param stations simulated stations; the index of each is its place here
 * @param slowdowns how each stretches under load, in the same order
 * @param cpuGate index of the processor, or -1 when it is left out
 * @param cores slots of the processor
 */
record Floor(List<Station> stations, List<Slowdown> slowdowns, int cpuGate, int cores) {

    /** Above so many times the present throughput the processor is left out: nothing is predicted as far as that. */
    private static final double CPU_MATTERS = 12;

    static Floor of(Facts facts, boolean withCpu, Function<Station, Slowdown> slowdown) {
        List<Station> simulated = facts.stations().stream()
                .filter(station -> station.trusted() && station.bounded())
                .toList();
        CpuUse cpu = facts.seen().cpu();
        boolean matters = withCpu && facts.cpuBound() < CPU_MATTERS * facts.throughput();
        return new Floor(
                simulated,
                simulated.stream().map(slowdown).toList(),
                matters ? simulated.size() : -1,
                cpu == null ? 1 : (int) Math.max(1, Math.ceil(cpu.cores() - 1e-9)));
    }

    /** Index of a gate; -1 when it is not simulated. */
    int index(String name) {
        for (int i = 0; i < stations.size(); i++) {
            if (stations.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Fresh gates with these capacities, the present ones where none is given. */
    SimulatedGate[] gates(Map<String, Integer> capacities) {
        List<SimulatedGate> gates = new ArrayList<>();
        for (int i = 0; i < stations.size(); i++) {
            Station station = stations.get(i);
            gates.add(new SimulatedGate(capacities.getOrDefault(station.name(), station.capacity()), slowdowns.get(i)));
        }
        if (cpuGate >= 0) {
            gates.add(new SimulatedGate(cores, Slowdown.NONE));
        }
        return gates.toArray(SimulatedGate[]::new);
    }

    /** The capacities in force when these are set. */
    Map<String, Integer> inForce(Map<String, Integer> capacities) {
        Map<String, Integer> all = new HashMap<>();
        stations.forEach(station -> all.put(station.name(), station.capacity()));
        all.putAll(capacities);
        return all;
    }
}
