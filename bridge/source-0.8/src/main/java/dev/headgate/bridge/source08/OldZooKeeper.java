package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.SourceException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import kafka.admin.AdminUtils;
import kafka.utils.ZKStringSerializer$;
import org.I0Itec.zkclient.ZkClient;
import org.I0Itec.zkclient.exception.ZkException;

/** What old clusters keep in ZooKeeper and no broker of theirs tells. */
final class OldZooKeeper implements AutoCloseable {

    private static final int SESSION_MS = 10_000;
    private static final String GROUPS = "/consumers";

    private final ZkClient client;

    private OldZooKeeper(ZkClient client) {
        this.client = client;
    }

    /** Connects; blocks until it answers. */
    static OldZooKeeper open(String address, Duration patience) {
        try {
            int ms = Math.clamp(patience.toMillis(), 1, Integer.MAX_VALUE);
            return new OldZooKeeper(new ZkClient(address, SESSION_MS, ms, ZKStringSerializer$.MODULE$));
        } catch (ZkException | IllegalArgumentException e) {
            throw new SourceException(
                    "The source's ZooKeeper " + address + " does not answer (" + Metadata.reason(e)
                            + "): check the address, or do without",
                    e);
        }
    }

    /** What was set for the topic; empty if nothing. */
    Map<String, String> configs(String topic) {
        Properties set = AdminUtils.fetchTopicConfig(client, topic);
        Map<String, String> configs = new HashMap<>();
        set.stringPropertyNames().forEach(name -> configs.put(name, set.getProperty(name)));
        return configs;
    }

    /** The groups that ever used the consumer of that time, wherever they keep their offsets. */
    Set<String> groups() {
        return client.exists(GROUPS) ? new HashSet<>(client.getChildren(GROUPS)) : Set.of();
    }

    @Override
    public void close() {
        client.close();
    }
}
