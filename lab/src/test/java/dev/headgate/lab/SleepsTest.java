package dev.headgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Sleeps that end late are paid back. */
class SleepsTest {

    @Test
    void allTogetherTakeWhatWasAskedForButForWhatIsStillOwed() throws Exception {
        Sleeps sleeps = new Sleeps();
        long from = System.nanoTime();
        int times = 200;
        long each = 2_000_000;
        for (int i = 0; i < times; i++) {
            sleeps.sleep(each);
        }
        long took = System.nanoTime() - from;
        // What the loop itself takes comes on top of the sleeps.
        assertThat(took).isGreaterThanOrEqualTo(times * each + sleeps.owedNanos());
    }
}
