package dev.headgate.cli;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --seed N}, for every command in which something is random. */
final class Seed {
    @Option(names = "--seed", paramLabel = "N", description = "Of everything random (default: a new one, printed).")
    @Nullable
    private Long given;

    /** The one given, or a new one. */
    long orNew() {
        return given == null ? ThreadLocalRandom.current().nextLong(Integer.MAX_VALUE) : given;
    }
}
