package dev.headgate.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs one arm in a JVM of its own and waits for its figures. */
final class ArmProcess {
    private static final int REASON_LINES = 3;
    /** For the JVM's start, joining the group, and closing. */
    private static final long ASIDE_MILLIS = 60_000;

    private final List<String> flags;
    private final Path scratch;
    private final ChildJvm ours;
    private final ChildJvm peers;
    private final ObjectMapper json = new ObjectMapper();

    /** @param scratch a directory for the arms' output */
    ArmProcess(List<String> flags, Path scratch) throws IOException {
        this.flags = flags;
        this.scratch = scratch;
        this.ours = ChildJvm.same();
        this.peers = ChildJvm.forPeers(scratch);
    }

    /**
     * Blocks until the arm has answered or its time is up.
     *
     * @throws ArmFailed with the reason the arm gave, if it gave no figures
     */
    ArmFigures run(ArmTask task) throws IOException, InterruptedException, ArmFailed {
        Path out = scratch.resolve(task.group() + ".out");
        Path err = scratch.resolve(task.group() + ".err");
        ChildJvm jvm = task.arm().isPeer() ? peers : ours;
        Process process = jvm.builder(flags, ArmMain.class, List.of(json.writeValueAsString(task)))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        Thread hook = Thread.ofPlatform().unstarted(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            long allowed = task.warmUpMillis() + task.windowMillis() + task.drainMillis() + ASIDE_MILLIS;
            if (!process.waitFor(allowed, TimeUnit.MILLISECONDS)) {
                throw new ArmFailed("did not end within " + allowed / 1_000 + " s and was killed");
            }
            return answer(process.exitValue(), out, err);
        } finally {
            process.destroyForcibly().waitFor();
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    private ArmFigures answer(int status, Path out, Path err) throws IOException, ArmFailed {
        for (String line : Files.readAllLines(out)) {
            if (line.startsWith(ArmMain.ANSWER)) {
                return json.readValue(line.substring(ArmMain.ANSWER.length()), ArmFigures.class);
            }
        }
        List<String> reason = Files.readAllLines(err).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("\tat ") && !line.startsWith("WARNING: "))
                .limit(REASON_LINES)
                .toList();
        throw new ArmFailed("ended with status " + status + ": " + String.join(" / ", reason));
    }

    /** An arm that gave no figures; the message says why. */
    static final class ArmFailed extends Exception {
        private static final long serialVersionUID = 1;

        ArmFailed(String reason) {
            super(reason);
        }
    }
}
