package dev.headgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.doctor.Series;
import dev.headgate.testkit.KafkaProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** hotel-ads on a real broker, sick and cured, for a few seconds each. */
class AdsArmTest {
    private static final Story STORY = new Story(50, 400);

    @Test
    void theSickArmFallsBehindAndTheCuredOneDoesNot() throws Exception {
        Trouble trouble = new HotelAdsTrouble(STORY, 1);
        try (KafkaProcess kafka = KafkaProcess.launch()) {
            Seen sick = arm(kafka).run(Arm.sick());
            assertThat(sick.observation().gates().stream().map(Series::name))
                    .containsExactly(Story.IN_FLIGHT, Story.DELAY, Story.OFFERS);
            assertThat(sick.observation().delays()).containsExactly(Story.DELAY);
            assertThat(sick.figures().records()).isPositive();
            Seen cured = arm(kafka).runOnHeadgate(trouble.arm(List.of("receiver", "in-flight", "delay", "pool")));
            assertThat(cured.figures().throughput())
                    .isGreaterThan(1.5 * sick.figures().throughput());
            assertThat(cured.figures().duplicated()).isZero();
        }
    }

    @Test
    void eachFaultPutRightIsPutRightInThePipeline() throws Exception {
        Trouble trouble = new HotelAdsTrouble(STORY, 1);
        try (KafkaProcess kafka = KafkaProcess.launch()) {
            Seen seen = arm(kafka).run(trouble.arm(List.of("receiver", "in-flight", "delay", "pool")));
            assertThat(seen.observation().gates().stream().map(Series::name))
                    .containsExactly(Story.IN_FLIGHT, Story.OFFERS);
            assertThat(seen.observation().gates().stream()
                            .map(series -> series.last().capacity()))
                    .containsExactly(Story.FIXED_IN_FLIGHT, Story.FIXED_POOL);
            assertThat(seen.figures().records()).isPositive();
            assertThat(seen.figures().duplicated()).isZero();
        }
    }

    private static AdsArm arm(KafkaProcess kafka) {
        return new AdsArm(STORY, 1, kafka.bootstrap(), Duration.ofSeconds(4), Duration.ofSeconds(4));
    }
}
