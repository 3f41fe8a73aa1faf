package dev.headgate.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Distributions have the mean and the spread that they promise. */
class TimesTest {

    private static double promised(Times.Shape shape) {
        return switch (shape) {
            case CONSTANT -> 0;
            case UNIFORM -> 1 / Math.sqrt(12);
            case LOGNORMAL -> 0.5;
            case EXPONENTIAL -> 1;
        };
    }

    @ParameterizedTest
    @EnumSource(Times.Shape.class)
    void meanAndSpreadAreAsPromised(Times.Shape shape) {
        SplittableRandom random = new SplittableRandom(5);
        Times times = new Times(shape, 20);
        int draws = 200_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < draws; i++) {
            double millis = times.nanos(random.nextDouble()) / 1e6;
            assertThat(millis).isGreaterThanOrEqualTo(0);
            sum += millis;
            squares += millis * millis;
        }
        double mean = sum / draws;
        double deviation = Math.sqrt(Math.max(0, squares / draws - mean * mean));
        assertThat(mean).isCloseTo(20, within(0.2));
        assertThat(deviation / mean).isCloseTo(promised(shape), within(0.01));
    }
}
