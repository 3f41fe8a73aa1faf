package dev.headgate.cli;

import dev.headgate.bench.BenchOptions;
import dev.headgate.bench.BenchResult;
import dev.headgate.bench.BridgeBench;
import dev.headgate.bench.BridgeBenchResult;
import dev.headgate.bench.IntakeBench;
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

/** {@code bench [NAME]}. */
@Command(
        name = "bench",
        description = "Runs the intake and its peers side by side, each in a JVM of its own.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {
    private static final String INTAKE = "intake";
    private static final String BRIDGE = "bridge";

    private final Terminal terminal;

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            defaultValue = INTAKE,
            description = "Which bench: " + INTAKE + ", peers side by side, or " + BRIDGE
                    + ", beside a bare reader and MirrorMaker 2 (default: ${DEFAULT-VALUE}).")
    String name = INTAKE;

    @Option(names = "--rounds", paramLabel = "N", description = "How often every arm runs (default: 3).")
    @Nullable
    Integer rounds;

    @Option(names = "--cells", paramLabel = "NAME", split = ",", description = "Some cells alone, such as 10ms-1000.")
    List<String> cells = List.of();

    @Option(names = "--arms", paramLabel = "NAME", split = ",", description = "Some arms alone.")
    List<String> arms = List.of();

    @Option(names = "--quick", description = "Short runs that show that all works; their figures are low.")
    boolean quick;

    @Mixin
    private ReportFile report = new ReportFile();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    BenchCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        if (name.equals(BRIDGE)) {
            return bridge();
        }
        if (!name.equals(INTAKE)) {
            throw new ParameterException(
                    spec.commandLine(), "there is no bench '" + name + "': choose " + INTAKE + " or " + BRIDGE);
        }
        BenchOptions options = Usage.checked(spec, this::options);
        report.check();
        BenchResult result = IntakeBench.run(options, terminal::line);
        result.table().forEach(terminal::line);
        report.write(result.report(), terminal);
        result.failures().forEach(terminal::error);
        return result.failures().isEmpty() ? 0 : 1;
    }

    private int bridge() throws Exception {
        BenchOptions chosen = Usage.checked(spec, () -> {
            BenchOptions options = BenchOptions.defaults().withQuick(quick);
            return rounds == null ? options : options.withRounds(rounds);
        });
        report.check();
        BridgeBenchResult result = BridgeBench.run(chosen, cells, terminal::line);
        result.table().forEach(terminal::line);
        report.write(result.report(), terminal);
        return 0;
    }

    private BenchOptions options() {
        BenchOptions options =
                BenchOptions.defaults().withCells(cells).withArms(arms).withQuick(quick);
        return rounds == null ? options : options.withRounds(rounds);
    }
}
