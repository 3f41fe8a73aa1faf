package dev.headgate.load;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Takes down every request, a line each. Gatling makes its simulation by name, so the one ledger of the JVM is static. Safe for use by any thread. */
final class Ledger {
    private static volatile Ledger current = closed();

    private final BufferedWriter out;

    private Ledger(BufferedWriter out) {
        this.out = out;
    }

    private static Ledger closed() {
        return new Ledger(new BufferedWriter(java.io.Writer.nullWriter()));
    }

    static void open(Path file) throws IOException {
        current = new Ledger(Files.newBufferedWriter(file));
    }

    static void close() throws IOException {
        current.out.close();
    }

    static void record(Answer answer) {
        try {
            // A BufferedWriter has a lock of its own: a line is one call.
            current.out.write(answer.text() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("The answer cannot be taken down: is the disk full?", e);
        }
    }
}
