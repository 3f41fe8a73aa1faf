package dev.headgate.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the intake is to reach, held against the rows of one run. A target whose other side was not measured is left out. */
final class Targets {
    private static final double NO_OP_OF_VIRTUAL = 0.75;
    private static final double CPU_BOUND_OF_VIRTUAL = 0.85;
    private static final double IO_BOUND_OF_LITTLE = 0.95;
    private static final double KEY_BOUND_OF_KEYS = 0.8;
    private static final double CPU_OF_VIRTUAL = 1.3;
    /** Two arms that both reach this share of the bound are level. */
    private static final double AT_THE_BOUND = 0.95;

    private Targets() {}

    static List<Target> of(List<BenchRow> rows) {
        List<Target> targets = new ArrayList<>();
        for (BenchRow row : rows) {
            if (row.arm() == Arm.HEADGATE && row.measured()) {
                own(row, rows, targets);
                for (BenchRow other : rows) {
                    if (other.cell().equals(row.cell()) && other.arm().isPeer()) {
                        ahead(row, other).ifPresent(targets::add);
                    }
                }
            }
        }
        return targets;
    }

    private static void own(BenchRow row, List<BenchRow> rows, List<Target> targets) {
        String cell = row.cell().name();
        Optional<BenchRow> virtual = rows.stream()
                .filter(other -> other.cell().equals(row.cell()) && other.arm() == Arm.BARE_VIRTUAL)
                .findFirst();
        OptionalDouble ofVirtual = virtual.map(
                        other -> row.ratio(other, run -> run.measured().perSecond()))
                .orElse(OptionalDouble.empty());
        String rate = "rate of " + Arm.BARE_VIRTUAL.label();
        switch (row.cell().kind()) {
            case NO_OP -> ofVirtual.ifPresent(it -> targets.add(Target.atLeast(cell, rate, it, NO_OP_OF_VIRTUAL)));
            case CPU_BOUND ->
                ofVirtual.ifPresent(it -> targets.add(Target.atLeast(cell, rate, it, CPU_BOUND_OF_VIRTUAL)));
            case IO_BOUND ->
                row.ofBound()
                        .ifPresent(it -> targets.add(Target.atLeast(cell, "Little's bound", it, IO_BOUND_OF_LITTLE)));
            case KEY_BOUND ->
                row.ofBound().ifPresent(it -> targets.add(Target.atLeast(cell, "key bound", it, KEY_BOUND_OF_KEYS)));
        }
        virtual.map(other -> row.ratio(other, run -> run.measured().cpuSecondsAll()))
                .orElse(OptionalDouble.empty())
                .ifPresent(it -> targets.add(
                        Target.atMost(cell, "CPU per record of " + Arm.BARE_VIRTUAL.label(), it, CPU_OF_VIRTUAL)));
    }

    private static Optional<Target> ahead(BenchRow row, BenchRow peer) {
        OptionalDouble ratio = row.ratio(peer, run -> run.measured().perSecond());
        if (ratio.isEmpty()) {
            return Optional.empty();
        }
        Target target =
                Target.atLeast(row.cell().name(), "rate of " + peer.arm().label(), ratio.getAsDouble(), 1);
        boolean level = !target.met() && atTheBound(row) && atTheBound(peer);
        return Optional.of(
                level
                        ? new Target(
                                target.cell(),
                                target.what(),
                                target.measured(),
                                target.sense(),
                                target.wanted(),
                                Target.Grade.LEVEL)
                        : target);
    }

    private static boolean atTheBound(BenchRow row) {
        return row.ofBound().orElse(0) >= AT_THE_BOUND;
    }
}
