package dev.headgate.systems.hotelads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RatePlanTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void oneRateFollowsTheOther() {
        RatePlan plan = RatePlan.parse("20000x60s,500x2s");
        assertThat(plan.time()).isEqualTo(Duration.ofSeconds(62));
        assertThat(plan.records()).isEqualTo(1_201_000);
        assertThat(plan.dueAfter(0)).isZero();
        assertThat(plan.dueAfter(SECOND / 2)).isEqualTo(10_000);
        assertThat(plan.dueAfter(60 * SECOND)).isEqualTo(1_200_000);
        assertThat(plan.dueAfter(61 * SECOND)).isEqualTo(1_200_500);
        assertThat(plan.dueAfter(600 * SECOND)).isEqualTo(1_201_000);
        assertThat(plan).hasToString("20000x1m,500x2s");
        assertThat(RatePlan.parse(plan.toString())).isEqualTo(plan);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "500", "x60s", "500x", "500x60", "0x60s", "-5x1s", "500x60s,", "9999999x1s", "1.5x1s"})
    void saysWhatIsWrong(String text) {
        assertThatThrownBy(() -> RatePlan.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
