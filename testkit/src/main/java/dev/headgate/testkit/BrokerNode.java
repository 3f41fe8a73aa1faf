package dev.headgate.testkit;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

/**
 * One KRaft node of this JVM, which keeps its ports and its data over stops and starts. Used by one thread at a time.
 *
 * <p>The broker's classes that it touches are the same from 3.9 to 4.4.
 */
final class BrokerNode {

    enum Role {
        BROKER,
        CONTROLLER,
        BOTH
    }

    /** What the nodes of one cluster agree on. */
    record Cluster(String id, int controllerId, int controllerPort, int brokers, Map<String, String> properties) {}

    private final Cluster cluster;
    private final int id;
    private final Role role;
    private final int port;
    private final Path dir;
    private @Nullable KafkaRaftServer server;

    /** {@code port} is the clients' port; a controller alone has none, whatever is given. */
    BrokerNode(Cluster cluster, int id, Role role, int port, Path dir) {
        this.cluster = cluster;
        this.id = id;
        this.role = role;
        this.port = port;
        this.dir = dir;
    }

    int id() {
        return id;
    }

    boolean isRunning() {
        return server != null;
    }

    /** Starts the node and waits until it serves clients; about 1 s. */
    void start() throws Exception {
        if (server != null) {
            return;
        }
        if (!Files.exists(dir.resolve("meta.properties"))) {
            format();
        }
        KafkaRaftServer starting = construct();
        starting.startup();
        server = starting;
    }

    /** Stops the node in an orderly way: leadership moves away first where there is another broker. */
    void stop() {
        KafkaRaftServer stopping = server;
        if (stopping == null) {
            return;
        }
        server = null;
        stopping.shutdown();
        stopping.awaitShutdown();
    }

    /** One at a time: constructors register MBeans of the same names, and complain when another gets in between. */
    private KafkaRaftServer construct() {
        synchronized (BrokerNode.class) {
            return new KafkaRaftServer(KafkaConfig.fromProps(properties()), Time.SYSTEM);
        }
    }

    private void format() throws Exception {
        Files.createDirectories(dir);
        PrintStream silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        new Formatter()
                .setClusterId(cluster.id())
                .setNodeId(id)
                .setDirectories(List.of(dir.toString()))
                .setMetadataLogDirectory(dir.toString())
                .setControllerListenerName("CONTROLLER")
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setPrintStream(silent)
                .run();
    }

    private Properties properties() {
        String client = "PLAINTEXT://127.0.0.1:" + port;
        String controller = "CONTROLLER://127.0.0.1:" + cluster.controllerPort();
        Properties p = new Properties();
        p.putAll(BrokerDefaults.of(cluster.brokers()));
        p.putAll(cluster.properties());
        p.put("node.id", String.valueOf(id));
        p.put("controller.quorum.voters", cluster.controllerId() + "@127.0.0.1:" + cluster.controllerPort());
        p.put("controller.listener.names", "CONTROLLER");
        p.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        p.put("log.dirs", dir.toString());
        switch (role) {
            case BROKER -> {
                p.put("process.roles", "broker");
                p.put("listeners", client);
                p.put("advertised.listeners", client);
            }
            case CONTROLLER -> {
                p.put("process.roles", "controller");
                p.put("listeners", controller);
            }
            case BOTH -> {
                p.put("process.roles", "broker,controller");
                p.put("listeners", client + "," + controller);
                p.put("advertised.listeners", client);
            }
        }
        return p;
    }
}
