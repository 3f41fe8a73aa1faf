package dev.headgate.testkit;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A main class in a JVM of its own, for tests that kill and for measurements that must not share a heap.
 *
 * <p>The child runs the same java and, unless told otherwise, the same class path. It exits in an orderly way when its standard
 * input ends: at {@link #close}, and by itself when this process dies, however that happens. Standard output and standard error
 * come line by line to a callback, on a thread of this process.
 *
 * <p>The system property {@code headgate.children} holds arguments that every child's JVM gets first, separated by commas: the build's
 * tests have children compile quickly and not thoroughly. A child that chooses its garbage collector gets none from there.
 *
 * <p>Safe for use by any thread.
 */
public final class JavaProcess implements AutoCloseable {

    /** Arguments of every child's JVM, separated by commas; none if it is not set. */
    static final String CHILDREN = "headgate.children";

    private static final int REMEMBERED_LINES = 200;
    private static final Duration PATIENCE_AT_CLOSE = Duration.ofSeconds(15);

    private final String name;
    private final Process process;
    private final BufferedWriter stdin;
    private final Consumer<String> onLine;
    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private final List<String> unread = new ArrayList<>();
    private boolean outputEnded;

    private JavaProcess(String name, Process process, Consumer<String> onLine) {
        this.name = name;
        this.process = process;
        this.onLine = onLine;
        this.stdin = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        Thread reader = new Thread(this::read, "output of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    /** Describes a JVM that runs this class's {@code main}; the class need not be public. */
    public static Builder main(Class<?> type) {
        return new Builder(type.getName());
    }

    /** As {@link #main(Class)}, for a class that is on the child's class path alone. */
    public static Builder main(String className) {
        return new Builder(className);
    }

    /** The child's process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether the child still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Blocks until the child prints a line that matches. Every line is looked at by one call only: lines up to the match, and those
     * printed before the call, are then used up.
     *
     * @return the line
     * @throws IllegalStateException if the child ends or {@code patience} passes first; the message has the child's last lines
     */
    public String awaitLine(Predicate<String> matches, Duration patience) {
        long start = System.nanoTime();
        synchronized (lines) {
            while (true) {
                while (!unread.isEmpty()) {
                    String line = unread.removeFirst();
                    if (matches.test(line)) {
                        return line;
                    }
                }
                long left = patience.toNanos() - (System.nanoTime() - start);
                if (outputEnded || left <= 0) {
                    throw new IllegalStateException(
                            name + (outputEnded ? " ended" : " did not say so within " + patience)
                                    + " before the awaited line. Its last lines:\n" + String.join("\n", lines));
                }
                try {
                    TimeUnit.NANOSECONDS.timedWait(lines, left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("Interrupted while waiting for " + name, e);
                }
            }
        }
    }

    /** Sends a line to the child's standard input. Up to 64 KiB may lie there unread. */
    public void send(String line) {
        try {
            synchronized (stdin) {
                stdin.write(line);
                stdin.newLine();
                stdin.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot send to " + name + ", which " + (isAlive() ? "is alive" : "has ended"), e);
        }
    }

    /** SIGKILL: the child gets no chance to finish anything. Blocks until it is gone. */
    public void kill() {
        process.destroyForcibly();
        waitFor(PATIENCE_AT_CLOSE);
    }

    /** Blocks until the child has ended, at most {@code patience}. Answers its exit code, or nothing if it still runs. */
    public OptionalInt waitFor(Duration patience) {
        try {
            return process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)
                    ? OptionalInt.of(process.exitValue())
                    : OptionalInt.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }

    /** The child's last lines, 200 at most. */
    public List<String> lastLines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /** Asks the child to exit (its shutdown hooks run), waits up to 15 s, then kills it. Closing twice is harmless. */
    @Override
    public void close() {
        try {
            synchronized (stdin) {
                stdin.close();
            }
        } catch (IOException alreadyGone) {
            // The pipe is broken because the child has ended, which is what was wanted.
        }
        if (waitFor(PATIENCE_AT_CLOSE).isEmpty()) {
            kill();
        }
    }

    private void read() {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                synchronized (lines) {
                    if (lines.size() == REMEMBERED_LINES) {
                        lines.removeFirst();
                    }
                    lines.add(line);
                    if (unread.size() == REMEMBERED_LINES) {
                        unread.removeFirst();
                    }
                    unread.add(line);
                    lines.notifyAll();
                }
                onLine.accept(line);
            }
        } catch (IOException streamClosedByKill) {
            // Nothing more can come; whoever waits learns it below.
        } finally {
            synchronized (lines) {
                outputEnded = true;
                lines.notifyAll();
            }
        }
    }

    /** The description of a child. Not thread-safe. */
    public static final class Builder {

        private final String mainClass;
        private final List<String> jvmArgs = new ArrayList<>();
        private final List<String> args = new ArrayList<>();
        private String classpath = System.getProperty("java.class.path");
        private Consumer<String> onLine = line -> {};

        private Builder(String mainClass) {
            this.mainClass = mainClass;
        }

        /** Adds arguments of the JVM, such as {@code -Xmx512m}. */
        public Builder jvmArgs(String... more) {
            jvmArgs.addAll(List.of(more));
            return this;
        }

        /** Adds arguments of {@code main}. */
        public Builder args(String... more) {
            args.addAll(List.of(more));
            return this;
        }

        /** Replaces the class path. It must hold the testkit's classes, too; {@link #testkitClasses} says where they are. */
        public Builder classpath(String classpath) {
            this.classpath = classpath;
            return this;
        }

        /** Gets every line that the child prints, on one thread of this process, in order. It should not block for long. */
        public Builder onLine(Consumer<String> callback) {
            this.onLine = callback;
            return this;
        }

        /** Starts the child; does not wait for it. */
        public JavaProcess start() {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(forEveryChild(System.getProperty(CHILDREN, ""), jvmArgs));
            command.addAll(jvmArgs);
            command.addAll(List.of("-cp", classpath, ChildMain.class.getName(), mainClass));
            command.addAll(args);
            try {
                Process process =
                        new ProcessBuilder(command).redirectErrorStream(true).start();
                return new JavaProcess(mainClass + " (process " + process.pid() + ")", process, onLine);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot start a JVM for " + mainClass, e);
            }
        }
    }

    /** What a child with these arguments of its own gets of the arguments for all. */
    static List<String> forEveryChild(String property, List<String> own) {
        boolean chosen = own.stream().anyMatch(JavaProcess::choosesCollector);
        return Stream.of(property.split(",", -1))
                .filter(argument -> !argument.isBlank() && !(chosen && choosesCollector(argument)))
                .toList();
    }

    /** {@code -XX:+UseSerialGC} and its like: a JVM with two of them does not start. */
    private static boolean choosesCollector(String argument) {
        return argument.startsWith("-XX:+Use") && argument.endsWith("GC");
    }

    /** The folder or jar with the testkit's classes, for class paths put together by hand. */
    public static String testkitClasses() {
        try {
            return new File(JavaProcess.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getPath();
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException("Cannot tell where the testkit's classes are", e);
        }
    }
}
