package dev.headgate.cli;

import dev.headgate.systems.hotelads.Setup;
import dev.headgate.testkit.EmbeddedKafka;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code run hotel-ads}. */
@Command(
        name = "hotel-ads",
        description = "Hotel prices from Kafka, looked up over gRPC, pushed to an ads service over HTTP.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class HotelAdsCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final RunOptions run = new RunOptions();

    @Mixin
    private final HotelAdsOptions options = new HotelAdsOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    HotelAdsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        Setup setup = Usage.checked(spec, () -> options.setup(run));
        run.report.check();
        if (run.bootstrap != null) {
            return run(setup, run.bootstrap);
        }
        terminal.line("starting an embedded Kafka ...");
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            return run(setup, kafka.bootstrap());
        }
    }

    private int run(Setup setup, String bootstrap) throws Exception {
        RunSummary summary = Usage.checked(spec, () -> new HotelAdsRun(terminal, setup, run).run(bootstrap));
        summary.lines(terminal.interactive()).forEach(terminal::line);
        run.report.write(summary.report(), terminal);
        if (!summary.complete()) {
            terminal.error(
                    summary.drained()
                            ? "the books do not balance: a price was lost, doubled or not acknowledged"
                            : "not all prices were completed in time: give the drain longer with --drain");
        }
        return summary.complete() ? 0 : 1;
    }
}
