package dev.headgate.testkit;

import dev.headgate.testkit.old.OldBrokerMain;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A broker from the time of ZooKeeper, 0.8.2 to 2.0, in a JVM of its own, with its ZooKeeper in another one that survives the broker.
 *
 * <p>It ends with this process, however this process ends. It keeps its port and its data from {@link #kill} or {@link #stop} to {@link
 * #start()}; the data is deleted at {@link #close}. Ready after about 2 s. Topics are not created by asking for them. {@link
 * Builder#beside} makes clusters of several.
 *
 * <p>Safe for use by any thread; starting, stopping and topic methods block until it is done.
 */
public final class OldKafka implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final JavaProcess.Builder command;
    private final Path dir;
    private final int id;
    private final int port;
    private final OldZooKeeper zookeeper;
    private final Map<String, Integer> created = new LinkedHashMap<>();
    private volatile @Nullable JavaProcess process;
    private boolean closed;

    private OldKafka(Builder builder, OldZooKeeper zookeeper, Path dir) {
        this.zookeeper = zookeeper;
        this.dir = dir;
        this.id = zookeeper.nextId();
        this.port = FreePorts.next();
        this.command = JavaProcess.main(OldBrokerMain.class)
                .classpath(OldJars.classpath(builder.jars()))
                .jvmArgs(builder.maxHeap, "--enable-native-access=ALL-UNNAMED", OldJars.QUIET)
                .onLine(builder.onLine);
        Map<String, String> properties = defaults();
        properties.putAll(builder.properties);
        properties.forEach((name, value) -> command.args(name + "=" + value));
    }

    /** Starts a broker of 0.8.2.2 with default properties. */
    public static OldKafka launch() {
        return describe().launch();
    }

    /** Describes a broker. */
    public static Builder describe() {
        return new Builder();
    }

    /** {@code 127.0.0.1:port}. */
    public String bootstrap() {
        return "127.0.0.1:" + port;
    }

    /** ZooKeeper's {@code 127.0.0.1:port}. */
    public String zookeeper() {
        return zookeeper.address();
    }

    /** Whether the broker's process runs. */
    public boolean isAlive() {
        JavaProcess now = process;
        return now != null && now.isAlive();
    }

    /**
     * The broker's process id, for reading what the system knows of it.
     *
     * @throws IllegalStateException if the process does not run
     */
    public synchronized long pid() {
        JavaProcess now = process;
        if (now == null) {
            throw new IllegalStateException("The broker " + bootstrap() + " does not run: start() it first");
        }
        return now.pid();
    }

    /** SIGKILL for the broker; ZooKeeper stays. The data stays as the broker left it; {@link #start()} recovers it. */
    public synchronized void kill() {
        JavaProcess now = process;
        if (now != null) {
            now.kill();
            process = null;
        }
    }

    /** Stops the broker in an orderly way; killed if that takes longer than 15 s. ZooKeeper stays. */
    public synchronized void stop() {
        JavaProcess now = process;
        if (now != null) {
            now.close();
            process = null;
        }
    }

    /**
     * Starts the broker again on the same port and data; nothing happens if it runs. Blocks until it serves and, where it is alone, leads
     * all partitions that this object has created. After {@link #kill} its old session must end first: about 3 s.
     */
    public synchronized void start() {
        if (closed) {
            throw new IllegalStateException(
                    "The broker " + bootstrap() + " is closed and its data deleted: launch a new one");
        }
        if (isAlive()) {
            return;
        }
        zookeeper.command("gone " + id);
        JavaProcess starting = command.start();
        try {
            starting.awaitLine(line -> line.equals(OldBrokerMain.READY), PATIENCE);
        } catch (IllegalStateException e) {
            starting.kill();
            throw e;
        }
        process = starting;
        if (zookeeper.brokers().size() == 1) {
            created.forEach(this::awaitLeaders);
        }
    }

    /** Creates a topic with one replica of each partition; blocks until every partition has a leader. */
    public void createTopic(String name, int partitions) {
        createTopic(name, partitions, 1, Map.of());
    }

    /** Creates a topic with topic configurations; blocks until every partition has a leader. */
    public void createTopic(String name, int partitions, Map<String, String> configs) {
        createTopic(name, partitions, 1, configs);
    }

    /** Creates a topic whose partitions are spread over the brokers that run; blocks until they all know a leader of each. */
    public synchronized void createTopic(String name, int partitions, int replication, Map<String, String> configs) {
        StringBuilder words = new StringBuilder("create " + name + " " + partitions + " " + replication);
        configs.forEach(
                (key, value) -> words.append(' ').append(key).append('=').append(value));
        zookeeper.command(words.toString());
        zookeeper.brokers().stream().filter(OldKafka::isAlive).forEach(broker -> broker.awaitLeaders(name, partitions));
        created.put(name, partitions);
    }

    /** Stops the broker and deletes its data; the last one of a cluster stops ZooKeeper, too. Closing twice is harmless. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            stop();
        } finally {
            zookeeper.leave(this);
            TempDirs.delete(dir);
        }
    }

    private void awaitLeaders(String topic, int partitions) {
        long start = System.nanoTime();
        while (!hasLeaders(topic, partitions)) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IllegalStateException("Waited " + PATIENCE.toSeconds() + " s for leaders of the " + partitions
                        + " partitions of topic " + topic + " at " + bootstrap());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private boolean hasLeaders(String topic, int partitions) {
        try {
            Map<Integer, Integer> leaders = OldWire.leaders(port, topic);
            return leaders.size() == partitions && leaders.values().stream().allMatch(leader -> leader >= 0);
        } catch (IOException notYet) {
            return false;
        }
    }

    private Map<String, String> defaults() {
        Map<String, String> p = new LinkedHashMap<>();
        p.put("broker.id", String.valueOf(id));
        p.put("zookeeper.connect", zookeeper.address());
        p.put("zookeeper.connection.timeout.ms", "30000");
        // How long a killed broker's name stays taken; 6,000 by default.
        p.put("zookeeper.session.timeout.ms", "3000");
        p.put("log.dirs", dir.resolve("log").toString());
        // 0.8 knows host and port alone; later ones that are given listeners use those.
        p.put("host.name", "127.0.0.1");
        p.put("port", String.valueOf(port));
        p.put("advertised.host.name", "127.0.0.1");
        p.put("listeners", "PLAINTEXT://127.0.0.1:" + port);
        p.put("auto.create.topics.enable", "false");
        p.put("controlled.shutdown.enable", "false");
        p.put("offsets.topic.num.partitions", "4");
        p.put("offsets.topic.replication.factor", "1");
        p.put("transaction.state.log.num.partitions", "4");
        p.put("transaction.state.log.replication.factor", "1");
        p.put("transaction.state.log.min.isr", "1");
        p.put("group.initial.rebalance.delay.ms", "0");
        // Memory and threads: the defaults are for a machine of its own.
        p.put("log.cleaner.enable", "false");
        p.put("log.index.size.max.bytes", "1048576");
        p.put("num.network.threads", "2");
        p.put("num.io.threads", "4");
        p.put("num.recovery.threads.per.data.dir", "1");
        return p;
    }

    /** The description of a broker. Not thread-safe. */
    public static final class Builder {

        private final Map<String, String> properties = new LinkedHashMap<>();
        private String version = OldJars.OLDEST;
        private @Nullable Path jars;
        private @Nullable OldKafka sibling;
        private String maxHeap = "-Xmx512m";
        private Consumer<String> onLine = line -> {};

        private Builder() {}

        /** 0.8.2.2 (which is used if nothing is said), 0.10.2.2 or 2.0.1. */
        public Builder version(String version) {
            this.version = version;
            return this;
        }

        /** Uses the broker's jars in this folder, for a version that {@link #version} does not have. */
        public Builder jars(Path folder) {
            this.jars = OldJars.checked(folder);
            return this;
        }

        /** Adds a broker property under Kafka's own name; it wins over the testkit's default. */
        public Builder property(String name, String value) {
            properties.put(name, value);
            return this;
        }

        /** The broker's heap, 512 MB if nothing is said. */
        public Builder maxHeapMegabytes(int megabytes) {
            this.maxHeap = "-Xmx" + megabytes + "m";
            return this;
        }

        /** Makes it a further broker of this one's cluster. */
        public Builder beside(OldKafka sibling) {
            this.sibling = sibling;
            return this;
        }

        /** Gets every line that the broker prints, on one thread of this process. */
        public Builder onLine(Consumer<String> callback) {
            this.onLine = callback;
            return this;
        }

        /**
         * Starts the processes and blocks until the broker serves.
         *
         * @throws IllegalStateException if one ends or does not serve within 60 s; the message has its last lines
         */
        public OldKafka launch() {
            OldZooKeeper zookeeper = sibling == null ? OldZooKeeper.start(jars()) : sibling.zookeeper;
            OldKafka kafka = new OldKafka(this, zookeeper, TempDirs.create("headgate-old-kafka"));
            zookeeper.join(kafka);
            try {
                kafka.start();
                return kafka;
            } catch (RuntimeException e) {
                kafka.close();
                throw e;
            }
        }

        private Path jars() {
            return jars == null ? OldJars.of(version) : jars;
        }
    }
}
