package dev.headgate.cli;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Wrong usage: one line that says what to do, and exit code 2. */
final class Usage {
    private Usage() {}

    /** What {@code options} gives; what it refuses, by an {@link IllegalArgumentException}, is wrong usage. */
    static <T> T checked(CommandSpec command, Supplier<T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
