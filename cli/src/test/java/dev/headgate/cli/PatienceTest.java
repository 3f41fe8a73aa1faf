package dev.headgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final long START = -5;
    private static final long SECOND = 1_000_000_000L;
    private final Patience patience = new Patience(Duration.ofSeconds(100), Duration.ofSeconds(10), START);

    @Test
    void lastsWhileSomethingMovesButNotBeyondItsTotal() {
        for (int second = 0; second <= 100; second++) {
            assertThat(patience.usedUp(second, START + second * SECOND)).isFalse();
        }
        assertThat(patience.usedUp(101, START + 100 * SECOND + 1)).isTrue();
    }

    @Test
    void endsWhenNothingMoves() {
        assertThat(patience.usedUp(7, START + 20 * SECOND)).isFalse();
        assertThat(patience.usedUp(7, START + 30 * SECOND)).isFalse();
        assertThat(patience.usedUp(7, START + 30 * SECOND + 1)).isTrue();
    }
}
