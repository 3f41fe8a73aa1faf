package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.GateStats;
import dev.headgate.Itinerary;
import dev.headgate.Stop;
import dev.headgate.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class PaceTest {
    /** Of 20,000: with four standard errors there are about 14, with three about 80. */
    private static final int ALARMS = 40;

    private static Downstream pace(Series series, Itinerary... sampled) {
        List<Itinerary> lives = List.of(sampled);
        Station station = new Stations(List.of(series), List.of(series)).all().get(0);
        return Pace.of(series, lives, station);
    }

    /** 4 s at each number in use, with the time that {@code law} gives. */
    private static Series ladder(int capacity, DoubleUnaryOperator law, double... inUse) {
        Reads reads = new Reads("pool");
        for (double n : inUse) {
            reads.flow(4, capacity, n / law.applyAsDouble(n), n, n == capacity ? 20 : 0);
        }
        return reads.series();
    }

    @Test
    void timesThatDoNotDependOnTheLoadKeepTheirPace() {
        assertThat(pace(ladder(40, n -> 0.02, 5, 10, 20, 40))).isInstanceOf(Downstream.Keeps.class);
    }

    @Test
    void theLawOfAGateThatSlowsDownIsFound() {
        DoubleUnaryOperator law = n -> 0.02 * (1 + 0.05 * (n - 1) + 0.002 * n * (n - 1));
        Downstream pace = pace(ladder(60, law, 5, 15, 30, 45, 60));
        assertThat(pace).isInstanceOfSatisfying(Downstream.Slows.class, slows -> {
            assertThat(slows.slowdown().contention()).isCloseTo(0.05, within(0.01));
            assertThat(slows.slowdown().coherency()).isCloseTo(0.002, within(0.0003));
            assertThat(slows.slowdown().bestN()).isCloseTo(Math.sqrt(0.95 / 0.002), within(3.0));
            double twice = 120 / law.applyAsDouble(120) / (60 / law.applyAsDouble(60));
            assertThat(slows.throughputRatio(120, 60)).isCloseTo(twice, within(0.03));
        });
    }

    /** Long-tailed times that do not depend on the number in use, 15 to a group, as few as count: who looks often must not see what is not there. */
    @Test
    void chanceIsSeldomTakenForALaw() {
        SplittableRandom random = new SplittableRandom(Seeds.next("times of chance"));
        int alarms = 0;
        for (int round = 0; round < 20_000; round++) {
            List<PaceFit.Group> groups = new ArrayList<>();
            for (double n = 6; n <= 12; n += 1.2) {
                groups.add(chance(n, random));
            }
            alarms += PaceFit.of(groups, 12) instanceof Downstream.Slows ? 1 : 0;
        }
        assertThat(alarms).isLessThanOrEqualTo(ALARMS);
    }

    private static PaceFit.Group chance(double n, SplittableRandom random) {
        double[] times = random.doubles(15)
                .map(u -> 0.033 * Math.exp(0.5 * normal(random, u) - 0.125))
                .toArray();
        double mean = Arrays.stream(times).average().orElse(0);
        double squares =
                Arrays.stream(times).map(time -> (time - mean) * (time - mean)).sum();
        return new PaceFit.Group(n, mean, Math.sqrt(squares / (times.length - 1.0) / times.length));
    }

    /** Box and Muller (Annals of Mathematical Statistics 29, 1958). */
    private static double normal(SplittableRandom random, double u) {
        return Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    @Test
    void aGateThatWasAlwaysFullTellsNothing() {
        assertThat(pace(ladder(40, n -> 0.02, 40))).isInstanceOf(Downstream.Unknown.class);
    }

    @Test
    void aLittleMoreThanUsualTellsNothing() {
        assertThat(pace(ladder(40, n -> 0.02, 30, 40))).isInstanceOf(Downstream.Unknown.class);
    }

    /** The limit is behind the gate: full at 40 it passes no more than at 20. */
    @Test
    void moreSlotsAreNotRecommendedWhereTheLimitIsBehind() {
        DoubleUnaryOperator law = n -> Math.max(0.02, n / 1_000);
        Series series = ladder(40, law, 5, 10, 20, 30, 40, 40, 40, 40, 40, 40);
        Verdict verdict = Doctor.examine(Observation.of(List.of(series)));
        assertThat(verdict.named()).containsExactly("pool");
        assertThat(verdict.behindTheGate()).containsExactly("pool");
        assertThat(verdict.smallestSet()).isNull();
        assertThat(verdict.probe()).isNull();
        assertThat(VerdictText.of(verdict)).anyMatch(line -> line.contains("The limit is behind the gate"));
    }

    @Test
    void fewerSlotsAreRecommendedWhereMoreMadeItWorse() {
        DoubleUnaryOperator law = n -> 0.02 * (1 + 0.02 * (n - 1) + 0.003 * n * (n - 1));
        double best = Math.sqrt(0.98 / 0.003);
        Series series = ladder(60, law, 6, 12, 18, 30, 45, 60, 60, 60, 60, 60, 60);
        Observation seen = Observation.of(List.of(series));
        Verdict verdict = Doctor.examine(seen);
        Change lowered = verdict.changes().stream()
                .filter(change -> change.kind() == Change.Kind.LOWERED)
                .findFirst()
                .orElseThrow();
        assertThat(lowered.to().getOrDefault("pool", 0).doubleValue()).isCloseTo(best, within(3.0));
        assertThat(lowered.prediction().expected())
                .isCloseTo(best / law.applyAsDouble(best), within(0.05 * best / law.applyAsDouble(best)));
        assertThat(verdict.advised()).isEqualTo(lowered.to());
        Prediction worse = Doctor.predict(seen, Map.of("pool", 120));
        assertThat(worse.expected()).isLessThan(verdict.throughput());
    }

    /** Lives sampled at a gate that follows the ladder, with exponential times of that mean. */
    private static Itinerary[] lives(Series series, DoubleUnaryOperator law) {
        SplittableRandom random = new SplittableRandom(3);
        List<Itinerary> lives = new ArrayList<>();
        List<GateStats> reads = series.reads();
        for (int i = 0; i < 600; i++) {
            int read = random.nextInt(reads.size() - 1);
            double mean = law.applyAsDouble(reads.get(read + 1).inUse());
            long entered = reads.get(read).atNanos() + 1_000_000;
            long left = entered + (long) (-mean * Math.log(1 - random.nextDouble()) * 1e9);
            Stop stop = new Stop(Stop.Kind.GATE, "pool", 0, entered, entered, left);
            lives.add(new Itinerary("r" + i, entered, left, 1, "done", List.of(stop)));
        }
        return lives.toArray(Itinerary[]::new);
    }

    /** Tides too short for stretches of reads: single lives tell all the same. */
    @Test
    void livesTellWhatShortTidesDo() {
        DoubleUnaryOperator law = n -> 0.02 * (1 + 0.003 * n * (n - 1));
        Reads reads = new Reads("pool");
        for (int i = 0; i < 8; i++) {
            reads.flow(0.2, 40, 10 / law.applyAsDouble(10), 10, 0).flow(0.5, 40, 40 / law.applyAsDouble(40), 40, 20);
        }
        Series series = reads.series();
        assertThat(pace(series, lives(series, law))).isInstanceOfSatisfying(Downstream.Slows.class, slows -> {
            double less = 20 / law.applyAsDouble(20) / (40 / law.applyAsDouble(40));
            assertThat(slows.throughputRatio(20, 40)).isCloseTo(less, within(0.2 * less));
        });
        assertThat(pace(series, lives(series, n -> 0.02))).isInstanceOf(Downstream.Keeps.class);
    }

    /** A busy machine makes times long, and gates full of what takes long, and everything a little slower: no word on what more slots bring. */
    @Test
    void longTimesThatFillAGateWhichIsNotFullAreNoLaw() {
        Reads offers = new Reads("offers");
        Reads ads = new Reads("ads");
        for (double n : new double[] {4, 30, 6, 25, 4, 30, 5, 28, 4, 30}) {
            double rate = n > 10 ? 600 : 800;
            offers.flow(2, 60, rate, 60, 900);
            ads.flow(2, 64, rate, n, 0);
        }
        Observation seen =
                Observation.of(List.of(offers.series(), ads.series())).withLoad(Load.backlog());
        assertThat(pace(ads.series())).as("it looks like one").isInstanceOf(Downstream.Slows.class);
        WhatIf whatIf = WhatIf.of(Facts.of(seen), Question.defaults());
        assertThat(whatIf.selfCheck()).isCloseTo(0, within(0.1));
        assertThat(Doctor.predict(seen, Map.of("offers", 120)).expected()).isGreaterThan(690);
    }
}
