package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ManualClockTest {

    private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(1_000));

    @Test
    void bothReadingsMoveTogether() {
        long before = clock.nanos();
        clock.advance(Duration.ofMillis(1).plusNanos(999_999));
        assertThat(clock.nanos() - before).isEqualTo(1_999_999);
        assertThat(clock.millis()).isEqualTo(1_001);
        clock.advance(Duration.ofNanos(1));
        assertThat(clock.millis()).as("parts of a ms are not lost").isEqualTo(1_002);
    }

    @Test
    void theWallAloneMayGoBack() {
        long before = clock.nanos();
        clock.moveWall(Duration.ofMillis(-500));
        assertThat(clock.nanos()).isEqualTo(before);
        assertThat(clock.millis()).isEqualTo(500);
        assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void listenersHearOfEveryMove() {
        AtomicInteger moves = new AtomicInteger();
        clock.onMove(moves::incrementAndGet);
        clock.advance(Duration.ofSeconds(1));
        clock.moveWall(Duration.ofSeconds(1));
        assertThat(moves).hasValue(2);
    }
}
