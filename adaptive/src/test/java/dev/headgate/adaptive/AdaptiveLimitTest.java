package dev.headgate.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.Gate;
import dev.headgate.Limit;
import dev.headgate.Pass;
import dev.headgate.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Gates whose capacity finds itself, on a downstream whose pace is known: it works on so many calls at once, and the others queue. */
class AdaptiveLimitTest {
    private static final Duration CALL = Duration.ofMillis(10);
    private final ManualClock clock = new ManualClock();

    private Gate gate(Limit limit) {
        return Gate.named("downstream").capacity(limit).clock(clock).open();
    }

    /** Fills the gate again and again; a call takes {@code nanos} with so many at once. */
    private void load(Gate gate, int rounds, ToLongFunction<Integer> nanos) {
        for (int round = 0; round < rounds; round++) {
            List<Pass> passes = new ArrayList<>();
            for (Pass pass = gate.tryEnter(); pass != null; pass = gate.tryEnter()) {
                passes.add(pass);
            }
            clock.advance(Duration.ofNanos(nanos.applyAsLong(passes.size())));
            passes.forEach(Pass::close);
        }
    }

    private static ToLongFunction<Integer> queueingBeyond(int servers) {
        return calls -> CALL.toNanos() * Math.max(servers, calls) / servers;
    }

    @Test
    void vegasFindsWhereTheDownstreamBeginsToQueue() {
        Gate gate = gate(AdaptiveLimit.vegas(10, 1_000));
        load(gate, 300, queueingBeyond(50));
        assertThat(gate.capacity()).isBetween(45, 100);
    }

    @Test
    void vegasComesDownWhenTheDownstreamGetsSlower() {
        Gate gate = gate(AdaptiveLimit.vegas(10, 1_000));
        load(gate, 300, queueingBeyond(200));
        int before = gate.capacity();
        load(gate, 300, queueingBeyond(50));
        assertThat(gate.capacity()).isLessThan(before / 2);
    }

    @Test
    void gradientStaysWithinItsBounds() {
        Gate gate = gate(AdaptiveLimit.gradient(5, 10, 30));
        load(gate, 300, queueingBeyond(1_000));
        assertThat(gate.capacity()).isEqualTo(30);
        // It compares with holds of long, of which it keeps a slow average: a downstream that stays slow becomes what
        // it is used to.
        load(gate, 3, calls -> CALL.toNanos() * calls * calls);
        assertThat(gate.capacity()).isBetween(5, 29);
    }

    @Test
    void aimdHeedsRefusals() throws Exception {
        Gate gate = gate(AdaptiveLimit.aimd(5, 20, 100, Duration.ofSeconds(1)));
        load(gate, 20, queueingBeyond(1_000));
        int grown = gate.capacity();
        assertThat(grown).isGreaterThan(20);
        Pass pass = gate.enter();
        pass.refused();
        pass.close();
        assertThat(gate.capacity()).isLessThan(grown);
    }

    @Test
    void slotsOutOfOrderAreRefused() {
        assertThatThrownBy(() -> AdaptiveLimit.vegas(10, 5)).hasMessageContaining("1, 10 and 5");
        assertThatThrownBy(() -> AdaptiveLimit.gradient(0, 1, 2)).hasMessageContaining("0, 1 and 2");
        assertThatThrownBy(() -> AdaptiveLimit.aimd(1, 2, 3, Duration.ZERO)).hasMessageContaining("timeout");
    }
}
