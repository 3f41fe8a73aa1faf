package dev.headgate.systems.trips;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An instance of the service, in a JVM of its own. It keeps its addresses from {@link #kill} or {@link #stop} to {@link #restart}, and ends with this
 * process, however this process ends.
 *
 * <p>Safe for use by any thread; what starts or ends the instance blocks until that is done.
 */
public final class TripsProcess implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofSeconds(90);
    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(45);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final int LINES_KEPT = 200;
    /** Below the range from which systems take the ports of outgoing connections: those of an instance that is down stay free. */
    private static final int LOWEST_PORT = 15_000;

    private static final int HIGHEST_PORT = 32_000;

    private final TripsWorld world;
    private final TripsSetup setup;
    private final int port = freePort();
    private final int managementPort = freePort();
    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private @Nullable Process process;

    private TripsProcess(TripsWorld world, TripsSetup setup) {
        this.world = world;
        this.setup = setup;
    }

    /**
     * Starts an instance and blocks until it is ready, and its consumers, if it has any, have their partitions: some seconds.
     *
     * @throws IllegalStateException if it ends or is not ready within 90 s; the message has its last lines
     */
    public static TripsProcess start(TripsWorld world, TripsSetup setup) {
        TripsProcess instance = new TripsProcess(world, setup);
        instance.restart();
        return instance;
    }

    /** Where it is asked: {@code http://host:port}, without a path. */
    public URI url() {
        return URI.create("http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port);
    }

    /** Where trips are completed, by POST. */
    public URI completeUrl() {
        return url().resolve("/api/trips/complete");
    }

    /** Where its actuator is, on a server of its own that requests do not keep busy: {@code http://host:port/actuator}. */
    public URI managementUrl() {
        return URI.create(
                "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + managementPort + "/actuator");
    }

    /** How it was started. */
    public TripsSetup setup() {
        return setup;
    }

    /** Whether the process runs. */
    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /**
     * The process id.
     *
     * @throws IllegalStateException if it was ended
     */
    public synchronized long pid() {
        if (process == null) {
            throw new IllegalStateException("The service at " + url() + " was ended: restart() it first");
        }
        return process.pid();
    }

    /** What it said last, 200 lines at most. */
    public List<String> lastLines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /** SIGKILL: it gets no chance to finish anything. Nothing happens if it does not run. */
    public synchronized void kill() {
        Process ending = process;
        process = null;
        if (ending != null) {
            ending.destroyForcibly();
            await(ending, STOPPED_WITHIN);
        }
    }

    /** SIGTERM: it finishes requests and what its consumers have begun; killed if that takes more than 45 s. */
    public synchronized void stop() {
        Process ending = process;
        process = null;
        if (ending != null) {
            ending.destroy();
            if (!await(ending, STOPPED_WITHIN)) {
                ending.destroyForcibly();
                await(ending, STOPPED_WITHIN);
            }
        }
    }

    /**
     * Starts it again at the same addresses, and blocks until it is ready; nothing happens if it runs.
     *
     * @throws IllegalStateException as {@link #start}
     */
    public synchronized void restart() {
        if (isAlive()) {
            return;
        }
        try {
            Process starting =
                    new ProcessBuilder(command()).redirectErrorStream(true).start();
            process = starting;
            Thread.ofVirtual().name("trips-" + port).start(() -> read(starting));
            awaitReady(starting);
        } catch (IOException e) {
            throw new UncheckedIOException("The service's process could not be started: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            kill();
            throw e;
        }
    }

    /** As {@link #stop}. */
    @Override
    public void close() {
        stop();
        http.close();
    }

    /**
     * The quick compiler alone: a run lasts a minute or two, and on two cores the work of the thorough one would be most of what is measured (with it, 480
     * trips/s took 15 s of the service's processor time instead of 10, and the p99 was ten times as long).
     */
    private List<String> command() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + setup.heapMiB() + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                TripsService.class.getName(),
                "--server.address=" + InetAddress.getLoopbackAddress().getHostAddress(),
                "--server.port=" + port,
                "--management.server.port=" + managementPort,
                "--spring.datasource.url=" + world.jdbcUrl(),
                "--spring.kafka.bootstrap-servers=" + world.bootstrap(),
                "--trips.arm=" + setup.arm().property(),
                "--trips.consumers=" + setup.consumers(),
                "--trips.scale=" + world.scale(),
                "--trips.email-url=" + world.emails().url(),
                "--trips.end-with-parent=true"));
        setup.properties().forEach((name, value) -> command.add("--" + name + "=" + value));
        return command;
    }

    private void read(Process from) {
        try (BufferedReader out = from.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                synchronized (lines) {
                    if (lines.size() == LINES_KEPT) {
                        lines.removeFirst();
                    }
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            // It was killed; nothing more can come.
        }
    }

    private void awaitReady(Process starting) {
        long deadline = System.nanoTime() + READY_WITHIN.toNanos();
        while (!isReady()) {
            if (!starting.isAlive() || System.nanoTime() - deadline >= 0) {
                throw new IllegalStateException(
                        "The service " + (starting.isAlive() ? "was not ready within 90 s" : "ended while it started")
                                + ". Its last lines:\n" + String.join("\n", lastLines()));
            }
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
    }

    private boolean isReady() {
        HttpRequest request = HttpRequest.newBuilder(URI.create(managementUrl() + "/health/readiness"))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the service to be ready", e);
        }
    }

    private static boolean await(Process ending, Duration patience) {
        try {
            return ending.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static int freePort() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return port;
            } catch (IOException e) {
                // Taken; try another.
            }
        }
        throw new IllegalStateException("No free port found between " + LOWEST_PORT + " and " + HIGHEST_PORT);
    }
}
