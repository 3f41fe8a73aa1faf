package dev.headgate.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --report FILE}, for every command that has a result. */
final class ReportFile {
    private static final JsonMapper JSON = new JsonMapper();

    @Option(names = "--report", paramLabel = "FILE", description = "Where to write the result as JSON.")
    @Nullable
    Path file;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec command;

    /** Says before a long run, and not after it, that the report could not be written. */
    void check() {
        if (file == null) {
            return;
        }
        if (Files.isDirectory(file) || (Files.exists(file) && !Files.isWritable(file))) {
            throw new ParameterException(
                    command.commandLine(), "--report " + file + " cannot be written: name another file");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new ParameterException(
                    command.commandLine(),
                    "--report " + file + " lies in a folder that does not exist: create it or name another");
        }
    }

    /** Writes the result, if a report is wanted, and says so. */
    void write(Object result, Terminal terminal) throws IOException {
        if (file != null) {
            Files.writeString(
                    file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.valueToTree(result)) + "\n");
            terminal.line("report written to " + file);
        }
    }
}
