package dev.headgate.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A broker in a JVM of its own, with its data in a temporary directory that goes with it. */
final class BrokerProcess implements AutoCloseable {
    private static final List<String> FLAGS = List.of("-Xms512m", "-Xmx1g", "-XX:+UseG1GC");

    private final Process process;
    private final String bootstrap;

    private BrokerProcess(Process process, String bootstrap) {
        this.process = process;
        this.bootstrap = bootstrap;
    }

    /**
     * Blocks until it serves, about 3 s.
     *
     * @param scratch where it may leave its errors
     * @throws IOException if it ends before it serves; the message says where its errors are
     */
    static BrokerProcess start(Path scratch) throws IOException {
        Path errors = scratch.resolve("broker.err");
        Process process = ChildJvm.same()
                .builder(FLAGS, BrokerMain.class, List.of())
                .redirectError(errors.toFile())
                .start();
        BufferedReader out = process.inputReader();
        String bootstrap = out.readLine();
        if (bootstrap == null) {
            throw new IOException("The broker ended before it served; its errors are in " + errors + ".");
        }
        return new BrokerProcess(process, bootstrap);
    }

    String bootstrap() {
        return bootstrap;
    }

    long pid() {
        return process.pid();
    }

    /** Asks it to end and waits for that; kills it after 20 s. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (process.waitFor(20, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
