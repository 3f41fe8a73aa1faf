package dev.headgate.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Made-up figures for tests of what is computed from them. */
final class Figures {
    private Figures() {}

    static ArmFigures at(double perSecond, double cpuSeconds) {
        return new ArmFigures(
                new Measurement(1_000_000, 5, perSecond * 0.9, perSecond, cpuSeconds, cpuSeconds, 0.2, 0.01, false),
                50,
                300,
                0,
                0L,
                true,
                false,
                null);
    }

    static ArmFigures beside(double strangers, double perSecond) {
        return new ArmFigures(
                new Measurement(1_000_000, 5, perSecond, perSecond, 1, 1, 0.2, strangers, false),
                50,
                300,
                0,
                0L,
                true,
                false,
                null);
    }

    static ArmFigures losing(@Nullable Long lost, long redelivered) {
        return new ArmFigures(at(1, 1).measured(), 50, 300, redelivered, lost, true, false, null);
    }

    static BenchRow row(Arm arm, String cell, double bound, @Nullable ArmFigures... rounds) {
        List<@Nullable ArmFigures> all = new ArrayList<>(Arrays.asList(rounds));
        return new BenchRow(arm, Cell.named(cell), bound, all, List.of());
    }
}
