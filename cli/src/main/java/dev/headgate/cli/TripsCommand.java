package dev.headgate.cli;

import dev.headgate.load.Step;
import dev.headgate.systems.trips.Arm;
import dev.headgate.systems.trips.TripsSetup;
import dev.headgate.testkit.KafkaProcess;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code run trips}. */
@Command(
        name = "trips",
        description = "Rides are completed by HTTP: what the rider waits for, and what is done later through Kafka.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class TripsCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Option(
            names = "--arm",
            paramLabel = "ARM",
            defaultValue = "outbox",
            converter = ArmConverter.class,
            description =
                    "sync: all in the request; async: an event sent; outbox: an event in the transaction (default: ${DEFAULT-VALUE}).")
    private Arm arm = Arm.OUTBOX;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = RunOptions.DurationConverter.class,
            description = "How long riders come, such as 30s or 2m (default: ${DEFAULT-VALUE}).")
    private Duration time = Duration.ofSeconds(30);

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "120",
            description = "Trips completed a second (default: ${DEFAULT-VALUE}).")
    private double rate = 120;

    @Option(
            names = "--scale",
            paramLabel = "N",
            defaultValue = "3",
            description = "By which the story's times are multiplied (default: ${DEFAULT-VALUE}).")
    private double scale = 3;

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "An existing Kafka, in place of one of its own.")
    private @Nullable String bootstrap;

    @Mixin
    private ReportFile report = new ReportFile();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    TripsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        Step step = Usage.checked(spec, () -> new Step("run", rate, time));
        if (!(scale > 0) || scale > 100) {
            throw new picocli.CommandLine.ParameterException(
                    spec.commandLine(), "--scale is above 0 and at most 100, not " + scale);
        }
        report.check();
        if (bootstrap != null) {
            return run(step, bootstrap);
        }
        terminal.line("starting Kafka ...");
        try (KafkaProcess kafka = KafkaProcess.launch()) {
            return run(step, kafka.bootstrap());
        }
    }

    private int run(Step step, String kafka) throws Exception {
        TripsSummary summary = new TripsRun(terminal, TripsSetup.of(arm), scale, step).run(kafka);
        summary.lines(terminal.interactive()).forEach(terminal::line);
        report.write(summary.report(), terminal);
        if (!summary.complete()) {
            terminal.error(
                    "the books do not balance: a trip that got an answer was not recorded, or a group has not done one");
        }
        return summary.complete() ? 0 : 1;
    }

    /** Arms by the names that the service has for them. */
    static final class ArmConverter implements picocli.CommandLine.ITypeConverter<Arm> {
        @Override
        public Arm convert(String text) {
            for (Arm arm : Arm.values()) {
                if (arm.property().equals(text)) {
                    return arm;
                }
            }
            throw new picocli.CommandLine.TypeConversionException(
                    "'" + text + "' is no arm: choose sync, async or outbox");
        }
    }
}
