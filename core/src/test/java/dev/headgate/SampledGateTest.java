package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A pool that is looked at now and then. */
class SampledGateTest {

    private final HandClock clock = new HandClock();
    private Levels levels = Levels.of(4, 0, 0, 0);
    private final SampledGate sampled = SampledGate.of("pool", clock, () -> levels);

    private GateStats after(long nanos, Levels now) {
        clock.advance(nanos);
        levels = now;
        return sampled.stats();
    }

    @Test
    void betweenTwoSamplesLevelsChangeInAStraightLine() {
        after(0, Levels.of(4, 2, 0, 100));
        GateStats stats = after(1_000, Levels.of(4, 4, 6, 110));
        assertThat(stats.inUseNanos()).isEqualTo(3_000);
        assertThat(stats.waitingNanos()).isEqualTo(3_000);
        assertThat(stats.exits()).isEqualTo(110);
        assertThat(stats.entries()).isEqualTo(114);
    }

    @Test
    void withoutTotalsOfItsOwnLittleHoldsByConstruction() {
        GateStats before = after(0, Levels.of(4, 4, 2, 0));
        GateFlow flow = after(1_000_000_000, Levels.of(4, 4, 2, 40)).since(before);
        assertThat(flow.meanHoldNanos()).isCloseTo(0.1e9, within(1.0));
        assertThat(flow.meanInUse()).isEqualTo(4);
        assertThat(flow.meanWaiting()).isEqualTo(2);
    }

    @Test
    void totalsOfItsOwnAreTaken() {
        GateStats before = after(0, new Levels(4, 4, 2, 10, 500, 700));
        GateStats stats = after(1_000, new Levels(4, 4, 2, 20, 600, 1_000));
        assertThat(stats.since(before).meanHoldNanos()).isEqualTo(30);
        assertThat(stats.since(before).meanWaitNanos()).isEqualTo(10);
        assertThat(stats.since(before).meanInUse()).isEqualTo(4);
    }

    @Test
    void theOldestHolderIsAtLeastAsOldAsTheTimeInWhichNothingCameBack() {
        after(0, Levels.of(4, 4, 1, 10));
        after(100, Levels.of(4, 4, 1, 11));
        GateStats stats = after(900, Levels.of(4, 4, 1, 11));
        assertThat(stats.oldestHolderNanos()).isEqualTo(900);
        assertThat(stats.oldestWaiterNanos()).isEqualTo(900);
        assertThat(after(5, Levels.of(4, 0, 0, 15)).oldestHolderNanos()).isZero();
    }

    @Test
    void nothingRunsBackwards() {
        GateStats before = after(0, Levels.of(4, 4, 1, 1_000));
        GateStats begunAnew = after(10, Levels.of(4, 1, 0, 3));
        assertThat(begunAnew.exits()).isEqualTo(1_000);
        assertThat(begunAnew.entries()).isGreaterThanOrEqualTo(before.entries());
        assertThat(after(10, Levels.of(4, 1, 0, 8)).exits()).isEqualTo(1_005);
    }

    @Test
    void nestingIsDeclared() {
        ObservedSemaphore inner = new ObservedSemaphore("inner", 1, false, clock);
        SampledGate outer = sampled.around(inner);
        levels = Levels.of(4, 2, 0, 0);
        GateStats before = outer.stats();
        inner.acquireUninterruptibly();
        clock.advance(50);
        inner.release();
        GateStats stats = outer.stats();
        assertThat(stats.insides()).containsExactly(new Inside("inner", 0, 0, 1, 0, 50));
        assertThat(stats.ownNanos()).isEqualTo(50);
        assertThat(stats.since(before).ownShare()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void aThreadPoolIsSampled() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(3, 3, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        SampledGate gate = SampledGate.executor("threads", pool, clock);
        pool.submit(() -> {}).get(30, TimeUnit.SECONDS);
        pool.shutdown();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        GateStats stats = gate.stats();
        assertThat(stats.capacity()).isEqualTo(3);
        assertThat(stats.exits()).isEqualTo(1);
        assertThat(stats.inUse()).isZero();
    }
}
