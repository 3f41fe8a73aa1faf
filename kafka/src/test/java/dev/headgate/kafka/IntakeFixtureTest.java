package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The fixture itself, on both clocks. */
class IntakeFixtureTest {
    @Test
    void handlesAndCommitsOnTheMachinesClock() {
        try (IntakeFixture f = IntakeFixture.of(2)) {
            handleThree(f);
        }
    }

    @Test
    void handlesAndCommitsOnAManualClock() {
        try (IntakeFixture f = IntakeFixture.manual(2)) {
            handleThree(f);
        }
    }

    private static void handleThree(IntakeFixture f) {
        f.handler.hold(0, 1);
        f.appendMany(0, 3);
        f.startWith(0, 1);
        f.untilEnded(2);
        f.untilCommitted(0, 1);
        assertThat(f.handler.running()).isEqualTo(1);
        f.handler.release(0, 1);
        f.untilCommitted(0, 3);
        f.untilStats("two lanes", stats -> stats.lanes().size() == 2);
    }
}
