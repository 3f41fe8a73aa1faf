package dev.headgate.soak;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The soaks that there are. */
public final class Soaks {
    private static final List<Soak> ALL = List.of(
            new CrashSoak(),
            new StuckSoak(),
            new RebalanceSoak(),
            new SlowSoak(),
            new HoldSoak(),
            new OverloadSoak(),
            new BridgeSoak());

    private Soaks() {}

    /** All of them. */
    public static List<Soak> all() {
        return ALL;
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException if there is none; the message lists the names
     */
    public static Soak named(String name) {
        return ALL.stream()
                .filter(soak -> soak.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no soak " + name + "; there are "
                        + ALL.stream().map(Soak::name).collect(Collectors.joining(", "))));
    }

    /** Runs the one of this name; see {@link Soak#run}. */
    public static SoakResult run(String name, SoakOptions options, Consumer<String> progress)
            throws InterruptedException {
        return named(name).run(options, progress);
    }
}
