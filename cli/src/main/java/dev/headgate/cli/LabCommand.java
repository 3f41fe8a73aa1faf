package dev.headgate.cli;

import dev.headgate.lab.Lab;
import dev.headgate.lab.LabOptions;
import dev.headgate.lab.LabResult;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab INCIDENT}. */
@Command(
        name = "lab",
        description = "Replays an incident with chosen faults fixed: what the doctor expects beside what is measured.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class LabCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(arity = "0..1", paramLabel = "INCIDENT", description = "Which incident; --list shows them.")
    @Nullable
    String incident;

    @Option(names = "--list", description = "Shows the incidents and their faults.")
    boolean list;

    @Option(
            names = "--fix",
            paramLabel = "FAULT",
            split = ",",
            description = "The faults to switch off, together; without it every single one and a few more are run.")
    List<String> fixes = List.of();

    @Option(names = "--all", description = "Every combination of faults.")
    boolean all;

    @Option(names = "--all-incidents", description = "All of them, each with the fixes worth running.")
    boolean allIncidents;

    @Option(
            names = "--count",
            paramLabel = "N",
            description =
                    "So many instances with drawn capacities, times and distributions, in place of the standard ones.")
    int count;

    @Mixin
    private Seed seed = new Seed();

    @Option(names = "--quick", description = "Short arms that show that all works; their figures are rough.")
    boolean quick;

    @Mixin
    private ReportFile report = new ReportFile();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    LabCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        if (list) {
            Lab.list().forEach(terminal::line);
            return 0;
        }
        LabOptions options = Usage.checked(spec, this::options);
        report.check();
        LabResult result = Lab.run(options, terminal::line);
        result.table().forEach(terminal::line);
        report.write(result.report(), terminal);
        return 0;
    }

    private LabOptions options() {
        boolean several = allIncidents || count > 0;
        if (incident == null && !several) {
            throw wrong("say which incident, or --all-incidents; --list shows them");
        }
        if (incident != null && allIncidents) {
            throw wrong("--all-incidents runs all of them: leave out '" + incident + "'");
        }
        long chosen = seed.orNew();
        LabOptions options = incident == null ? LabOptions.allIncidents(chosen) : LabOptions.of(incident, chosen);
        return options.fixing(fixes).everyCombination(all).shuffled(count).quick(quick);
    }

    private ParameterException wrong(String advice) {
        return new ParameterException(spec.commandLine(), advice);
    }
}
