package dev.headgate.cli;

import dev.headgate.GateStats;
import dev.headgate.lab.Actuator;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a service with the starter says of itself at {@code /actuator/headgate}.
 *
 * @param gates in the order in which work meets them
 * @param verdict the doctor's words
 */
record ServiceView(List<GateStats> gates, List<String> verdict) {

    /** Asks; empty lists when the service does not answer. Blocks for 5 s at most. */
    static ServiceView of(URI management) {
        Map<String, Object> said = Actuator.get(URI.create(management + "/headgate"));
        List<GateStats> gates = new ArrayList<>();
        if (said.get("gates") instanceof List<?> all) {
            for (Object one : all) {
                if (one instanceof Map<?, ?> gate) {
                    gates.add(gate(gate));
                }
            }
        }
        List<String> verdict = said.get("verdict") instanceof Map<?, ?> map && map.get("lines") instanceof List<?> lines
                ? lines.stream().map(String::valueOf).toList()
                : List.of();
        return new ServiceView(gates, verdict);
    }

    private static GateStats gate(Map<?, ?> gate) {
        return new GateStats(
                String.valueOf(gate.get("name")),
                number(gate.get("atNanos")),
                (int) number(gate.get("capacity")),
                (int) number(gate.get("inUse")),
                (int) number(gate.get("waiting")),
                number(gate.get("entries")),
                number(gate.get("exits")),
                number(gate.get("cancelled")),
                number(gate.get("waitNanos")),
                number(gate.get("holdNanos")),
                number(gate.get("inUseNanos")),
                number(gate.get("waitingNanos")),
                number(gate.get("oldestHolderNanos")),
                number(gate.get("oldestWaiterNanos")),
                number(gate.get("insideNanos")),
                List.of());
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    /** The gates that both have, over the time between them. */
    List<GateLine> since(ServiceView earlier) {
        List<GateLine> lines = new ArrayList<>();
        for (GateStats now : gates) {
            for (GateStats before : earlier.gates()) {
                if (before.name().equals(now.name()) && GateLine.apart(before, now)) {
                    lines.add(GateLine.between(before, now));
                }
            }
        }
        return lines;
    }
}
