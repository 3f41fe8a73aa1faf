package dev.headgate.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka cluster (KRaft) inside this JVM, on free ports of 127.0.0.1, with its data in a temporary directory that goes away at
 * {@link #close}.
 *
 * <pre>{@code
 * try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
 *     kafka.createTopic("prices", 12);
 *     ... new KafkaProducer<>(Map.of("bootstrap.servers", kafka.bootstrap(), ...))
 * }
 * }</pre>
 *
 * <p>Classic groups, KIP-848 groups and transactions work; topics are not created by themselves. One broker is ready after about
 * 1.5 s and takes about 30 MB of heap. Brokers have the node ids 1, 2, 3, ... One broker is its own controller; with several the
 * controller is a node of its own, so that any broker may be stopped.
 *
 * <p>The broker logs through slf4j, a lot at INFO; with logback include {@code dev/headgate/testkit/quiet-logback.xml}.
 *
 * <p>Safe for use by any thread. Methods that change the cluster or a topic block until it is done.
 */
public final class EmbeddedKafka implements AutoCloseable {

    private static final int CONTROLLER_ID = 100;

    private final Path dir;
    private final List<BrokerNode> controllers;
    private final Map<Integer, BrokerNode> brokers;
    private final String bootstrap;
    private @Nullable Topics topics;
    private boolean closed;

    private EmbeddedKafka(Path dir, List<BrokerNode> controllers, Map<Integer, BrokerNode> brokers, String bootstrap) {
        this.dir = dir;
        this.controllers = controllers;
        this.brokers = brokers;
        this.bootstrap = bootstrap;
    }

    /** Starts one broker with default properties; blocks until it serves. */
    public static EmbeddedKafka start() {
        return brokers(1).start();
    }

    /** Describes a cluster of {@code count} brokers, 1 or more; more than 3 seldom make sense in one JVM. */
    public static Builder brokers(int count) {
        return new Builder(count);
    }

    /** The {@code bootstrap.servers} of all brokers, running or not: {@code 127.0.0.1:port,...}. */
    public String bootstrap() {
        return bootstrap;
    }

    /** The node ids of the brokers, in ascending order. */
    public List<Integer> nodeIds() {
        return List.copyOf(brokers.keySet());
    }

    /** Whether this broker runs. */
    public synchronized boolean isRunning(int nodeId) {
        return node(nodeId).isRunning();
    }

    /** Stops one broker in an orderly way; nothing happens if it is stopped. Blocks until its port is closed. */
    public synchronized void stop(int nodeId) {
        node(nodeId).stop();
    }

    /** Starts a stopped broker again on the same port with the same data; nothing happens if it runs. Blocks until it serves. */
    public synchronized void start(int nodeId) {
        if (closed) {
            throw new IllegalStateException("This cluster is closed and its data deleted: start a new one");
        }
        together(List.of(starting(node(nodeId))));
    }

    /** Creates a topic with the broker's default replication (all brokers, at most 3); blocks until every partition has a leader. */
    public void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    /** As {@link #createTopic(String, int)}, with topic configurations such as {@code cleanup.policy}. */
    public void createTopic(String name, int partitions, Map<String, String> configs) {
        topics().create(name, partitions, configs);
    }

    /** Deletes a topic; blocks until the brokers no longer list it. */
    public void deleteTopic(String name) {
        topics().delete(name);
    }

    /** Raises the number of partitions to {@code total}; blocks until every partition has a leader. */
    public void addPartitions(String name, int total) {
        topics().addPartitions(name, total);
    }

    /** An admin client of this cluster, made at the first call and closed with the cluster. Do not close it. */
    public Admin admin() {
        return topics().admin();
    }

    /** Stops all nodes and deletes their data; blocks for about 1 s. Closing twice is harmless. */
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
            together(brokers.values().stream().map(EmbeddedKafka::stopping).toList());
            together(controllers.stream().map(EmbeddedKafka::stopping).toList());
        } finally {
            TempDirs.delete(dir);
        }
    }

    private synchronized Topics topics() {
        if (closed) {
            throw new IllegalStateException("This cluster is closed: start a new one");
        }
        if (topics == null) {
            topics = new Topics(bootstrap);
        }
        return topics;
    }

    private BrokerNode node(int nodeId) {
        BrokerNode node = brokers.get(nodeId);
        if (node == null) {
            throw new IllegalArgumentException(
                    "No broker " + nodeId + " in this cluster; there are " + brokers.keySet());
        }
        return node;
    }

    private void startAll() {
        together(controllers.stream().map(EmbeddedKafka::starting).toList());
        together(brokers.values().stream().map(EmbeddedKafka::starting).toList());
    }

    private static Callable<Void> starting(BrokerNode node) {
        return () -> {
            node.start();
            return null;
        };
    }

    private static Callable<Void> stopping(BrokerNode node) {
        return () -> {
            node.stop();
            return null;
        };
    }

    /** Runs all actions at once and waits for all of them; throws the first failure. */
    private static void together(List<Callable<Void>> actions) {
        if (actions.isEmpty()) {
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(actions.size(), r -> {
            Thread thread = new Thread(r, "embedded-kafka");
            thread.setDaemon(true);
            return thread;
        });
        try {
            for (Future<Void> done : pool.invokeAll(actions)) {
                done.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "A node of the embedded Kafka did not start or stop: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a node of the embedded Kafka started or stopped", e);
        } finally {
            pool.shutdown();
        }
    }

    /** The description of a cluster. Not thread-safe. */
    public static final class Builder {

        private final int count;
        private final Map<String, String> properties = new HashMap<>();

        private Builder(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("brokers(" + count + "): a cluster needs at least 1 broker");
            }
            this.count = count;
        }

        /** Adds a broker property under Kafka's own name, for every node; it wins over the testkit's default. */
        public Builder property(String name, String value) {
            properties.put(name, value);
            return this;
        }

        /** Adds broker properties; see {@link #property}. */
        public Builder properties(Map<String, String> more) {
            properties.putAll(more);
            return this;
        }

        /**
         * Starts the cluster and blocks until all brokers serve.
         *
         * @throws IllegalStateException if a node does not start; what had started is stopped and deleted
         */
        public EmbeddedKafka start() {
            Path dir = TempDirs.create("headgate-kafka");
            EmbeddedKafka kafka = describe(dir);
            try {
                kafka.startAll();
                return kafka;
            } catch (RuntimeException e) {
                try {
                    kafka.close();
                } catch (RuntimeException alsoFailed) {
                    e.addSuppressed(alsoFailed);
                }
                throw e;
            }
        }

        private EmbeddedKafka describe(Path dir) {
            boolean alone = count == 1;
            var cluster = new BrokerNode.Cluster(
                    Uuid.randomUuid().toString(),
                    alone ? 1 : CONTROLLER_ID,
                    FreePorts.next(),
                    count,
                    Map.copyOf(properties));
            List<BrokerNode> controllers = new ArrayList<>();
            if (!alone) {
                controllers.add(new BrokerNode(
                        cluster, CONTROLLER_ID, BrokerNode.Role.CONTROLLER, 0, dir.resolve("controller")));
            }
            Map<Integer, BrokerNode> brokers = new TreeMap<>();
            List<Integer> ports = new ArrayList<>();
            for (int id = 1; id <= count; id++) {
                int port = FreePorts.next();
                ports.add(port);
                BrokerNode.Role role = alone ? BrokerNode.Role.BOTH : BrokerNode.Role.BROKER;
                brokers.put(id, new BrokerNode(cluster, id, role, port, dir.resolve("broker-" + id)));
            }
            String bootstrap = ports.stream().map(p -> "127.0.0.1:" + p).collect(Collectors.joining(","));
            return new EmbeddedKafka(dir, controllers, brokers, bootstrap);
        }
    }
}
