package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread pool of somebody else, shown as a gate. */
class ObservedExecutorTest {

    private final HandClock clock = new HandClock();
    private final ThreadPoolExecutor pool =
            new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    private final ObservedExecutor observed = new ObservedExecutor("pool", pool, clock);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void end() {
        goOn.countDown();
        pool.shutdownNow();
    }

    private void until(java.util.concurrent.Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(1))
                .until(condition);
    }

    private Runnable blocked() {
        return () -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    @Test
    void aTaskWaitsFromSubmissionAndHoldsWhileItRuns() {
        observed.execute(blocked());
        until(() -> observed.stats().inUse() == 1);
        observed.execute(() -> clock.advance(5));
        clock.advance(30);
        GateStats during = observed.stats();
        assertThat(during.waiting()).isEqualTo(1);
        assertThat(during.inUseNanos()).isEqualTo(30);
        assertThat(during.waitingNanos()).isEqualTo(30);
        assertThat(during.oldestHolderNanos()).isEqualTo(30);
        assertThat(during.oldestWaiterNanos()).isEqualTo(30);
        goOn.countDown();
        until(() -> observed.stats().exits() == 2);
        GateStats after = observed.stats();
        assertThat(after.capacity()).isEqualTo(1);
        assertThat(after.entries()).isEqualTo(2);
        assertThat(after.holdNanos()).isEqualTo(35);
        assertThat(after.waitNanos()).isEqualTo(30);
        assertThat(after.inUseNanos()).isEqualTo(35);
    }

    @Test
    void whatTheTaskEntersIsInsideThePoolAndThePoolInsideWhoSubmits() throws Exception {
        Gate outer = Gate.named("outer").capacity(1).clock(clock).open();
        Gate inner = Gate.named("inner").capacity(1).clock(clock).open();
        try (Pass pass = outer.enter()) {
            var future = observed.submit(() -> {
                try (Pass deep = inner.enter()) {
                    clock.advance(9);
                }
                return 1;
            });
            assertThat(future.get(30, TimeUnit.SECONDS)).isEqualTo(1);
            until(() -> observed.stats().exits() == 1);
        }
        assertThat(observed.stats().insides()).containsExactly(new Inside("inner", 0, 0, 1, 0, 9));
        assertThat(observed.stats().ownNanos()).isZero();
        assertThat(outer.stats().insides()).containsExactly(new Inside("pool", 0, 0, 1, 0, 9));
    }

    @Test
    void aRejectedTaskIsACancelledWait() {
        ThreadPoolExecutor narrow = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
        ObservedExecutor shown = new ObservedExecutor("narrow", narrow, clock);
        shown.execute(blocked());
        until(() -> shown.stats().inUse() == 1);
        shown.execute(blocked());
        assertThatThrownBy(() -> shown.execute(blocked())).isInstanceOf(RejectedExecutionException.class);
        assertThat(shown.stats().cancelled()).isEqualTo(1);
        assertThat(shown.stats().waiting()).isEqualTo(1);
        assertThat(shown.shutdownNow()).hasSize(1);
        assertThat(shown.stats().waiting()).isZero();
        assertThat(shown.stats().cancelled()).isEqualTo(2);
    }

    @Test
    void theCapacityIsWhereTasksBeginToWait() {
        ThreadPoolExecutor growing = new ThreadPoolExecutor(2, 9, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(4));
        ThreadPoolExecutor endless = new ThreadPoolExecutor(2, 9, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        assertThat(new ObservedExecutor("a", growing).stats().capacity()).isEqualTo(9);
        assertThat(new ObservedExecutor("b", endless).stats().capacity()).isEqualTo(2);
        ObservedExecutor resized = new ObservedExecutor("c", endless);
        resized.resize(20);
        assertThat(resized.stats().capacity()).isEqualTo(20);
        resized.resize(3);
        assertThat(resized.stats().capacity()).isEqualTo(3);
        assertThatThrownBy(() -> resized.resize(0)).hasMessageContaining("at least 1");
        growing.shutdown();
        endless.shutdown();
    }

    @Test
    void aTaskThatFailsGivesItsThreadBack() {
        var future = observed.submit(() -> {
            throw new IllegalStateException("on purpose");
        });
        assertThatThrownBy(() -> future.get(30, TimeUnit.SECONDS)).hasMessageContaining("on purpose");
        until(() -> observed.stats().exits() == 1);
        assertThat(observed.stats().inUse()).isZero();
    }
}
