package dev.headgate.testkit.old;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * The main class of an old broker's ZooKeeper, which also creates topics: what Kafka's own command writes into ZooKeeper is the same from
 * 0.8 to 2.x, while the calls of its classes are not.
 */
public final class OldZooKeeperMain {

    /** What it prints when it serves. */
    public static final String READY = "HEADGATE OLD ZOOKEEPER READY";
    /** What it prints when a command is done, followed by the command. */
    public static final String DONE = "HEADGATE OLD ZOOKEEPER DONE ";

    /** Sessions live for at least two of these. */
    private static final int TICK_MS = 500;

    private static final int SESSION_MS = 10_000;

    private final ZooKeeper client;

    private OldZooKeeperMain(ZooKeeper client) {
        this.client = client;
    }

    /**
     * Arguments: data directory, port. Commands on standard input: {@code create TOPIC PARTITIONS REPLICATION NAME=VALUE...}, and {@code
     * gone BROKER}, which is done when that broker's session has ended.
     */
    public static void main(String[] args) throws Exception {
        File dir = new File(args[0]);
        int port = Integer.parseInt(args[1]);
        ZooKeeperServer server = new ZooKeeperServer(new File(dir, "snapshots"), new File(dir, "log"), TICK_MS);
        NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
        connections.configure(new InetSocketAddress("127.0.0.1", port), 200);
        connections.startup(server);
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper client = new ZooKeeper("127.0.0.1:" + port, SESSION_MS, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        if (!connected.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("ZooKeeper does not answer on port " + port);
        }
        System.out.println(READY);
        new OldZooKeeperMain(client).follow();
    }

    private void follow() throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            List<String> words = Arrays.asList(line.split(" "));
            switch (words.get(0)) {
                case "create" -> create(words);
                case "gone" -> awaitGone("/brokers/ids/" + words.get(1));
                default -> throw new IllegalArgumentException("Unknown command: " + line);
            }
            System.out.println(DONE + line);
        }
    }

    private void create(List<String> words) throws Exception {
        String topic = words.get(1);
        int partitions = Integer.parseInt(words.get(2));
        int replication = Integer.parseInt(words.get(3));
        StringBuilder configs = new StringBuilder();
        for (String config : words.subList(4, words.size())) {
            int equals = config.indexOf('=');
            configs.append(configs.isEmpty() ? "" : ",").append('"').append(config, 0, equals);
            configs.append("\":\"").append(config, equals + 1, config.length()).append('"');
        }
        List<String> brokers = client.getChildren("/brokers/ids", false);
        brokers.sort(null);
        StringBuilder assignment = new StringBuilder();
        for (int p = 0; p < partitions; p++) {
            assignment.append(p == 0 ? "" : ",").append('"').append(p).append("\":[");
            for (int r = 0; r < replication; r++) {
                assignment.append(r == 0 ? "" : ",").append(brokers.get((p + r) % brokers.size()));
            }
            assignment.append(']');
        }
        // The controller waits for the second one, and reads the first when it sees it.
        write("/config/topics/" + topic, "{\"version\":1,\"config\":{" + configs + "}}");
        write("/brokers/topics/" + topic, "{\"version\":1,\"partitions\":{" + assignment + "}}");
    }

    private void write(String path, String json) throws Exception {
        client.create(path, json.getBytes(StandardCharsets.UTF_8), ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }

    /** A broker that comes back within its old session is refused by versions from 0.9 on: its name is taken. */
    private void awaitGone(String path) throws Exception {
        while (true) {
            CountDownLatch changed = new CountDownLatch(1);
            Watcher watcher = (WatchedEvent event) -> changed.countDown();
            if (client.exists(path, watcher) == null) {
                return;
            }
            changed.await();
        }
    }
}
