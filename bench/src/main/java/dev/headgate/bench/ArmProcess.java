package dev.headgate.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.headgate.testkit.JavaProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** Runs one arm at a time in a JVM of its own and waits for its figures. */
final class ArmProcess {
    /**
     * slf4j-api brings a provider that logs nothing; naming it keeps whatever else is on the class path silent. The broker
     * gets it too.
     */
    static final String[] QUIET = {
        "-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider",
        "-Dslf4j.internal.verbosity=ERROR",
        "--enable-native-access=ALL-UNNAMED"
    };

    private static final int REASON_LINES = 3;
    /** For the JVM's start, joining the group, and closing. */
    private static final long ASIDE_MILLIS = 60_000;

    private final List<String> flags;
    private final ClassPaths classPaths;
    private final ObjectMapper json = new ObjectMapper();

    ArmProcess(List<String> flags, ClassPaths classPaths) {
        this.flags = flags;
        this.classPaths = classPaths;
    }

    /**
     * Blocks until the arm has answered or its time is up. The arm's JVM does not outlive this one.
     *
     * @throws ArmFailed with the reason the arm gave, if it gave no figures
     */
    ArmFigures run(ArmTask task) throws IOException, ArmFailed {
        Duration allowed =
                Duration.ofMillis(task.warmUpMillis() + task.windowMillis() + task.drainMillis() + ASIDE_MILLIS);
        JavaProcess process = JavaProcess.main(ArmMain.class)
                .classpath(classPaths.of(task.arm()))
                .jvmArgs(QUIET)
                .jvmArgs(flags.toArray(String[]::new))
                .args(json.writeValueAsString(task))
                .start();
        try {
            String answer = process.awaitLine(line -> line.startsWith(ArmMain.ANSWER), allowed);
            return json.readValue(answer.substring(ArmMain.ANSWER.length()), ArmFigures.class);
        } catch (IllegalStateException e) {
            throw new ArmFailed(reason(process, allowed));
        } finally {
            process.kill();
        }
    }

    private static String reason(JavaProcess process, Duration allowed) {
        List<String> lines = process.lastLines().stream()
                .filter(line -> !line.isBlank() && !line.startsWith("\tat ") && !line.startsWith("WARNING: "))
                .limit(REASON_LINES)
                .toList();
        OptionalInt status = process.waitFor(Duration.ZERO);
        String end = status.isPresent()
                ? "ended with status " + status.getAsInt()
                : "gave no answer within " + allowed.toSeconds() + " s";
        return lines.isEmpty() ? end : end + ": " + String.join(" / ", lines);
    }

    /** An arm that gave no figures; the message says why. */
    static final class ArmFailed extends Exception {
        private static final long serialVersionUID = 1;

        ArmFailed(String reason) {
            super(reason);
        }
    }
}
