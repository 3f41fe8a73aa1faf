package dev.headgate.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The entry of the command line. Exit codes: 0 when all was done that was asked for, 1 when it was not, 2 for wrong usage. */
@Command(
        name = "headgate",
        description = "Pull-based Kafka processing in which no queue is hidden.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        version = "Headgate 0.1.0",
        footer = {"", "./headgate test runs everything that CI runs."})
public final class Headgate implements Runnable {
    private static final int FAILED = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    private Headgate() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(execute(Terminal.system(), args));
    }

    /** Runs a command; what it has to say goes to the terminal. */
    static int execute(Terminal terminal, String... args) {
        CommandLine run = new CommandLine(new RunCommand());
        run.addSubcommand(new HotelAdsCommand(terminal));
        run.addSubcommand(new TripsCommand(terminal));
        CommandLine line = new CommandLine(new Headgate());
        line.addSubcommand(run);
        line.addSubcommand(new BenchCommand(terminal));
        line.addSubcommand(new SoakCommand(terminal));
        line.addSubcommand(new LabCommand(terminal));
        line.addSubcommand(new BridgeCommand(terminal));
        line.addSubcommand(new DoctorCommand(terminal));
        line.setOut(new PrintWriter(terminal.out(), true));
        line.setErr(new PrintWriter(terminal.err(), true));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((wrong, words) -> {
            terminal.error(advice(wrong));
            return CommandLine.ExitCode.USAGE;
        });
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            terminal.error(String.valueOf(failure.getMessage()));
            if (failure instanceof IllegalArgumentException) {
                return CommandLine.ExitCode.USAGE; // Only what the user set can be wrong with what the library refuses.
            }
            if (!(failure instanceof IllegalStateException)) {
                failure.printStackTrace(terminal.err());
            }
            return FAILED;
        });
        return line.execute(args);
    }

    /** One line that says what is wrong and what to do. */
    private static String advice(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        String help = "see ./" + command.getCommandSpec().qualifiedName() + " --help";
        if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()
                && !command.getSubcommands().isEmpty()) {
            String word = unmatched.getUnmatched().getFirst();
            String kind = command.getParent() == null ? "command" : "system";
            if (!word.startsWith("-")) {
                return "there is no " + kind + " '" + word + "': choose " + choices(command) + ", or " + help;
            }
        }
        return String.valueOf(wrong.getMessage()).replace('\n', ' ') + ": " + help;
    }

    static String choices(CommandLine command) {
        List<String> names = command.getSubcommands().keySet().stream().sorted().toList();
        return names.size() == 1
                ? names.getFirst()
                : String.join(", ", names.subList(0, names.size() - 1)) + " or " + names.getLast();
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "choose a command: " + choices(spec.commandLine()));
    }
}
