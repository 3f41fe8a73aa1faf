package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class BindingTest {

    private static Verdict examine(Steady... gates) {
        return Doctor.examine(
                Observation.of(List.of(gates).stream().map(Steady::series).toList()));
    }

    @Test
    void aFullPoolBinds() {
        Verdict verdict = examine(Steady.gate("pool", 10, 100, 0.1).waiting(50));
        assertThat(verdict.named()).containsExactly("pool");
        Station pool = verdict.stations().get(0);
        assertThat(pool.bound()).isCloseTo(100, within(0.5));
        assertThat(pool.trust()).isEqualTo(new Trust.Trusted());
        assertThat(verdict.throughput()).isCloseTo(100, within(0.5));
    }

    @Test
    void twoInARowBindTogetherWhenTheirBoundsAreOne() {
        Verdict verdict = examine(Steady.gate("first", 10, 100, 0.1).waiting(50), Steady.gate("second", 20, 98, 0.2));
        assertThat(verdict.named()).containsExactly("first", "second");
    }

    @Test
    void theOneBehindIsNotNamed() {
        Verdict verdict = examine(Steady.gate("first", 10, 100, 0.1).waiting(50), Steady.gate("second", 30, 100, 0.2));
        assertThat(verdict.named()).containsExactly("first");
        assertThat(verdict.behind()).containsExactly("second");
    }

    /** The made-up service of the design: the pool binds at 214/s, the in-flight gate would at 311/s. */
    @Test
    void aLeasePinnedByAnInnerGateIsAVictim() {
        Verdict verdict = examine(
                Steady.gate("in-flight", 256, 214, 1.196)
                        .waiting(3_912)
                        .inside("delay", 1, 0, 0.750)
                        .inside("offers-grpc", 1, 0.373, 0.070),
                Steady.gate("delay", Integer.MAX_VALUE, 214, 0.750),
                Steady.gate("offers-grpc", 15, 214, 0.070).waiting(80));
        assertThat(verdict.named()).containsExactly("offers-grpc");
        assertThat(verdict.victims()).containsExactly("in-flight");
        assertThat(verdict.behind()).containsExactly("in-flight");
        assertThat(verdict.stations().get(0).bound()).isCloseTo(311, within(1.0));
        assertThat(verdict.stations().get(2).bound()).isCloseTo(214, within(1.0));
    }

    @Test
    void nothingBindsWhereNobodyWaits() {
        assertThat(examine(Steady.gate("pool", 100, 100, 0.1)).named()).isEmpty();
    }

    @Test
    void aLiarIsNotTrusted() {
        // Says that holds take a second, and that nothing is ever in use.
        Series honest = Steady.gate("pool", 10, 10, 1.0).series();
        Series liar = new Series(honest.reads().stream()
                .map(read -> new dev.headgate.GateStats(
                        read.name(),
                        read.atNanos(),
                        read.capacity(),
                        0,
                        0,
                        read.entries(),
                        read.exits(),
                        0,
                        0,
                        read.holdNanos(),
                        0,
                        0,
                        0,
                        0,
                        List.of()))
                .toList());
        Verdict verdict = Doctor.examine(Observation.of(List.of(liar)));
        assertThat(verdict.named()).isEmpty();
        assertThat(verdict.untrusted()).hasSize(1);
        assertThat(((Trust.Untrusted) verdict.stations().get(0).trust()).reason())
                .contains("Little");
    }
}
