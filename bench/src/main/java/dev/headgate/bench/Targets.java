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
    private static final double WATCHED_OF_HEADGATE = 0.98;
    /** Two arms that both reach this share of the bound are level. */
    private static final double AT_THE_BOUND = 0.95;

    private Targets() {}

    static List<Target> of(List<BenchRow> rows) {
        List<Target> targets = new ArrayList<>();
        for (BenchRow row : rows) {
            if (row.arm() == Arm.WATCHED && row.measured()) {
                rows.stream()
                        .filter(other ->
                                other.arm() == Arm.HEADGATE && other.cell().equals(row.cell()))
                        .forEach(other -> ofUnwatched(other, row).ifPresent(targets::add));
            }
            if (row.arm() == Arm.HEADGATE && row.measured()) {
                ofBound(row).ifPresent(targets::add);
                rows.stream()
                        .filter(other -> other.cell().equals(row.cell()))
                        .forEach(other -> against(other, row, targets));
            }
        }
        return targets;
    }

    private static Optional<Target> ofUnwatched(BenchRow other, BenchRow row) {
        OptionalDouble rate = row.ratio(other, run -> run.measured().perSecond());
        return rate.isEmpty()
                ? Optional.empty()
                : Optional.of(judged(
                        Target.atLeast(
                                row.cell().name(),
                                "rate of headgate, watched by the doctor",
                                rate.getAsDouble(),
                                WATCHED_OF_HEADGATE),
                        row,
                        other));
    }

    private static Optional<Target> ofBound(BenchRow row) {
        String cell = row.cell().name();
        OptionalDouble share = row.ofBound();
        if (share.isEmpty()) {
            return Optional.empty();
        }
        return switch (row.cell().kind()) {
            case NO_OP, CPU_BOUND -> Optional.empty();
            case IO_BOUND ->
                Optional.of(judged(
                        Target.atLeast(cell, "Little's bound", share.getAsDouble(), IO_BOUND_OF_LITTLE), row, row));
            case KEY_BOUND ->
                Optional.of(
                        judged(Target.atLeast(cell, "key bound", share.getAsDouble(), KEY_BOUND_OF_KEYS), row, row));
        };
    }

    private static void against(BenchRow other, BenchRow row, List<Target> targets) {
        OptionalDouble rate = row.ratio(other, run -> run.measured().perSecond());
        if (rate.isEmpty()) {
            return;
        }
        String cell = row.cell().name();
        String what = "rate of " + other.arm().label();
        if (other.arm().isPeer()) {
            Target ahead = Target.atLeast(cell, what, rate.getAsDouble(), 1);
            boolean level = !ahead.met() && atTheBound(row) && atTheBound(other);
            targets.add(judged(level ? ahead.graded(Target.Grade.LEVEL) : ahead, row, other));
        } else if (other.arm() == Arm.BARE_VIRTUAL) {
            switch (row.cell().kind()) {
                case NO_OP ->
                    targets.add(judged(Target.atLeast(cell, what, rate.getAsDouble(), NO_OP_OF_VIRTUAL), row, other));
                case CPU_BOUND ->
                    targets.add(
                            judged(Target.atLeast(cell, what, rate.getAsDouble(), CPU_BOUND_OF_VIRTUAL), row, other));
                case IO_BOUND, KEY_BOUND -> {}
            }
            row.ratio(other, run -> run.measured().cpuSecondsAll())
                    .ifPresent(cpu -> targets.add(judged(
                            Target.atMost(
                                    cell, "CPU per record of " + other.arm().label(), cpu, CPU_OF_VIRTUAL),
                            row,
                            other)));
        }
    }

    private static Target judged(Target target, BenchRow one, BenchRow other) {
        return one.loud() || other.loud() ? target.graded(Target.Grade.DOUBTFUL) : target;
    }

    private static boolean atTheBound(BenchRow row) {
        return row.ofBound().orElse(0) >= AT_THE_BOUND;
    }
}
