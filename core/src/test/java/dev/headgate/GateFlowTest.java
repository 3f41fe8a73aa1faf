package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class GateFlowTest {

    private static final long SECOND = 1_000_000_000;

    /** The in-flight gate of the design's example verdict: 256 in use, hold 1.196 s, of which 373 + 70 ms at offers. */
    private static GateStats inFlight(long at, long exits) {
        long hold = 1_196_000_000L * exits;
        long wait = 373_000_000L * exits;
        long inside = 70_000_000L * exits;
        return new GateStats(
                "in-flight",
                at,
                256,
                256,
                3_912,
                exits + 256,
                exits,
                0,
                0,
                hold,
                hold,
                3_912 * at,
                0,
                0,
                List.of(new Inside("offers-grpc", 80, 15, exits, wait, inside)));
    }

    @Test
    void averagesAreOverTheInterval() {
        GateFlow flow = inFlight(12 * SECOND, 2_640).since(inFlight(2 * SECOND, 500));
        assertThat(flow.seconds()).isEqualTo(10);
        assertThat(flow.entriesPerSecond()).isEqualTo(214);
        assertThat(flow.exitsPerSecond()).isEqualTo(214);
        assertThat(flow.meanHoldNanos()).isEqualTo(1.196e9);
        assertThat(flow.meanInUse()).isCloseTo(214 * 1.196, within(1e-9));
        assertThat(flow.meanWaiting()).isEqualTo(3_912);
        assertThat(flow.meanWaitNanos()).isZero();
        assertThat(flow.utilisation()).isCloseTo(214 * 1.196 / 256, within(1e-12));
        assertThat(flow.ownShare()).isCloseTo((1.196 - 0.373 - 0.070) / 1.196, within(1e-12));
        InsideFlow offers = flow.insides().get(0);
        assertThat(offers.gate()).isEqualTo("offers-grpc");
        assertThat(offers.entriesPerSecond()).isEqualTo(214);
        assertThat(offers.meanWaiting()).isCloseTo(214 * 0.373, within(1e-9));
        assertThat(offers.meanHolding()).isCloseTo(214 * 0.070, within(1e-9));
        assertThat(offers.waitShare()).isCloseTo(0.373 / 1.196, within(1e-12));
        assertThat(offers.holdShare()).isCloseTo(0.070 / 1.196, within(1e-12));
    }

    @Test
    void anInnerGateFirstSeenInTheIntervalCountsFromNothing() {
        GateStats later = inFlight(2 * SECOND, 100);
        GateStats earlier = new GateStats("in-flight", SECOND, 256, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());
        assertThat(later.since(earlier).insides().get(0).entriesPerSecond()).isEqualTo(100);
    }

    @Test
    void nothingHappenedIsNotNotANumber() {
        HandClock clock = new HandClock();
        Gate gate = Gate.named("idle").capacity(3).clock(clock).open();
        GateStats before = gate.stats();
        clock.advance(5);
        assertThat(gate.stats().since(before)).isEqualTo(new GateFlow("idle", 5e-9, 0, 0, 0, 0, 0, 0, 0, 1, List.of()));
    }

    @Test
    void waitsThatWereCancelledCountAsWaits() throws Exception {
        HandClock clock = new HandClock();
        Gate gate = Gate.named("offers").capacity(1).clock(clock).open();
        GateStats before = gate.stats();
        try (Pass held = gate.enter()) {
            var call = gate.callAsync(() -> {
                throw new AssertionError("was cancelled");
            });
            clock.advance(10);
            call.cancel(true);
        }
        GateFlow flow = gate.stats().since(before);
        assertThat(flow.meanWaitNanos())
                .as("0 of the holder, 10 of the one that went")
                .isEqualTo(5);
        assertThat(flow.meanWaiting()).isEqualTo(1);
    }

    @Test
    void refusesWhatIsNoInterval() {
        GateStats one = inFlight(SECOND, 1);
        assertThatThrownBy(() -> one.since(one)).hasMessageContaining("'in-flight'");
        assertThatThrownBy(() -> one.since(inFlight(2 * SECOND, 2))).isInstanceOf(IllegalArgumentException.class);
        GateStats other = Gate.named("offers").capacity(1).open().stats();
        assertThatThrownBy(() -> other.since(one))
                .hasMessageContaining("'offers'")
                .hasMessageContaining("'in-flight'");
    }
}
