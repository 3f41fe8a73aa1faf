package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A semaphore that shows itself as a gate. */
class ObservedSemaphoreTest {

    private final HandClock clock = new HandClock();
    private final ObservedSemaphore semaphore = new ObservedSemaphore("permits", 2, true, clock);

    private void untilWaiting(int waiters) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> semaphore.stats().waiting() == waiters && semaphore.getQueueLength() > 0);
    }

    @Test
    void waitsAndHoldsAreExact() throws Exception {
        semaphore.acquire(2);
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                semaphore.acquire();
                clock.advance(4);
                semaphore.release();
            });
            untilWaiting(1);
            clock.advance(10);
            assertThat(semaphore.stats().inUse()).isEqualTo(2);
            assertThat(semaphore.stats().inUseNanos()).isEqualTo(20);
            assertThat(semaphore.stats().oldestWaiterNanos()).isEqualTo(10);
            semaphore.release(2);
        }
        GateStats after = semaphore.stats();
        assertThat(after.waitNanos()).isEqualTo(10);
        assertThat(after.holdNanos()).isEqualTo(24);
        assertThat(after.inUseNanos()).isEqualTo(24);
        assertThat(after.entries()).isEqualTo(3);
        assertThat(after.exits()).isEqualTo(3);
        assertThat(after.inUse()).isZero();
        assertThat(after.capacity()).isEqualTo(2);
    }

    @Test
    void aTryThatFailsLeavesNoTraceAndOneThatTimesOutIsACancelledWait() throws Exception {
        semaphore.acquire(2);
        assertThat(semaphore.tryAcquire()).isFalse();
        assertThat(semaphore.stats().cancelled()).isZero();
        assertThat(semaphore.tryAcquire(1, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(semaphore.stats().cancelled()).isEqualTo(1);
        semaphore.release(2);
        assertThat(semaphore.tryAcquire(2)).isTrue();
        assertThat(semaphore.stats().inUse()).isEqualTo(2);
        semaphore.release(2);
    }

    @Test
    void aReleaseOfAnotherThreadIsBookedOnTheOldest() throws Exception {
        semaphore.acquire();
        clock.advance(7);
        try (Crew crew = new Crew()) {
            crew.start(() -> semaphore.release());
        }
        assertThat(semaphore.stats().holdNanos()).isEqualTo(7);
        assertThat(semaphore.stats().inUse()).isZero();
        assertThat(semaphore.stats().capacity()).isEqualTo(2);
        assertThat(Holding.current()).isNull();
    }

    @Test
    void moreReleasesThanHoldersMakeItLarger() {
        semaphore.release(3);
        assertThat(semaphore.stats().capacity()).isEqualTo(5);
        assertThat(semaphore.drainPermits()).isEqualTo(5);
        assertThat(semaphore.stats().inUse()).isEqualTo(5);
        semaphore.release(5);
        assertThat(semaphore.stats().inUse()).isZero();
        assertThatThrownBy(() -> semaphore.release(-1)).hasMessageContaining("permits");
    }

    @Test
    void whatItsHoldersEnterIsInside() throws Exception {
        Gate inner = Gate.named("inner").capacity(1).clock(clock).open();
        semaphore.acquire();
        try (Pass pass = inner.enter()) {
            clock.advance(6);
        }
        clock.advance(1);
        semaphore.release();
        assertThat(semaphore.stats().insides()).containsExactly(new Inside("inner", 0, 0, 1, 0, 6));
        assertThat(semaphore.stats().ownNanos()).isEqualTo(1);
    }

    @Test
    void theBooksCloseWhateverThreadsDoAtOnce() throws Exception {
        ObservedSemaphore busy = new ObservedSemaphore("busy", 3);
        try (Crew crew = new Crew()) {
            for (int thread = 0; thread < 8; thread++) {
                crew.startPlatform(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        busy.acquire();
                        busy.release();
                        if (busy.tryAcquire(2)) {
                            busy.release(2);
                        }
                    }
                });
            }
        }
        GateStats after = busy.stats();
        assertThat(after.inUse()).isZero();
        assertThat(after.waiting()).isZero();
        assertThat(after.entries()).isEqualTo(after.exits()).isGreaterThanOrEqualTo(16_000);
        assertThat(after.inUseNanos()).isEqualTo(after.holdNanos());
        assertThat(after.waitingNanos()).isEqualTo(after.waitNanos());
        assertThat(after.capacity()).isEqualTo(3);
        assertThat(busy.availablePermits()).isEqualTo(3);
    }

    @Test
    void permitsThatTravelBetweenThreadsAreEachBookedOnce() throws Exception {
        ObservedSemaphore busy = new ObservedSemaphore("busy", 4);
        try (Crew crew = new Crew()) {
            crew.startPlatform(() -> {
                for (int i = 0; i < 5_000; i++) {
                    busy.acquire();
                }
            });
            crew.startPlatform(() -> {
                for (int released = 0; released < 5_000; ) {
                    if (busy.availablePermits() < 4 && busy.stats().inUse() > 0) {
                        busy.release();
                        released++;
                    }
                    Thread.onSpinWait();
                }
            });
        }
        GateStats after = busy.stats();
        assertThat(after.inUse()).isZero();
        assertThat(after.exits()).isEqualTo(5_000);
        assertThat(after.inUseNanos()).isEqualTo(after.holdNanos());
        assertThat(after.capacity()).isEqualTo(4);
    }
}
