package dev.headgate.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.headgate.soak.Soak;
import dev.headgate.soak.SoakOptions;
import dev.headgate.soak.SoakResult;
import dev.headgate.soak.Soaks;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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

    @Option(names = "--seed", paramLabel = "N", description = "Of what is random in it (default: a new one, printed).")
    @Nullable
    Long seed;

    @Option(names = "--report", paramLabel = "FILE", description = "Where to write the result as JSON.")
    @Nullable
    Path report;

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
        Soak soak;
        SoakOptions options;
        try {
            soak = Soaks.named(name);
            options = options(soak);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        ReportFile.check(report, spec.commandLine());
        terminal.line(soak.name() + ": " + soak.description());
        terminal.line("with " + options);
        SoakResult result = soak.run(options, terminal::line);
        result.lines().forEach(terminal::line);
        if (report != null) {
            ReportFile.write(report, new JsonMapper().valueToTree(result));
            terminal.line("report written to " + report);
        }
        if (!result.passed()) {
            terminal.error("soak " + soak.name() + " failed: see the checks above; --seed " + options.seed()
                    + " runs it again");
        }
        return result.passed() ? 0 : 1;
    }

    private SoakOptions options(Soak soak) {
        long chosen = seed == null ? ThreadLocalRandom.current().nextLong(Integer.MAX_VALUE) : seed;
        SoakOptions options = quick ? SoakOptions.quick(soak, chosen) : SoakOptions.full(soak, chosen);
        for (Map.Entry<String, Long> number : numbers.entrySet()) {
            options = options.with(number.getKey(), number.getValue());
        }
        return options;
    }
}
