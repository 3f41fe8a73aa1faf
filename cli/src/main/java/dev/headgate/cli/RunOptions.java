package dev.headgate.cli;

import dev.headgate.systems.hotelads.Durations;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of every {@code run}. */
final class RunOptions {
    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long records are produced, such as 30s or 2m (default: 30s).")
    @Nullable
    Duration time;

    @Option(names = "--rate", paramLabel = "N", description = "Records produced a second (default: 2500).")
    @Nullable
    Integer rate;

    @Option(
            names = "--rate-plan",
            paramLabel = "PLAN",
            description = "Rates one after the other, such as 20000x60s,500x60s, in place of --rate and --for.")
    @Nullable
    String ratePlan;

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "An existing Kafka, in place of the embedded one.")
    @Nullable
    String bootstrap;

    @Mixin
    ReportFile report = new ReportFile();

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Where /metrics is served for Prometheus (default: any free port).")
    int metricsPort;

    @Option(
            names = "--heap-marks",
            paramLabel = "TIME",
            split = ",",
            converter = DurationConverter.class,
            description = "When to collect garbage and note the heap in use, such as 20s,60s.")
    List<Duration> heapMarks = List.of();

    @Option(
            names = "--resize",
            paramLabel = "TIME:GATE=SLOTS",
            converter = Resize.Converter.class,
            description =
                    "Changes a gate's capacity on the way, such as 15s:offers-grpc=400, and shows what the doctor expects of it"
                            + " beside what is measured then; may be repeated.")
    List<Resize> resizes = List.of();

    @Option(
            names = "--drain",
            paramLabel = "TIME",
            defaultValue = "10m",
            converter = DurationConverter.class,
            description = "How long what was produced may take to be completed after that (default: ${DEFAULT-VALUE}).")
    Duration drain = Duration.ofMinutes(10);

    /** Durations such as 30s, with a message that says what is wrong. */
    static final class DurationConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                return Durations.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
