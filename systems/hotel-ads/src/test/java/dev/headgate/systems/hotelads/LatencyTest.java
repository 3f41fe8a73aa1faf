package dev.headgate.systems.hotelads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyTest {
    private static final int DRAWS = 200_000;

    private static LongStream nanos(String text) {
        Latency latency = Latency.parse(text);
        SplittableRandom random = new SplittableRandom(7);
        return LongStream.generate(() -> latency.sample(random).toNanos()).limit(DRAWS);
    }

    @Test
    void aPlainTimeIsAlwaysTheSame() {
        assertThat(nanos("20ms").distinct().toArray()).containsExactly(20_000_000L);
    }

    @Test
    void uniformStaysBetweenItsEndsAndMeetsTheMean() {
        var summary = nanos("uniform:10ms:30ms").summaryStatistics();
        assertThat(summary.getMin()).isGreaterThanOrEqualTo(10_000_000L);
        assertThat(summary.getMax()).isLessThanOrEqualTo(30_000_000L);
        assertThat(summary.getAverage()).isCloseTo(20e6, within(0.1e6));
    }

    @Test
    void logNormalMeetsTheMeanThatWasAskedForAndHasATail() {
        var summary = nanos("lognormal:20ms:2").summaryStatistics();
        assertThat(summary.getAverage()).isCloseTo(20e6, within(0.3e6));
        assertThat(summary.getMax()).isGreaterThan(150_000_000L);
    }

    @Test
    void logNormalIsNeverLongerThanItsWorstCase() {
        assertThat(nanos("lognormal:7s:2:30s").max().orElseThrow())
                .isEqualTo(Duration.ofSeconds(30).toNanos());
    }

    @ParameterizedTest
    @ValueSource(strings = {"20ms", "uniform:10ms:30ms", "lognormal:20ms:2.0:400ms"})
    void isWrittenAsItIsRead(String text) {
        assertThat(Latency.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fast",
                "uniform:30ms:10ms",
                "lognormal:20ms",
                "lognormal:20ms:0.5",
                "lognormal:2s:2:1s",
                "pareto:1s"
            })
    void saysWhatIsWrong(String text) {
        assertThatThrownBy(() -> Latency.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("give ");
    }
}
