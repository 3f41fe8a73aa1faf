package dev.headgate.systems.hotelads;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The running price feed, seen from its parent. Safe for use by any thread. */
final class Feed implements AutoCloseable {
    private final Process process;
    private final CompletableFuture<Long> started = new CompletableFuture<>();
    private final CompletableFuture<Produced> finished = new CompletableFuture<>();
    private volatile Produced latest = Produced.NOTHING;

    private Feed(Process process) {
        this.process = process;
    }

    /** Starts the process, with the class path and the Java of this one. */
    static Feed start(PriceFeed.Args args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PriceFeed.class.getName()));
        command.addAll(List.of(args.toArray()));
        try {
            Feed feed = new Feed(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
            Thread.ofVirtual().name("price-feed").start(feed::read);
            return feed;
        } catch (IOException e) {
            throw new UncheckedIOException("The price feed's process could not be started: " + e.getMessage(), e);
        }
    }

    private void read() {
        String last = "nothing";
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!take(line) && !line.isBlank()) {
                    last = line;
                }
            }
            int code = process.waitFor();
            fail(new IllegalStateException(
                    "The price feed ended early with exit code " + code + "; the last that it said was: " + last));
        } catch (IOException e) {
            fail(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(e);
        }
    }

    private boolean take(String line) {
        if (line.equals("started")) {
            started.complete(System.nanoTime());
        } else if (line.startsWith("progress ")) {
            latest = Produced.parse(line.substring("progress ".length()));
        } else if (line.startsWith("done ")) {
            latest = Produced.parse(line.substring("done ".length()));
            finished.complete(latest);
        } else {
            return false;
        }
        return true;
    }

    private void fail(Exception failure) {
        started.completeExceptionally(failure);
        finished.completeExceptionally(failure);
    }

    /**
     * Completes when the first price is about to be sent, with that moment on {@link System#nanoTime}; fails if the process ends
     * before.
     */
    CompletableFuture<Long> started() {
        return started;
    }

    /** Completes with the final figures once everything sent was acknowledged or given up; fails if the process ends before. */
    CompletableFuture<Produced> finished() {
        return finished;
    }

    /** The figures so far, up to a fifth of a second old. */
    Produced latest() {
        return latest;
    }

    long pid() {
        return process.pid();
    }

    /** Asks the feed to send no more; {@link #finished} completes soon after. */
    void stop() {
        try {
            Writer input = process.outputWriter(StandardCharsets.UTF_8);
            input.write("stop\n");
            input.flush();
        } catch (IOException e) {
            // The process has ended already, which is what was wanted.
        }
    }

    /** Closes the feed's standard input, as the end of this process would; for tests. */
    void hangUp() throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).close();
    }

    /** Ends the process if it still runs. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
