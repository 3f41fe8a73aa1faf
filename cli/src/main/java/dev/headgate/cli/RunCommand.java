package dev.headgate.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code run SYSTEM}: each system is a command below it. */
@Command(
        name = "run",
        description = "Runs a worked system under load, with a live view of its gates.",
        synopsisSubcommandLabel = "SYSTEM",
        mixinStandardHelpOptions = true)
final class RunCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "say which system to run: " + Headgate.choices(spec.commandLine()));
    }
}
