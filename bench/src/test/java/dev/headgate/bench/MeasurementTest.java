package dev.headgate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementTest {
    private static Sample sample(double seconds, long handled, double cpu) {
        return new Sample((long) (seconds * 1e9), handled, cpu, 10 + seconds / 2, 100 + 2 * seconds);
    }

    @Test
    void aRunThatReachesItsTargetIsRatedOverTheSecondHalfOfItsRecords() {
        List<Sample> samples = List.of(
                sample(0, 0, 1), sample(1, 100, 2), sample(3, 500, 5), sample(4, 1_000, 6), sample(5, 1_500, 7));

        Measurement measured = Measurement.of(samples, 1_000, 1, 2);

        assertThat(measured.cutOff()).isFalse();
        assertThat(measured.records()).isEqualTo(900);
        assertThat(measured.perSecondAll()).isCloseTo(300, within(1e-6));
        assertThat(measured.perSecond()).isCloseTo(500, within(1e-6));
        assertThat(measured.cpuSecondsAll()).isCloseTo(4 / 900.0 * 1e6, within(1e-6));
        assertThat(measured.cpuSeconds()).isCloseTo(1 / 500.0 * 1e6, within(1e-6));
    }

    @Test
    void aRunThatIsCutOffIsRatedAfterItsWarmUp() {
        List<Sample> samples = List.of(sample(0, 0, 0), sample(1, 10, 1), sample(3, 20, 2), sample(7, 100, 3));

        Measurement measured = Measurement.of(samples, 1_000, 2_000_000_000L, 2);

        assertThat(measured.cutOff()).isTrue();
        assertThat(measured.perSecond()).isCloseTo(20, within(1e-6));
        assertThat(measured.perSecondAll()).isCloseTo(15, within(1e-6));
    }

    @Test
    void whatNeitherTheArmNorTheBrokerUsedIsTheStrangers() {
        List<Sample> samples = List.of(sample(1, 10, 1), sample(3, 1_000, 2));

        Measurement measured = Measurement.of(samples, 1_000, 1, 2);

        // Two seconds of two cores; the machine was busy for 4 s, the arm for 1 s, the broker for 1 s.
        assertThat(measured.brokerCpuShare()).isCloseTo(0.25, within(1e-6));
        assertThat(measured.strangerCpuShare()).isCloseTo(0.5, within(1e-6));
    }

    @Test
    void noProgressIsNoRate() {
        List<Sample> samples = List.of(sample(0, 0, 0), sample(1, 5, 0), sample(9, 5, 0));

        assertThatThrownBy(() -> Measurement.of(samples, 10, 1, 2)).hasMessageContaining("too few");
    }
}
