package dev.headgate.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Gates as aligned lines of text. */
final class GateTable {
    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[31m";
    private static final String PLAIN = "\u001b[0m";

    private GateTable() {}

    /** A heading and one line a gate; a full gate is red where colour is wanted. */
    static List<String> lines(List<GateLine> gates, boolean colour) {
        int width = gates.stream().mapToInt(gate -> gate.name().length()).max().orElse(0);
        width = Math.max(width, "gate".length());
        List<String> lines = new ArrayList<>();
        String heading = String.format(
                Locale.ROOT,
                "%-" + width + "s %9s %8s %9s %13s %13s %6s",
                "gate",
                "capacity",
                "in use",
                "waiting",
                "mean wait ms",
                "mean hold ms",
                "used");
        lines.add(colour ? BOLD + heading + PLAIN : heading);
        for (GateLine gate : gates) {
            String line = String.format(
                    Locale.ROOT,
                    "%-" + width + "s %,9d %,8.0f %,9.0f %,13.1f %,13.1f %4.0f %%",
                    gate.name(),
                    gate.now().capacity(),
                    gate.flow().meanInUse(),
                    gate.flow().meanWaiting(),
                    gate.flow().meanWaitNanos() / 1e6,
                    gate.flow().meanHoldNanos() / 1e6,
                    100 * gate.flow().utilisation());
            lines.add(colour && gate.full() ? RED + line + PLAIN : line);
        }
        return lines;
    }
}
