package dev.headgate.soak;

import dev.headgate.testkit.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One life of a process with an intake, as its parent sees it. Ends with the parent. Safe for use by any thread, one call of
 * {@link #stats} or {@link #heap} at a time.
 */
final class Member implements Deliveries.Life, AutoCloseable {
    private static final Duration TO_START = Duration.ofSeconds(60);
    private static final Duration TO_ANSWER = Duration.ofSeconds(30);
    private static final Duration TO_LEAVE = Duration.ofSeconds(60);

    private final JavaProcess process;
    private final Journal journal;
    private final String name;
    private final int life;
    private final Path commits;
    private volatile @Nullable String failure;
    private volatile boolean ended;

    private Member(
            MemberSettings settings,
            Journal journal,
            String name,
            int life,
            Path commits,
            int heapMiB,
            Consumer<String> printed) {
        this.journal = journal;
        this.name = name;
        this.life = life;
        this.commits = commits;
        this.process = JavaProcess.main(MemberMain.class)
                .jvmArgs(
                        "-Xmx" + heapMiB + "m",
                        "-XX:+UseSerialGC",
                        "-Dlogback.configurationFile=dev/headgate/soak/soak-logback.xml")
                .args(settings.args())
                .onLine(line -> heard(line, printed))
                .start();
    }

    /** Starts it and blocks until its intake runs; whether it has partitions yet is not known then. */
    static Member start(
            MemberSettings settings,
            Journal journal,
            String name,
            int life,
            Path commits,
            int heapMiB,
            Consumer<String> printed) {
        Member member = new Member(settings, journal, name, life, commits, heapMiB, printed);
        try {
            member.process.awaitLine(line -> line.equals("started"), TO_START);
            return member;
        } catch (IllegalStateException e) {
            member.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int life() {
        return life;
    }

    Path commits() {
        return commits;
    }

    private void heard(String line, Consumer<String> printed) {
        if (line.startsWith("failed ")) {
            failure = line;
        }
        boolean answer = line.startsWith("stats ")
                || line.startsWith("heap ")
                || line.startsWith("stuck ")
                || line.equals("started")
                || line.equals("left");
        if (!answer) {
            printed.accept(name + ": " + line);
        }
    }

    /** Whether it was neither killed nor asked to leave. */
    boolean isRunning() {
        return !ended;
    }

    /** @throws IllegalStateException if it has ended by itself, or its intake has failed */
    void check() {
        if (failure != null || !process.isAlive()) {
            throw new IllegalStateException(name + (failure == null ? " has ended by itself" : " " + failure)
                    + ". Its last lines:\n" + String.join("\n", process.lastLines()));
        }
    }

    /** Blocks until it has begun with the record that it is never to finish. */
    void awaitStuck(Duration patience) {
        process.awaitLine(line -> line.startsWith("stuck "), patience);
    }

    /** What its intake says of itself now, by name. */
    Map<String, Long> stats() {
        process.send("stats");
        String line = process.awaitLine(answer -> answer.startsWith("stats "), TO_ANSWER);
        Map<String, Long> stats = new HashMap<>();
        for (String word : line.substring("stats ".length()).split(" ", -1)) {
            int equals = word.indexOf('=');
            stats.put(word.substring(0, equals), Long.valueOf(word.substring(equals + 1)));
        }
        return stats;
    }

    /** Bytes on its heap after a collection. */
    long heap() {
        process.send("heap");
        return Long.parseLong(process.awaitLine(answer -> answer.startsWith("heap "), TO_ANSWER)
                .substring("heap ".length()));
    }

    /** SIGKILL; blocks until it is gone. */
    void kill() {
        check();
        ended = true;
        process.kill();
        journal.append(Event.Kind.KILLED, life, 0, 0, 0);
    }

    /**
     * Closes its intake and ends it; blocks until it is gone.
     *
     * @throws IllegalStateException if it does not end in order
     */
    void leave() {
        check();
        ended = true;
        journal.append(Event.Kind.LEAVING, life, 0, 0, 0);
        process.send("leave");
        int code = process.waitFor(TO_LEAVE).orElse(-1);
        if (code != 0) {
            throw new IllegalStateException(name + " did not leave in order (" + code + "). Its last lines:\n"
                    + String.join("\n", process.lastLines()));
        }
        journal.append(Event.Kind.LEFT, life, 0, 0, 0);
    }

    /** Ends it in whatever state it is. */
    @Override
    public void close() {
        ended = true;
        process.close();
    }
}
