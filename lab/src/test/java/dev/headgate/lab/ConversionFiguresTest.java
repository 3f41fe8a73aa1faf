package dev.headgate.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.doctor.Confidence;
import dev.headgate.doctor.probe.BrokerRates;
import dev.headgate.doctor.probe.BrokerVerdict;
import dev.headgate.doctor.probe.Conversion;
import dev.headgate.doctor.probe.RequestHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sums over slices, from slices made by hand. */
class ConversionFiguresTest {

    private static ConversionFigures.Slice slice(
            Conversion conversion, double seconds, double cpuSeconds, double conversionsPerSecond, double waiting) {
        BrokerRates rates = new BrokerRates(
                seconds,
                1_000,
                1_000 / seconds,
                conversionsPerSecond,
                0,
                Map.of(),
                Map.of(0, 1.0),
                new RequestHandlers(4, 0.5, true, waiting, 0),
                cpuSeconds / seconds,
                2);
        Confidence confidence = new Confidence(Confidence.Grade.LIKELY, List.of(), List.of(), "");
        return new ConversionFigures.Slice(
                1_000, seconds, cpuSeconds, new BrokerVerdict(conversion, rates, confidence));
    }

    @Test
    void slicesWeighAsMuchAsTheyAreLong() {
        ConversionFigures figures = new ConversionFigures();
        figures.add(slice(new Conversion.UpConverted(false), 1, 0.004, 1_000, 4));
        figures.add(slice(new Conversion.UpConverted(false), 3, 0.008, 200, 0));
        assertThat(figures.throughput()).isEqualTo(500);
        assertThat(figures.cpuSecondsPerMillion()).isCloseTo(6, within(1e-9));
        assertThat(figures.brokerCores()).isCloseTo(0.003, within(1e-9));
        assertThat(figures.conversions()).isEqualTo(1_600);
        assertThat(figures.conversionsPerSecond()).isCloseTo(400, within(1e-9));
        assertThat(figures.waiting()).isCloseTo(1, within(1e-9));
        assertThat(figures.handlersBusy()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void toNameNothingIsRightOnlyForWhoCouldTell() {
        ConversionFigures figures = new ConversionFigures();
        figures.add(slice(new Conversion.None(), 1, 0, 0, 0));
        figures.add(slice(new Conversion.Unknown("it rains"), 1, 0, 0, 0));
        figures.add(slice(new Conversion.Recompressed(), 1, 0, 0, 0));
        assertThat(figures.named(List.of())).isEqualTo(1);
        assertThat(figures.named(List.of("recompression"))).isEqualTo(1);
        assertThat(figures.named(List.of("up-conversion"))).isZero();
        assertThat(figures.looks()).isEqualTo(3);
    }
}
