package dev.headgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final Cell IO = Cell.named("10ms-1000");
    private static final Cell BY_KEY = Cell.named("by-key-1ms-1000");

    @Test
    void theOrderOfArmsMovesByOneFromRoundToRound() {
        List<Arm> arms = List.of(Arm.BARE, Arm.REACTOR_KAFKA, Arm.HEADGATE);

        List<Arm> order = Schedule.of(2, List.of(IO), arms).stream()
                .map(Schedule.Turn::arm)
                .toList();

        assertThat(order)
                .containsExactly(Arm.BARE, Arm.REACTOR_KAFKA, Arm.HEADGATE, Arm.REACTOR_KAFKA, Arm.HEADGATE, Arm.BARE);
    }

    @Test
    void everyRoundHoldsEveryCell() {
        assertThat(Schedule.of(2, List.of(IO, BY_KEY), List.of(Arm.HEADGATE)))
                .extracting(Schedule.Turn::round, Schedule.Turn::cell)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple(0, IO),
                        org.assertj.core.api.Assertions.tuple(0, BY_KEY),
                        org.assertj.core.api.Assertions.tuple(1, IO),
                        org.assertj.core.api.Assertions.tuple(1, BY_KEY));
    }

    @Test
    void onlyArmsThatKeepTheOrderOfKeysRunByKey() {
        assertThat(Schedule.of(1, List.of(BY_KEY), List.of(Arm.values())))
                .extracting(Schedule.Turn::arm)
                .containsExactly(Arm.PARALLEL_CONSUMER, Arm.HEADGATE);
    }
}
