package dev.headgate.cli;

import dev.headgate.soak.Soak;
import dev.headgate.soak.SoakOptions;
import dev.headgate.soak.SoakResult;
import dev.headgate.soak.Soaks;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code soak NAME}. */
@Command(
        name = "soak",
        description = "Runs a long proof of what the intake promises, at full size.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class SoakCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Which soak; without it they are listed.")
    @Nullable
    String name;

    @Option(names = "--quick", description = "The sizes of CI: less than a minute.")
    boolean quick;

    @Option(
            names = "--set",
            paramLabel = "OPTION=N",
            description = "Another number for one of the soak's own options; may be repeated.")
    Map<String, Long> numbers = new LinkedHashMap<>();

    @Mixin
    private Seed seed = new Seed();

    @Mixin
    private ReportFile report = new ReportFile();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    SoakCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        if (name == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "say which soak: " + Soaks.all().stream().map(Soak::name).collect(Collectors.joining(", ")));
        }
        String wanted = name;
        Soak soak = Usage.checked(spec, () -> Soaks.named(wanted));
        SoakOptions options = Usage.checked(spec, () -> options(soak));
        report.check();
        terminal.line(soak.name() + ": " + soak.description());
        terminal.line("with " + options);
        SoakResult result = soak.run(options, terminal::line);
        result.lines().forEach(terminal::line);
        report.write(result, terminal);
        if (!result.passed()) {
            terminal.error("soak " + soak.name() + " failed: see the checks above; --seed " + options.seed()
                    + " runs it again");
        }
        return result.passed() ? 0 : 1;
    }

    private SoakOptions options(Soak soak) {
        long chosen = seed.orNew();
        SoakOptions options = quick ? SoakOptions.quick(soak, chosen) : SoakOptions.full(soak, chosen);
        for (Map.Entry<String, Long> number : numbers.entrySet()) {
            options = options.with(number.getKey(), number.getValue());
        }
        return options;
    }
}
