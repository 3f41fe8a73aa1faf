package dev.headgate.bench;

import dev.headgate.testkit.JavaProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * MirrorMaker 2 in a JVM of its own, on its own jars: one task, exactly once, transactions of a second, batches and fetches as large as the bridge's. Its
 * own topics keep one replica.
 */
final class MirrorMaker {
    private static final String MAIN = "org.apache.kafka.connect.mirror.MirrorMaker";
    private static final Path JARS = Path.of("bench", "mirror-maker", "target", "jars");

    private MirrorMaker() {}

    /** Starts it; it copies the topic under its own name until it is closed. */
    static JavaProcess start(Path folder, String from, String to, String topic, String codec) throws IOException {
        Map<String, String> p = new TreeMap<>();
        p.put("clusters", "A,B");
        p.put("A.bootstrap.servers", from);
        p.put("B.bootstrap.servers", to);
        p.put("A->B.enabled", "true");
        p.put("A->B.topics", topic);
        p.put("B->A.enabled", "false");
        p.put("replication.policy.class", "org.apache.kafka.connect.mirror.IdentityReplicationPolicy");
        p.put("replication.factor", "1");
        for (String name : new String[] {"checkpoints", "heartbeats", "offset-syncs"}) {
            p.put(name + ".topic.replication.factor", "1");
        }
        for (String name : new String[] {"offset", "status", "config"}) {
            p.put(name + ".storage.replication.factor", "1");
        }
        p.put("emit.heartbeats.enabled", "false");
        p.put("emit.checkpoints.enabled", "false");
        p.put("sync.topic.acls.enabled", "false");
        p.put("sync.topic.configs.enabled", "false");
        p.put("refresh.groups.enabled", "false");
        p.put("tasks.max", "1");
        p.put("B.exactly.once.source.support", "enabled");
        p.put("exactly.once.source.support", "enabled");
        p.put("transaction.boundary", "interval");
        p.put("transaction.boundary.interval.ms", "1000");
        p.put("dedicated.mode.enable.internal.rest", "true");
        p.put("listeners", "http://127.0.0.1:0");
        p.put("B.producer.compression.type", codec);
        p.put("B.producer.linger.ms", "20");
        p.put("B.producer.batch.size", "262144");
        p.put("B.producer.buffer.memory", "67108864");
        p.put("B.producer.retry.backoff.ms", "10");
        p.put("A.consumer.fetch.max.bytes", "16777216");
        p.put("A.consumer.max.poll.records", "1000");
        p.put("A.consumer.receive.buffer.bytes", "1048576");
        p.put("A.consumer.auto.offset.reset", "earliest");
        p.put("A.consumer.isolation.level", "read_committed");
        StringBuilder text = new StringBuilder();
        p.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
        Path file = folder.resolve("mirror-maker.properties");
        Files.writeString(file, text);
        return JavaProcess.main(MAIN)
                .classpath(JavaProcess.testkitClasses() + File.pathSeparator + jars() + File.separator + "*")
                .jvmArgs("-Xmx512m", "-XX:+UseParallelGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=off")
                .args(file.toString())
                .start();
    }

    /** Wherever in this project's folders the classes were loaded from. */
    private static Path jars() {
        Path home = Path.of(JavaProcess.testkitClasses()).toAbsolutePath();
        for (Path above = home; above != null; above = above.getParent()) {
            if (Files.isDirectory(above.resolve(JARS))) {
                return above.resolve(JARS);
            }
        }
        throw new IllegalStateException(
                "No folder " + JARS + " with MirrorMaker's jars: build the module that fills it");
    }
}
