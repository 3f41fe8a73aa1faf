package dev.headgate.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * One broker in a JVM of its own: to be killed, to be kept out of a measured heap, or to be of another version.
 *
 * <p>The broker ends with this process, however this process ends. It keeps its port and its data from {@link #kill} or
 * {@link #stop} to {@link #start()}; the data is deleted at {@link #close}. Ready after about 2.5 s.
 *
 * <p>Safe for use by any thread; starting, stopping and topic methods block until it is done.
 */
public final class KafkaProcess implements AutoCloseable {

    private static final Duration PATIENCE_AT_START = Duration.ofSeconds(90);

    private final JavaProcess.Builder command;
    private final Path dir;
    private final String bootstrap;
    private final @Nullable String jmx;
    private @Nullable JavaProcess process;
    private @Nullable Topics topics;
    private boolean closed;

    private KafkaProcess(JavaProcess.Builder command, Path dir, int port, @Nullable String jmx) {
        this.command = command;
        this.dir = dir;
        this.jmx = jmx;
        this.bootstrap = "127.0.0.1:" + port;
    }

    /** Starts a broker of this class path's version with default properties. */
    public static KafkaProcess launch() {
        return describe().launch();
    }

    /** Describes a broker process. */
    public static Builder describe() {
        return new Builder();
    }

    /** The {@code bootstrap.servers}: {@code 127.0.0.1:port}. */
    public String bootstrap() {
        return bootstrap;
    }

    /**
     * Where its meters are read by JMX: {@code 127.0.0.1:port}.
     *
     * @throws IllegalStateException if it was not described {@link Builder#withJmx() with JMX}
     */
    public String jmx() {
        if (jmx == null) {
            throw new IllegalStateException("The broker " + bootstrap + " has no JMX port: describe it withJmx()");
        }
        return jmx;
    }

    /** Whether the process runs. */
    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /**
     * The process id, for reading what the system knows of it.
     *
     * @throws IllegalStateException if the process does not run
     */
    public synchronized long pid() {
        if (process == null) {
            throw new IllegalStateException("The broker " + bootstrap + " does not run: start() it first");
        }
        return process.pid();
    }

    /** SIGKILL. The data stays as the broker left it; {@link #start()} recovers it. */
    public synchronized void kill() {
        if (process != null) {
            process.kill();
            process = null;
        }
    }

    /** Stops the broker in an orderly way; killed if that takes longer than 15 s. */
    public synchronized void stop() {
        if (process != null) {
            process.close();
            process = null;
        }
    }

    /** Starts the broker again on the same port and data; nothing happens if it runs. Blocks until it serves. */
    public synchronized void start() {
        if (closed) {
            throw new IllegalStateException(
                    "The broker " + bootstrap + " is closed and its data deleted: launch a new one");
        }
        if (isAlive()) {
            return;
        }
        JavaProcess starting = command.start();
        try {
            starting.awaitLine(line -> line.startsWith(BrokerMain.READY), PATIENCE_AT_START);
        } catch (IllegalStateException e) {
            starting.kill();
            throw e;
        }
        process = starting;
    }

    /** Creates a topic; blocks until every partition has a leader. */
    public void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    /** Creates a topic with topic configurations; blocks until every partition has a leader. */
    public void createTopic(String name, int partitions, Map<String, String> configs) {
        topics().create(name, partitions, configs);
    }

    /** An admin client, made at the first call and closed with this. Do not close it. */
    public Admin admin() {
        return topics().admin();
    }

    /** Stops the broker and deletes its data. Closing twice is harmless. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (topics != null) {
                topics.close();
            }
            stop();
        } finally {
            TempDirs.delete(dir);
        }
    }

    private synchronized Topics topics() {
        if (closed) {
            throw new IllegalStateException("The broker " + bootstrap + " is closed: launch a new one");
        }
        if (topics == null) {
            topics = new Topics(bootstrap);
        }
        return topics;
    }

    /** The description of a broker process. Not thread-safe. */
    public static final class Builder {

        private final Map<String, String> properties = new TreeMap<>();
        private final List<String> jvmArgs = new ArrayList<>(List.of("-Xmx512m"));
        private @Nullable Path jars;
        private @Nullable Path parent;
        private boolean withJmx;
        private Consumer<String> onLine = line -> {};

        private Builder() {}

        /** Has its data in a folder below this one, which must exist, such as a small disk; the system's temporary folder otherwise. */
        public Builder dataBelow(Path folder) {
            this.parent = folder;
            return this;
        }

        /** Adds a broker property under Kafka's own name; it wins over the testkit's default. */
        public Builder property(String name, String value) {
            properties.put(name, value);
            return this;
        }

        /** Adds arguments of the JVM; a later {@code -Xmx} replaces the default of 512 MB. */
        public Builder jvmArgs(String... more) {
            jvmArgs.addAll(List.of(more));
            return this;
        }

        /** Uses the broker's jars in this folder instead of the class path: for another version, 3.9 or newer. */
        public Builder jars(Path folder) {
            if (!Files.isDirectory(folder)) {
                throw new IllegalArgumentException(
                        "No folder " + folder
                                + " with a broker's jars: build the module that fills it (testkit/broker-3.9 fills its target/jars)");
            }
            this.jars = folder;
            return this;
        }

        /** 3.9.1: uses the jars that were built with this project. */
        public Builder version(String version) {
            return jars(OldJars.of(version));
        }

        /** Shows the broker's meters by JMX on a free port of 127.0.0.1, without a password. */
        public Builder withJmx() {
            this.withJmx = true;
            return this;
        }

        /** Gets every line that the broker prints, on one thread of this process. */
        public Builder onLine(Consumer<String> callback) {
            this.onLine = callback;
            return this;
        }

        /**
         * Starts the process and blocks until the broker serves.
         *
         * @throws IllegalStateException if it ends or does not serve within 90 s; the message has its last lines
         */
        public KafkaProcess launch() {
            Path dir = TempDirs.create(parent, "headgate-kafka-process");
            int port = FreePorts.next();
            JavaProcess.Builder command = JavaProcess.main(BrokerMain.class)
                    .jvmArgs(jvmArgs.toArray(String[]::new))
                    .jvmArgs("-Dlogback.configurationFile=dev/headgate/testkit/broker-logback.xml")
                    .args(dir.resolve("broker").toString(), String.valueOf(port), String.valueOf(FreePorts.next()))
                    .onLine(onLine);
            properties.forEach((name, value) -> command.args(name + "=" + value));
            if (jars != null) {
                command.classpath(JavaProcess.testkitClasses() + File.pathSeparator + jars + File.separator + "*");
            }
            String jmx = null;
            if (withJmx) {
                int jmxPort = FreePorts.next();
                jmx = "127.0.0.1:" + jmxPort;
                command.jvmArgs(
                        "-Dcom.sun.management.jmxremote.port=" + jmxPort,
                        "-Dcom.sun.management.jmxremote.rmi.port=" + jmxPort,
                        "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                        "-Djava.rmi.server.hostname=127.0.0.1",
                        "-Dcom.sun.management.jmxremote.authenticate=false",
                        "-Dcom.sun.management.jmxremote.ssl=false");
            }
            KafkaProcess kafka = new KafkaProcess(command, dir, port, jmx);
            try {
                kafka.start();
                return kafka;
            } catch (RuntimeException e) {
                kafka.close();
                throw e;
            }
        }
    }
}
