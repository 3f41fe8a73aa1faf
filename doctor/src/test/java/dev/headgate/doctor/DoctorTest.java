package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.testkit.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Verdicts and predictions on systems whose right answers follow by hand. */
class DoctorTest {

    private static Observation seen(Steady... gates) {
        return Observation.of(List.of(gates).stream().map(Steady::series).toList());
    }

    /** The made-up service of the design: its figures agree with each other. */
    private static Observation hotel() {
        return seen(
                        Steady.gate("in-flight", 256, 214.3, 1.1946)
                                .waiting(3_912)
                                .inside("delay", 1, 0, 0.750)
                                .inside("offers-grpc", 1, 0.3716, 0.070),
                        Steady.gate("delay", Integer.MAX_VALUE, 214.3, 0.750),
                        Steady.gate("offers-grpc", 15, 214.3, 0.070).waiting(79.6))
                .withDelays(Set.of("delay"))
                .withLoad(Load.backlog());
    }

    private static void agrees(Prediction prediction, double truth) {
        assertThat(prediction.expected()).isCloseTo(truth, within(0.03 * truth));
        assertThat(prediction.low()).isLessThanOrEqualTo(truth);
        assertThat(prediction.high()).isGreaterThanOrEqualTo(truth);
    }

    @Test
    void theHotelSingleFixesBringLittleAndTheSetBringsAll() {
        Observation seen = hotel();
        agrees(Doctor.predict(seen, Map.of("offers-grpc", 400)), 256 / 0.823);
        agrees(Doctor.predict(seen, Map.of("in-flight", 10_000)), 15 / 0.070);
        agrees(Doctor.predict(seen, Map.of("offers-grpc", 400, "in-flight", 4_700)), 4_700 / 0.823);
        agrees(
                Doctor.predict(
                        seen, Map.of("offers-grpc", 400, "in-flight", 500), Set.of("delay"), Question.defaults()),
                400 / 0.070);
    }

    /** The figures say 9 % more than what the gates allow: a lift that changes nothing is not said to take something away. */
    @Test
    void moreSlotsTakeNothingAway() {
        Observation seen = seen(
                        Steady.gate("outer", 50, 100, 0.5).waiting(200).inside("pool", 1, 0.3, 0.15),
                        Steady.gate("pool", 14, 100, 0.15).waiting(30))
                .withLoad(Load.backlog());
        Verdict verdict = Doctor.examine(seen);
        Prediction lifted = Doctor.predict(seen, Map.of("outer", 100));
        assertThat(verdict.throughput()).isCloseTo(100, within(0.5));
        assertThat(lifted.expected()).isGreaterThanOrEqualTo(verdict.throughput());
    }

    @Test
    void theHotelSmallestSetReachesTheTarget() {
        Verdict verdict = Doctor.examine(hotel(), Question.target(1_000));
        Change set = verdict.smallestSet();
        assertThat(set).isNotNull();
        assertThat(set.to().keySet()).containsExactlyInAnyOrder("in-flight", "offers-grpc");
        assertThat(set.prediction().expected()).isBetween(1_000.0, 1_250.0);
        // At 400/s the pool and the in-flight gate are both too small; at 300/s the pool alone is.
        Change less = Doctor.examine(hotel(), Question.target(300)).smallestSet();
        assertThat(less).isNotNull();
        assertThat(less.to().keySet()).containsExactly("offers-grpc");
        assertThat(less.prediction().thenBinds()).doesNotContain("offers-grpc").hasSizeLessThanOrEqualTo(1);
    }

    /** The pool was always full: nobody knows what its server does under more. */
    @Test
    void whatWasNeverSeenIsSaidAndProbed() {
        Verdict verdict = Doctor.examine(hotel());
        assertThat(verdict.unknown()).containsExactly("offers-grpc");
        assertThat(verdict.confidence().grade()).isEqualTo(Confidence.Grade.CONSISTENT_WITH);
        Probe probe = verdict.probe();
        assertThat(probe).isNotNull();
        assertThat(probe.to()).isEqualTo(Map.of("offers-grpc", 30));
        assertThat(probe.expected()).isCloseTo(256 / 0.823, within(9.0));
        assertThat(verdict.advised()).isEqualTo(probe.to());
        Change set = verdict.smallestSet();
        assertThat(set).isNotNull();
        assertThat(set.prediction().low()).as("it may bring nothing").isLessThan(verdict.throughput());
    }

    /**
     * Rows of gates with random slots, times and visits under a backlog: the throughput is the least bound, the gates
     * that have it bind, and with other slots it is the least of the new bounds.
     */
    @Test
    void rowsOfGatesAreNamedAndPredictedByTheirBounds() {
        SplittableRandom random = new SplittableRandom(Seeds.next("rows of gates"));
        for (int row = 0; row < 20; row++) {
            int size = 1 + random.nextInt(5);
            int[] slots = new int[size];
            double[] holds = new double[size];
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < size; i++) {
                slots[i] = 3 + random.nextInt(60);
                holds[i] = 0.01 * Math.exp(2 * random.nextDouble());
                least = Math.min(least, slots[i] / holds[i]);
            }
            List<Steady> gates = new ArrayList<>();
            List<String> truth = new ArrayList<>();
            boolean edge = false;
            for (int i = 0; i < size; i++) {
                double ratio = slots[i] / holds[i] / least;
                Steady gate = Steady.gate("g" + i, slots[i], least, holds[i]);
                gates.add(ratio < 1.000001 ? gate.waiting(3 * slots[i]) : gate);
                edge |= ratio > 1.000001 && ratio < 1.1;
                if (ratio < 1.000001) {
                    truth.add("g" + i);
                }
            }
            Observation seen = seen(gates.toArray(Steady[]::new)).withLoad(Load.backlog());
            if (!edge) {
                assertThat(Doctor.examine(seen).named()).as("row %d", row).isEqualTo(truth);
            }
            Map<String, Integer> lifted = new HashMap<>();
            double then = Double.POSITIVE_INFINITY;
            for (int i = 0; i < size; i++) {
                int more = random.nextBoolean() ? slots[i] : slots[i] + random.nextInt(3 * slots[i]);
                lifted.put("g" + i, more);
                then = Math.min(then, more / holds[i]);
            }
            Prediction prediction = Doctor.predict(seen, lifted);
            // Gates that are nearly level starve each other now and then, so that it may be a little less.
            assertThat(prediction.expected()).as("row %d", row).isBetween(0.93 * then, 1.03 * then);
        }
    }

    /** Users who wait for an answer: with enough slots everywhere, N / R. */
    @Test
    void usersAreTheLimitInTheEnd() {
        Observation seen = seen(Steady.gate("pool", 10, 100, 0.1).waiting(50));
        Prediction prediction = Doctor.predict(seen, Map.of("pool", 100));
        agrees(prediction, 600);
        assertThat(prediction.thenBinds()).containsExactly(Verdict.LOAD);
    }

    @Test
    void nothingBringsMoreThanArrives() {
        Observation seen = seen(Steady.gate("pool", 10, 100, 0.1).waiting(50).growing(40));
        agrees(Doctor.predict(seen, Map.of("pool", 100)), 140);
        Change set = Doctor.examine(seen).smallestSet();
        assertThat(set).isNotNull();
        assertThat(set.to().get("pool")).isBetween(14, 20);
    }

    @Test
    void aUsedUpProcessorMakesPoolsVictims() {
        Observation seen =
                seen(Steady.gate("pool", 50, 500, 0.1).waiting(50)).withCpu(new CpuUse(9.8, 19, 5, 19.2, 2, 2));
        Verdict verdict = Doctor.examine(seen);
        assertThat(verdict.named()).containsExactly(Verdict.CPU);
        assertThat(verdict.victims()).containsExactly("pool");
        assertThat(verdict.smallestSet()).isNull();
        agrees(Doctor.predict(seen, Map.of("pool", 100)), 500);
        assertThat(VerdictText.of(verdict).get(0)).contains("The processor binds: 1.94 of 2 cores busy");
    }

    /** A fifth of the processor is used; five times the throughput would take all of it. */
    @Test
    void theProcessorBindsWhereItsDemandIsKnown() {
        Observation seen = seen(Steady.gate("pool", 10, 100, 0.1).waiting(500))
                .withCpu(new CpuUse(9.8, 0.4 * 2 * 9.8, -1, -1, 2, 2))
                .withLoad(Load.backlog());
        Prediction prediction = Doctor.predict(seen, Map.of("pool", 100));
        agrees(prediction, 250);
        assertThat(prediction.thenBinds()).containsExactly(Verdict.CPU);
    }

    @Test
    void whatIsOneAtATimeByDesignIsNotLifted() {
        Verdict verdict = Doctor.examine(seen(
                        Steady.gate("in-flight", 100, 50, 2)
                                .inside("key", 1, 1.98, 0.02)
                                .waiting(10),
                        Steady.gate("key", 1, 50, 0.02).waiting(99))
                .withSerial(Set.of("key"))
                .withLoad(Load.backlog()));
        assertThat(verdict.named()).containsExactly("key");
        assertThat(verdict.smallestSet()).isNull();
        assertThat(verdict.probe()).isNull();
        assertThat(VerdictText.of(verdict)).anyMatch(line -> line.startsWith("key takes one at a time by design."));
    }

    @Test
    void aHealthySystemIsOneQuietLine() {
        Verdict verdict = Doctor.examine(seen(Steady.gate("pool", 50, 100, 0.1)));
        assertThat(verdict.quiet()).isTrue();
        assertThat(verdict.changes()).isEmpty();
        assertThat(verdict.advised()).isEmpty();
        assertThat(VerdictText.of(verdict)).hasSize(1);
    }

    @Test
    void aShortLookCannotTell() {
        Verdict verdict =
                Doctor.examine(seen(Steady.gate("pool", 10, 10, 1).waiting(5).reads(10)));
        assertThat(verdict.confidence().grade()).isEqualTo(Confidence.Grade.CANNOT_TELL);
        assertThat(verdict.quiet()).isFalse();
    }

    @Test
    void aPredictionThatCameTrueConfirmsAndAFalseOneDoesNot() {
        Observation seen = seen(Steady.gate("pool", 20, 200, 0.1).waiting(50));
        Prediction before =
                Doctor.predict(seen(Steady.gate("pool", 10, 100, 0.1).waiting(60)), Map.of("pool", 20));
        Verdict confirmed = Doctor.examine(seen.withTrials(List.of(new Trial(before, 100, 199.0))));
        assertThat(confirmed.confidence().grade()).isEqualTo(Confidence.Grade.CONFIRMED);
        Verdict refuted = Doctor.examine(seen.withTrials(List.of(new Trial(before, 100, 60.0))));
        assertThat(refuted.confidence().grade()).isEqualTo(Confidence.Grade.CONSISTENT_WITH);
        assertThat(refuted.confidence().failedChecks()).anyMatch(check -> check.contains("predicted to bring 20"));
    }

    @Test
    void theSameObservationGivesTheSameVerdict() {
        assertThat(Doctor.examine(hotel())).isEqualTo(Doctor.examine(hotel()));
        assertThat(Doctor.examine(hotel(), Question.defaults().seed(2))).isNotEqualTo(Doctor.examine(hotel()));
    }

    @Test
    void onlyWhatWasObservedIsPredicted() {
        assertThatThrownBy(() -> Doctor.predict(hotel(), Map.of("nowhere", 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'nowhere', which was not observed");
        assertThatThrownBy(() -> Doctor.predict(hotel(), Map.of("in-flight", 0)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
