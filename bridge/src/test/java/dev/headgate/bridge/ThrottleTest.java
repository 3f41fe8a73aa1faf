package dev.headgate.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    private final ManualClock clock = new ManualClock();

    @Test
    void soManyBytesASecondPassHoweverLargeTheyComeAtOnce() {
        Throttle throttle = new Throttle(1_000, clock);
        long taken = 0;
        long begin = clock.nanos();
        while (taken < 100_000) {
            long wait = throttle.waitNanos();
            if (wait > 0) {
                clock.advance(Duration.ofNanos(wait));
            } else {
                throttle.take(3_700);
                taken += 3_700;
            }
        }
        // The last is let through as soon as the one before is paid for; the first second is a gift.
        double seconds = (clock.nanos() - begin) / 1e9;
        assertThat(taken / 1_000.0 - seconds).isBetween(0.0, 1.0 + 3.7);
    }

    @Test
    void idleTimeIsSavedForASecondOnly() {
        Throttle throttle = new Throttle(1_000, clock);
        clock.advance(Duration.ofHours(1));
        assertThat(throttle.waitNanos()).isZero();
        throttle.take(1_000);
        assertThat(throttle.waitNanos()).isPositive();
    }

    @Test
    void withoutABoundNobodyWaits() {
        Throttle throttle = new Throttle(Long.MAX_VALUE, clock);
        throttle.take(Long.MAX_VALUE / 2);
        assertThat(throttle.waitNanos()).isZero();
    }
}
