package dev.headgate.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a command prints.
 *
 * @param out results
 * @param err what went wrong
 * @param interactive whether a person watches {@code out}: only then are lines replaced in place and coloured
 */
record Terminal(PrintStream out, PrintStream err, boolean interactive) {

    /** This process's own. The launcher knows whether its standard output is a terminal; Java 21 does not. */
    static Terminal system() {
        return new Terminal(
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
                System.err,
                Boolean.getBoolean("headgate.terminal"));
    }

    void line(String text) {
        out.println(text);
        out.flush();
    }

    void error(String text) {
        err.println("headgate: " + text);
        err.flush();
    }
}
