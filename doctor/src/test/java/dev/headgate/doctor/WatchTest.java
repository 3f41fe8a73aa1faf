package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.Gate;
import dev.headgate.GateStats;
import dev.headgate.GateView;
import dev.headgate.Pass;
import dev.headgate.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A watch over real gates on a clock that the test moves. */
class WatchTest {

    private final ManualClock clock = new ManualClock();
    private final Gate pool = Gate.named("pool").capacity(10).clock(clock).open();

    /** Keeps every slot in use for 20 ms at a time, for {@code millis}, looking every 100 ms. */
    private void busy(Watch watch, int millis) {
        Deque<Pass> held = new ArrayDeque<>();
        for (int t = 0; t < millis; t += 20) {
            for (Pass pass = pool.tryEnter(); pass != null; pass = pool.tryEnter()) {
                held.add(pass);
            }
            clock.advance(Duration.ofMillis(20));
            held.forEach(Pass::close);
            held.clear();
            if (t % 100 == 0) {
                watch.tick();
            }
        }
    }

    @Test
    void seesWhatTheGatesCounted() {
        Watch watch = Watch.over(List.of(pool)).clock(clock).driven();
        watch.tick();
        busy(watch, 4_000);
        Observation seen = watch.observation();
        assertThat(seen.gates().get(0).flow().exitsPerSecond()).isCloseTo(500, within(3.0));
        assertThat(watch.verdict().throughput()).isCloseTo(500, within(3.0));
    }

    @Test
    void forgetsWhatHasLeftTheWindow() {
        Watch watch = Watch.over(List.of(pool))
                .clock(clock)
                .window(Duration.ofSeconds(2))
                .driven();
        watch.tick();
        busy(watch, 10_000);
        assertThat(watch.observation().seconds()).isBetween(2.0, 2.2);
        watch.forget();
        assertThatThrownBy(watch::observation)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("needs 2 looks");
    }

    @Test
    void anAppliedChangeIsScored() {
        Watch watch =
                Watch.over(List.of(pool)).clock(clock).load(Load.backlog()).driven();
        watch.tick();
        busy(watch, 4_000);
        Prediction prediction = watch.apply(Map.of("pool", 20));
        assertThat(pool.capacity()).isEqualTo(20);
        assertThat(prediction.expected()).isCloseTo(1_000, within(20.0));
        assertThat(watch.trials())
                .singleElement()
                .satisfies(trial -> assertThat(trial.measured()).isNull());
        busy(watch, 4_000);
        assertThat(watch.trials()).singleElement().satisfies(trial -> {
            assertThat(trial.measured()).isCloseTo(1_000, within(20.0));
            assertThat(trial.before()).isCloseTo(500, within(10.0));
            assertThat(trial.cameTrue()).isTrue();
        });
        // Another change: the first trial keeps its score.
        watch.apply(Map.of("pool", 30));
        busy(watch, 4_000);
        assertThat(watch.trials()).hasSize(2);
        assertThat(watch.trials().get(0).measured()).isCloseTo(1_000, within(20.0));
        assertThat(watch.trials().get(1).measured()).isCloseTo(1_500, within(30.0));
    }

    @Test
    void whatCannotBeResizedIsRefusedAndNothingIsSet() {
        GateView foreign = new GateView() {
            @Override
            public String name() {
                return "foreign";
            }

            @Override
            public GateStats stats() {
                return pool.stats();
            }
        };
        Watch watch = Watch.over(List.of(pool, foreign)).clock(clock).driven();
        assertThatThrownBy(() -> watch.apply(Map.of("pool", 20, "foreign", 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'foreign' cannot be resized");
        assertThat(pool.capacity()).isEqualTo(10);
    }

    /** A gate that shows a line: 30 wait behind 10 that hold for 100 ms each. */
    @Test
    void tellsWhenWhatBindsChanges() {
        List<List<String>> told = new ArrayList<>();
        Queue queue = new Queue();
        Watch watch = Watch.over(List.of(queue))
                .clock(clock)
                .onChange((before, verdict) ->
                        told.add(List.of(before.toString(), verdict.named().toString())))
                .driven();
        queue.run(watch, 100, 5);
        assertThat(told).isEmpty();
        queue.run(watch, 100, 10);
        assertThat(told).containsExactly(List.of("[]", "[queue]"));
        queue.run(watch, 150, 3);
        assertThat(told).containsExactly(List.of("[]", "[queue]"), List.of("[queue]", "[]"));
    }

    private final class Queue implements GateView {
        private final Reads reads = new Reads("queue");
        private GateStats now = reads.flow(0.1, 10, 50, 5, 0).last();

        void run(Watch watch, int looks, double inUse) {
            for (int i = 0; i < looks; i++) {
                now = reads.flow(0.1, 10, inUse * 10, inUse, inUse >= 10 ? 30 : 0)
                        .last();
                clock.advance(Duration.ofMillis(100));
                watch.tick();
            }
        }

        @Override
        public String name() {
            return "queue";
        }

        @Override
        public GateStats stats() {
            return now;
        }
    }

    @Test
    void twoGatesOfOneNameAreRefused() {
        assertThatThrownBy(() -> Watch.over(List.of(pool, pool)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Two gates are named 'pool'");
    }

    @Test
    void itsOwnThreadLooksAndEndsWithIt() throws Exception {
        try (Watch watch = Watch.over(List.of(pool))
                .every(Duration.ofMillis(1))
                .cpu(Cpu.ofProcess())
                .open()) {
            long from = System.nanoTime();
            while (true) {
                clock.advance(Duration.ofMillis(1));
                try {
                    if (watch.observation().gates().get(0).reads().size() > 5) {
                        break;
                    }
                } catch (IllegalStateException tooEarly) {
                    assertThat(System.nanoTime() - from).isLessThan(60_000_000_000L);
                }
                Thread.onSpinWait();
            }
        }
    }
}
