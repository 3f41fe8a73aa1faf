package dev.headgate.testkit;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.Uuid;

/** The main class of a {@link KafkaProcess}: one broker that is its own controller. Runs on the jars of 3.9 and 4.x. */
final class BrokerMain {

    static final String READY = "HEADGATE KAFKA READY ";

    private BrokerMain() {}

    /** Arguments: data directory, clients' port, controller's port, then broker properties as name=value. */
    public static void main(String[] args) throws Exception {
        Path dir = Path.of(args[0]);
        int port = Integer.parseInt(args[1]);
        int controllerPort = Integer.parseInt(args[2]);
        Map<String, String> properties = new HashMap<>();
        for (int i = 3; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            properties.put(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        var cluster = new BrokerNode.Cluster(Uuid.randomUuid().toString(), 1, controllerPort, 1, properties);
        BrokerNode node = new BrokerNode(cluster, 1, BrokerNode.Role.BOTH, port, dir);
        node.start();
        Runtime.getRuntime().addShutdownHook(new Thread(node::stop, "stop broker"));
        System.out.println(READY + port);
        new CountDownLatch(1).await();
    }
}
