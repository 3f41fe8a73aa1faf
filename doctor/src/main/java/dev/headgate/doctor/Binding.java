package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What binds, what stands behind it, and what is full only because of it.
 *
 * <p>A station binds when it is full nearly all the time, somebody waits nearly all the time, the wait is a real part
 * of the response time, and its bound is within the interval of the measured throughput. A station whose bound is
 * within that interval while another binds, binds with it, even if nobody waits at it: the other starves it by a hair.
 * A station that is full with a bound far above is a victim: it is filled by waits elsewhere.
 *
 * @param binding gates, or the processor
 * @param behind bounded gates that do not bind, lowest bound first
 * @param victims full gates that do not bind
 */
record Binding(List<String> binding, List<String> behind, List<String> victims) {

    private static final double FULL = 0.95;
    private static final double NEARLY_ALWAYS = 0.8;
    private static final double REAL_SHARE = 0.05;
    private static final double NEARLY_FULL = 0.85;
    private static final double MOSTLY = 0.5;
    private static final double STARVED = 0.09;

    static Binding of(Facts facts) {
        List<String> binding = new ArrayList<>();
        List<String> victims = new ArrayList<>();
        List<Station> others = new ArrayList<>();
        boolean cpu = facts.cpuBinds();
        boolean someone = cpu || facts.stations().stream().anyMatch(station -> binds(facts, station));
        if (cpu) {
            binding.add(Verdict.CPU);
        }
        for (Station station : facts.stations()) {
            if (!station.trusted() || !station.bounded()) {
                continue;
            }
            if (!cpu && someone && near(facts, station) && station.laws().utilisation() >= NEARLY_FULL) {
                binding.add(station.name());
            } else {
                if (full(station)) {
                    victims.add(station.name());
                }
                others.add(station);
            }
        }
        others.sort(Comparator.comparingDouble(Station::bound));
        return new Binding(
                binding,
                others.stream()
                        .filter(station -> Double.isFinite(station.bound()))
                        .map(Station::name)
                        .toList(),
                victims);
    }

    /** Full nearly all the time, and somebody waits nearly all the time. */
    static boolean full(Station station) {
        return station.laws().utilisation() >= FULL
                && station.fullShare() >= NEARLY_ALWAYS
                && station.waitersShare() >= NEARLY_ALWAYS;
    }

    private static boolean binds(Facts facts, Station station) {
        return station.trusted()
                && station.bounded()
                && full(station)
                && near(facts, station)
                && station.waiting() >= REAL_SHARE * (station.waiting() + station.inUse());
    }

    /** The bound is what is measured, give or take what the number of records leaves open. */
    private static boolean near(Facts facts, Station station) {
        double records = Math.max(1, Math.min(facts.completions(), station.completions()));
        double margin = Math.min(0.15, 0.04 + 1 / Math.sqrt(records));
        if (station.waitersShare() >= MOSTLY) {
            // Gates in a row take turns in being empty for a moment: who has a line of its own is held back by itself.
            margin = Math.max(margin, STARVED);
        }
        return station.bound() <= facts.throughput() * (1 + margin);
    }
}
