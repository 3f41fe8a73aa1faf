package dev.headgate.load;

import dev.headgate.testkit.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A load of POST requests that is running. The model is open: requests come at the rate asked for, however long the ones before take, so
 * that a stalled server is not spared the requests that it would have got (no coordinated omission).
 *
 * <p>Gatling makes it, in a JVM of its own, which takes a few seconds to start. Connections are kept alive and shared. Safe for use by
 * any thread.
 */
public final class OpenLoad implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);

    private final JavaProcess child;
    private final List<Step> steps;
    private final Duration timeout;
    private final Path file;

    private OpenLoad(JavaProcess child, List<Step> steps, Duration timeout, Path file) {
        this.child = child;
        this.steps = steps;
        this.timeout = timeout;
        this.file = file;
    }

    /**
     * Starts the load. Blocks until the first request is about to be sent: a few seconds.
     *
     * @param url the requests go there, with content type JSON
     * @param body of a request: {@code #{id}} stands for a random UUID, the same wherever it stands in one body; the rest is Gatling's
     *     expression language, such as {@code #{randomInt(1,50)}}
     * @param timeout after which a request counts as not answered
     * @param steps one after the other
     * @throws IllegalStateException when Gatling does not start; the message has its last words
     */
    public static OpenLoad start(URI url, String body, Duration timeout, List<Step> steps) {
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("A load needs at least one step");
        }
        try {
            Path dir = Files.createTempDirectory("headgate-load");
            Path file = dir.resolve("answers.csv");
            List<String> args =
                    new ArrayList<>(List.of(url.toString(), body, String.valueOf(timeout.toMillis()), file.toString()));
            steps.forEach(step -> args.add(step.text()));
            JavaProcess child = JavaProcess.main(LoadMain.class)
                    .jvmArgs(
                            // Out of the box it calls its makers' host, to warm up and to report use.
                            "-Dgatling.http.warmUpUrl=",
                            "-Dgatling.data.enableAnalytics=false",
                            "-Dgatling.data.writers.0=console",
                            "-Xmx256m",
                            "-XX:+UseSerialGC",
                            "--add-opens=java.base/java.lang=ALL-UNNAMED")
                    .args(args.toArray(String[]::new))
                    .start();
            OpenLoad load = new OpenLoad(child, List.copyOf(steps), timeout, file);
            try {
                child.awaitLine(LoadMain.STARTED::equals, START);
            } catch (IllegalStateException e) {
                load.close();
                throw e;
            }
            return load;
        } catch (IOException e) {
            throw new UncheckedIOException("No temporary folder for the answers of a load", e);
        }
    }

    /** How long all steps take together. */
    public Duration length() {
        return steps.stream().map(Step::length).reduce(Duration.ZERO, Duration::plus);
    }

    /**
     * Blocks until all steps are over and every request is answered or timed out.
     *
     * @throws IllegalStateException when the load ended otherwise; the message has its last words
     */
    public LoadResult await() {
        OptionalInt exit = child.waitFor(length().plus(timeout).plus(START));
        if (exit.isEmpty() || exit.getAsInt() != 0) {
            String how = exit.isEmpty() ? "does not end" : "ended with " + exit.getAsInt();
            throw new IllegalStateException(
                    "The load " + how + ". Its last lines:\n" + String.join("\n", child.lastLines()));
        }
        try (var lines = Files.lines(file)) {
            return LoadResult.of(steps, lines.map(Answer::parse).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("The answers of the load cannot be read from " + file, e);
        }
    }

    /** Ends the load if it still runs, and removes its files. Closing twice is harmless. */
    @Override
    public void close() {
        child.close();
        if (!Files.exists(file.getParent())) {
            return;
        }
        try (Stream<Path> files = Files.walk(file.getParent())) {
            files.sorted(Comparator.reverseOrder()).forEach(old -> old.toFile().delete());
        } catch (IOException e) {
            // A temporary folder that stays is no reason to fail a run that is over.
            System.getLogger(OpenLoad.class.getName()).log(System.Logger.Level.DEBUG, "Not removed: " + file, e);
        }
    }
}
