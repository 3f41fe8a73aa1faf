package dev.headgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.doctor.Series;
import dev.headgate.testkit.KafkaProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** hotel-ads on a real broker, sick and cured, for a few seconds each. */
class AdsArmTest {
    private static final Story STORY = new Story(50, 400);

    @SuppressWarnings("NullAway.Init")
    private static KafkaProcess kafka;

    @BeforeAll
    static void start() {
        kafka = KafkaProcess.launch();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void theSickArmFallsBehindAndTheCuredOneDoesNot() throws Exception {
        Trouble trouble = new HotelAdsTrouble(STORY, 1);
        Seen sick = arm().run(Arm.sick());
        assertThat(sick.observation().gates().stream().map(Series::name))
                .containsExactly(Story.IN_FLIGHT, Story.DELAY, Story.OFFERS);
        assertThat(sick.observation().delays()).containsExactly(Story.DELAY);
        assertThat(sick.figures().records()).isPositive();
        Seen cured = arm().runOnHeadgate(trouble.arm(List.of("receiver", "in-flight", "delay", "pool")));
        assertThat(cured.figures().throughput())
                .isGreaterThan(1.5 * sick.figures().throughput());
        assertThat(cured.figures().duplicated()).isZero();
    }

    @Test
    void eachFaultPutRightIsPutRightInThePipeline() throws Exception {
        Trouble trouble = new HotelAdsTrouble(STORY, 1);
        Seen seen = arm().run(trouble.arm(List.of("receiver", "in-flight", "delay", "pool")));
        assertThat(seen.observation().gates().stream().map(Series::name))
                .containsExactly(Story.IN_FLIGHT, Story.OFFERS);
        assertThat(seen.observation().gates().stream()
                        .map(series -> series.last().capacity()))
                .containsExactly(Story.FIXED_IN_FLIGHT, Story.FIXED_POOL);
        assertThat(seen.figures().records()).isPositive();
        assertThat(seen.figures().duplicated()).isZero();
    }

    private static AdsArm arm() {
        return new AdsArm(STORY, 1, kafka.bootstrap(), Duration.ofSeconds(4), Duration.ofSeconds(4));
    }
}
