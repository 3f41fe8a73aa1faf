package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.Itinerary;
import dev.headgate.Stop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SampledLivesTest {

    private static Stop gate(String name, int depth, double arrived, double entered, double left) {
        return new Stop(Stop.Kind.GATE, name, depth, ms(arrived), ms(entered), ms(left));
    }

    private static long ms(double millis) {
        return Math.round(millis * 1e6);
    }

    @Test
    void whatLiesWithinAHoldIsInsideIt() {
        Itinerary life = new Itinerary(
                "r",
                0,
                ms(100),
                1,
                "done",
                List.of(gate("b", 1, 20, 30, 50), gate("a", 0, 0, 10, 60), gate("c", 0, 70, 80, 90)));
        List<LifeTree> tops = LifeTree.of(life, (inner, outer) -> false);
        assertThat(tops).extracting(top -> top.stop().name()).containsExactly("a", "c");
        assertThat(tops.get(0).inner()).extracting(child -> child.stop().name()).containsExactly("b");
        // 50 ms held, 30 of them at or in b.
        assertThat(tops.get(0).ownNanos()).isEqualTo(ms(20));
    }

    /** An intake's own gate counts for no depth: what its handlers enter has depth 0, as it has. */
    @Test
    void theIntakesGateTakesInWhatItsHandlersEnter() {
        Itinerary life = new Itinerary(
                "r",
                0,
                ms(100),
                2,
                "done",
                List.of(
                        gate("offers", 0, 10, 15, 20),
                        gate("prices in-flight", 0, 0, 5, 25),
                        new Stop(Stop.Kind.RETRY, "retry", 0, ms(25), ms(25), ms(50)),
                        gate("offers", 0, 60, 65, 80),
                        gate("prices in-flight", 0, 50, 55, 90)));
        List<LifeTree> tops =
                LifeTree.of(life, (inner, outer) -> inner.equals("offers") && outer.equals("prices in-flight"));
        assertThat(tops)
                .extracting(top -> top.stop().name())
                .containsExactly("prices in-flight", "retry", "prices in-flight");
        assertThat(tops.get(2).inner()).hasSize(1);
    }

    /**
     * Nine of ten records take 10 ms in the pool, one takes 110 ms: the mean is 20 ms. The sample is small, and its own
     * mean is off; the throughput must come from the counters' mean.
     */
    private static Observation sampled(int count) {
        SplittableRandom random = new SplittableRandom(5);
        List<Itinerary> lives = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double hold = random.nextInt(10) == 0 ? 110 : 10;
            lives.add(new Itinerary("r" + i, 0, ms(60 + hold), 1, "done", List.of(gate("pool", 0, 0, 50, 50 + hold))));
        }
        return Observation.of(
                        List.of(Steady.gate("pool", 10, 500, 0.02).waiting(25).series()))
                .withItineraries(lives)
                .withLoad(Load.backlog());
    }

    @Test
    void sampledLivesAreReplayedAndScaledToTheCounters() {
        Observation seen = sampled(100);
        WhatIf whatIf = WhatIf.of(Facts.of(seen), Question.defaults());
        assertThat(whatIf.sampled()).isTrue();
        assertThat(whatIf.selfCheck()).isCloseTo(0, within(0.03));
        assertThat(Doctor.predict(seen, Map.of("pool", 30)).expected()).isCloseTo(1_500, within(45.0));
    }

    @Test
    void tooFewLivesAreNotUsed() {
        assertThat(WhatIf.of(Facts.of(sampled(30)), Question.defaults()).sampled())
                .isFalse();
    }

    @Test
    void livesOfAnotherSystemAreNotUsed() {
        Observation seen = sampled(100);
        Observation two = Observation.of(List.of(
                        seen.gates().get(0),
                        Steady.gate("second", 50, 500, 0.02).series()))
                .withItineraries(seen.itineraries())
                .withLoad(Load.backlog());
        assertThat(WhatIf.of(Facts.of(two), Question.defaults()).sampled()).isFalse();
    }

    /** Retries wait in no slot, and come through the gate again. */
    @Test
    void retriesVisitAgain() {
        List<Itinerary> lives = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            List<Stop> stops = new ArrayList<>(List.of(gate("pool", 0, 0, 5, 25)));
            if (i % 4 == 0) {
                stops.add(new Stop(Stop.Kind.RETRY, "retry", 0, ms(25), ms(25), ms(525)));
                stops.add(gate("pool", 0, 525, 530, 550));
            }
            lives.add(new Itinerary("r" + i, 0, ms(550), 1 + (i % 4 == 0 ? 1 : 0), "done", stops));
        }
        // 500 attempts/s are 400 records/s; the gates count attempts, and so does the verdict.
        Observation seen = Observation.of(
                        List.of(Steady.gate("pool", 10, 500, 0.02).waiting(25).series()))
                .withItineraries(lives)
                .withLoad(Load.backlog());
        assertThat(Doctor.predict(seen, Map.of("pool", 20)).expected()).isCloseTo(1_000, within(30.0));
    }
}
