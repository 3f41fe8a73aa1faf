package dev.headgate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The file that {@code --report} names. */
final class ReportFile {
    private static final JsonMapper JSON = new JsonMapper();

    private ReportFile() {}

    /** Says before a long run, and not after it, that the report could not be written. */
    static void check(@Nullable Path file, CommandLine command) {
        if (file == null) {
            return;
        }
        if (Files.isDirectory(file) || (Files.exists(file) && !Files.isWritable(file))) {
            throw new ParameterException(command, "--report " + file + " cannot be written: name another file");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new ParameterException(
                    command, "--report " + file + " lies in a folder that does not exist: create it or name another");
        }
    }

    static void write(Path file, JsonNode report) throws IOException {
        Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(report) + "\n");
    }
}
