package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.Inside;
import java.util.List;
import org.junit.jupiter.api.Test;

class StuckCheckTest {

    private static Verdict examine(Reads... gates) {
        return Doctor.examine(
                Observation.of(List.of(gates).stream().map(Reads::series).toList()));
    }

    /** 7 of 10 never came back, long before the window; 3 go on with holds of 100 ms. */
    @Test
    void slotsThatDoNotComeBackAreALeak() {
        Verdict verdict = examine(new Reads("pool").phase(10, 10, 30, 10, 100, 0.1, 60, 0));
        assertThat(verdict.named()).containsExactly("pool");
        assertThat(verdict.stuck()).isInstanceOfSatisfying(Stuck.Leak.class, leak -> {
            assertThat(leak.slots()).isCloseTo(7, within(0.1));
            assertThat(leak.holdSeconds()).isCloseTo(0.1, within(0.01));
        });
        assertThat(verdict.changes()).as("more slots are the wrong answer").isEmpty();
        assertThat(VerdictText.of(verdict).get(0)).startsWith("Throughput 30/s. Leak: 7 of 10 slots of pool");
    }

    @Test
    void aLeakThatTookTheLastSlotIsALeakToo() {
        Verdict verdict = examine(new Reads("pool").flow(5, 5, 50, 5, 10).phase(10, 5, 0, 5, 10, 0.1, 11, 0));
        assertThat(verdict.stuck()).isInstanceOf(Stuck.Leak.class);
        assertThat(verdict.throughput()).isZero();
    }

    /** The holders of the lease wait for the pool that leaks: the pool is named, not the lease. */
    @Test
    void theGateAroundALeakIsNotBlamed() {
        Verdict verdict = examine(
                new Reads("lease")
                        .insides(new Inside("pool", 0, 5, 0, 0, 0))
                        .flow(5, 20, 50, 5, 0)
                        .insides(new Inside("pool", 15, 5, 250, 0, 25_000_000_000L))
                        .phase(10, 20, 0, 20, 40, 0.1, 12, 20),
                new Reads("pool").flow(5, 5, 50, 5, 10).phase(10, 5, 0, 5, 15, 0.1, 12, 0));
        assertThat(verdict.stuck()).isInstanceOf(Stuck.Leak.class);
        assertThat(verdict.named()).containsExactly("pool");
    }

    @Test
    void holdersThatWaitForEachOtherAreADeadlock() {
        Verdict verdict = examine(
                new Reads("outer").insides(new Inside("inner", 3, 3, 6, 0, 0)).phase(8, 6, 0, 6, 30, 0, 9, 6),
                new Reads("inner").insides(new Inside("outer", 3, 0, 0, 0, 0)).phase(8, 3, 0, 3, 3, 0, 9, 3));
        assertThat(verdict.stuck()).isEqualTo(new Stuck.Deadlock(List.of("outer", "inner")));
        assertThat(VerdictText.of(verdict).get(0)).contains("outer -> inner -> outer");
    }

    @Test
    void aGateThatItsOwnHoldersWaitAtIsADeadlock() {
        Verdict verdict = examine(
                new Reads("pool").insides(new Inside("pool", 4, 0, 0, 0, 0)).phase(8, 4, 0, 4, 9, 0, 9, 4));
        assertThat(verdict.stuck()).isEqualTo(new Stuck.Deadlock(List.of("pool")));
    }

    /** One holder of the inner gate is still at work: it may end, and let the others go on. */
    @Test
    void aHolderAtWorkIsNoDeadlock() {
        Verdict verdict = examine(
                new Reads("outer").insides(new Inside("inner", 3, 3, 6, 0, 0)).phase(8, 6, 0, 6, 30, 0, 9, 6),
                new Reads("inner").insides(new Inside("outer", 2, 0, 0, 0, 0)).phase(8, 3, 0, 3, 3, 0, 9, 2));
        assertThat(verdict.stuck()).isNotInstanceOf(Stuck.Deadlock.class);
    }

    /** Holds of 7 s in a window of 10 s: the oldest is 7 s old, and that is what holds take. */
    @Test
    void slowIsNotStuck() {
        Verdict verdict = examine(new Reads("pool").flow(60, 15, 15 / 7.0, 15, 80));
        assertThat(verdict.stuck()).isNull();
    }

    @Test
    void nobodyEverLeavingIsAStall() {
        Verdict verdict = examine(new Reads("pool").phase(8, 4, 0, 3, 0, 0, 9, 3));
        assertThat(verdict.stuck()).isEqualTo(new Stuck.Stall("pool", 3, 9));
        assertThat(verdict.confidence().grade()).isEqualTo(Confidence.Grade.CONSISTENT_WITH);
    }

    @Test
    void anIdleGateIsNotStuck() {
        assertThat(examine(new Reads("pool").phase(8, 4, 0, 0, 0, 0, 0, 0)).stuck())
                .isNull();
    }
}
