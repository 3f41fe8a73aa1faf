package dev.headgate.cli;

import dev.headgate.GateFlow;
import dev.headgate.InsideFlow;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the gates show by themselves, in plain sentences: facts over one interval, no prediction. */
final class Verdicts {
    private Verdicts() {}

    static String of(List<GateLine> gates) {
        List<GateLine> full = gates.stream().filter(GateLine::full).toList();
        if (full.isEmpty()) {
            return gates.stream()
                    .max(Comparator.comparingDouble(gate -> gate.flow().utilisation()))
                    .map(busiest -> String.format(
                            Locale.ROOT,
                            "No gate was full; the busiest was %s, with %.0f %% of its slots in use on average.",
                            busiest.name(),
                            100 * busiest.flow().utilisation()))
                    .orElse("There are no gates.");
        }
        return full.stream().map(Verdicts::sentence).collect(Collectors.joining(" "));
    }

    private static String sentence(GateLine gate) {
        GateFlow flow = gate.flow();
        String text = String.format(
                Locale.ROOT,
                "%s was full: %,.0f of %,d in use and %,.0f waiting on average",
                gate.name(),
                flow.meanInUse(),
                gate.now().capacity(),
                flow.meanWaiting());
        return text
                + flow.insides().stream()
                        .max(Comparator.comparingDouble(Verdicts::share))
                        .map(inside -> String.format(
                                Locale.ROOT,
                                "; its holders spent %.0f %% of their time waiting for %s and %.0f %% in it.",
                                100 * inside.waitShare(),
                                inside.gate(),
                                100 * inside.holdShare()))
                        .orElse(".");
    }

    private static double share(InsideFlow inside) {
        return inside.waitShare() + inside.holdShare();
    }
}
