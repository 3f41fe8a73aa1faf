package dev.headgate.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * All runs of one arm in one cell.
 *
 * @param bound    records/s that cannot be exceeded; infinite if there is none
 * @param rounds   for each round, the figures, or null where the arm failed
 * @param failures why it failed, a line for each time
 */
record BenchRow(Arm arm, Cell cell, double bound, List<@Nullable ArmFigures> rounds, List<String> failures) {

    private static final double LOUD = 0.1;

    /** The runs that gave figures. */
    List<ArmFigures> runs() {
        return rounds.stream().filter(Objects::nonNull).toList();
    }

    boolean measured() {
        return !runs().isEmpty();
    }

    /** Median over the rounds; empty if no run gave figures. */
    OptionalDouble median(ToDoubleFunction<ArmFigures> figure) {
        return median(runs().stream().mapToDouble(figure).toArray());
    }

    OptionalDouble perSecond() {
        return median(run -> run.measured().perSecond());
    }

    OptionalDouble cpuSeconds() {
        return median(run -> run.measured().cpuSecondsAll());
    }

    /** Share of the bound; empty without a bound or figures. */
    OptionalDouble ofBound() {
        OptionalDouble rate = perSecond();
        return rate.isPresent() && Double.isFinite(bound)
                ? OptionalDouble.of(rate.getAsDouble() / bound)
                : OptionalDouble.empty();
    }

    /**
     * The median of this arm's figure over another's, round by round, so that a drift of the machine from round to round
     * cancels out; empty if no round has both.
     */
    OptionalDouble ratio(BenchRow other, ToDoubleFunction<ArmFigures> figure) {
        double[] ratios = new double[Math.min(rounds.size(), other.rounds.size())];
        int n = 0;
        for (int round = 0; round < ratios.length; round++) {
            ArmFigures mine = rounds.get(round);
            ArmFigures theirs = other.rounds.get(round);
            if (mine != null && theirs != null) {
                ratios[n++] = figure.applyAsDouble(mine) / figure.applyAsDouble(theirs);
            }
        }
        return median(Arrays.copyOf(ratios, n));
    }

    /** The most of the machine that other processes used during any run, 0..1. */
    double strangers() {
        return runs().stream()
                .mapToDouble(run -> run.measured().strangerCpuShare())
                .max()
                .orElse(0);
    }

    /** Whether other processes used so much of the machine that the figures are not to be trusted. */
    boolean loud() {
        return strangers() > LOUD;
    }

    /** The worst of all runs. */
    long redelivered() {
        return runs().stream().mapToLong(ArmFigures::redelivered).max().orElse(0);
    }

    /** The worst of all runs that could tell; null if none could. */
    @Nullable
    Long lost() {
        return runs().stream()
                .map(ArmFigures::lost)
                .filter(Objects::nonNull)
                .max(Long::compare)
                .orElse(null);
    }

    static OptionalDouble median(double[] values) {
        if (values.length == 0) {
            return OptionalDouble.empty();
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return OptionalDouble.of(sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
    }
}
