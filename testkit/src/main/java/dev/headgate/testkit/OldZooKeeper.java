package dev.headgate.testkit;

import dev.headgate.testkit.old.OldZooKeeperMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The ZooKeeper of one or several {@link OldKafka}, in a JVM of its own; it goes with the last of them. */
final class OldZooKeeper {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final JavaProcess process;
    private final Path dir;
    private final int port;
    private final List<OldKafka> brokers = new ArrayList<>();
    private int ids;

    private OldZooKeeper(JavaProcess process, Path dir, int port) {
        this.process = process;
        this.dir = dir;
        this.port = port;
    }

    static OldZooKeeper start(Path jars) {
        Path dir = TempDirs.create("headgate-old-zookeeper");
        int port = FreePorts.next();
        JavaProcess process = JavaProcess.main(OldZooKeeperMain.class)
                .classpath(OldJars.classpath(jars))
                .jvmArgs("-Xmx128m", "-XX:+UseSerialGC", OldJars.QUIET)
                .args(dir.toString(), String.valueOf(port))
                .start();
        try {
            process.awaitLine(line -> line.equals(OldZooKeeperMain.READY), PATIENCE);
        } catch (IllegalStateException e) {
            process.kill();
            TempDirs.delete(dir);
            throw e;
        }
        return new OldZooKeeper(process, dir, port);
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    synchronized int nextId() {
        return ids++;
    }

    synchronized void join(OldKafka broker) {
        brokers.add(broker);
    }

    /** Those that are not closed. */
    synchronized List<OldKafka> brokers() {
        return List.copyOf(brokers);
    }

    /** The last one turns off the light. */
    synchronized void leave(OldKafka broker) {
        brokers.remove(broker);
        if (brokers.isEmpty()) {
            process.close();
            TempDirs.delete(dir);
        }
    }

    /** Blocks until ZooKeeper's process has done it; see {@link OldZooKeeperMain#main}. */
    synchronized void command(String command) {
        process.send(command);
        process.awaitLine(line -> line.equals(OldZooKeeperMain.DONE + command), PATIENCE);
    }
}
