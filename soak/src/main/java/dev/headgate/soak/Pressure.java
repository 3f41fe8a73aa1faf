package dev.headgate.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether the machine had processors to spare: the share of the time in which something that could run had to wait for one. Where
 * the processors are taken by others, how fast a reader is says nothing about it.
 *
 * <p>From Linux's pressure stall information ({@code /proc/pressure/cpu}); where there is none, the machine is taken to be free.
 */
final class Pressure {
    /** Above this share, what depends on the machine's speed is not judged. */
    private static final double TOO_MUCH = 0.9;

    private static final Path FILE = Path.of("/proc/pressure/cpu");
    private static final Pattern TOTAL = Pattern.compile("some .*total=(\\d+)");

    private final long startNanos = System.nanoTime();
    private final long startMicros = totalMicros();

    private Pressure() {}

    /** From now on. */
    static Pressure measure() {
        return new Pressure();
    }

    /** 0..1, since the beginning. */
    double share() {
        double micros = (System.nanoTime() - startNanos) / 1e3;
        return Math.min(1, (totalMicros() - startMicros) / Math.max(1, micros));
    }

    private static long totalMicros() {
        try {
            Matcher total = TOTAL.matcher(Files.readString(FILE));
            return total.find() ? Long.parseLong(total.group(1)) : 0;
        } catch (IOException notLinux) {
            return 0;
        }
    }

    /**
     * Something that holds only on a machine with processors to spare. Call it right after the time in question.
     *
     * @param what a sentence
     * @param measured what was seen
     */
    SoakResult.Check check(String what, boolean held, String measured) {
        double share = share();
        if (!held && share > TOO_MUCH) {
            return new SoakResult.Check(
                    what,
                    SoakResult.Verdict.NOT_JUDGED,
                    true,
                    String.format(
                            "%s; something waited for a processor for %.0f %% of the time", measured, 100 * share));
        }
        return new SoakResult.Check(what, held ? SoakResult.Verdict.HELD : SoakResult.Verdict.FAILED, true, measured);
    }
}
