package dev.headgate.cli;

import dev.headgate.GateFlow;
import dev.headgate.GateStats;
import dev.headgate.InsideFlow;
import java.util.List;

/** Gate lines for tests, over one second. */
final class Gates {
    private Gates() {}

    static GateLine line(
            String name,
            int capacity,
            double inUse,
            double waiting,
            double waitMs,
            double holdMs,
            InsideFlow... insides) {
        GateStats now =
                new GateStats(name, 0, capacity, (int) inUse, (int) waiting, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());
        GateFlow flow = new GateFlow(
                name, 1, 100, 100, inUse, waiting, waitMs * 1e6, holdMs * 1e6, inUse / capacity, 1, List.of(insides));
        return new GateLine(now, flow);
    }
}
