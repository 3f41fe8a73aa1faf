package dev.headgate.bridge.source;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to open a source.
 *
 * @param bootstrap {@code host:port,host:port}
 * @param properties the client's own, under Kafka's names: security, sizes
 * @param zookeeper {@code host:port[/path]} of the cluster's ZooKeeper, for what old clusters keep there; null without
 * @param clientId how the bridge is called in the brokers' logs and quotas
 * @param patience how long a call other than {@link Source#fetch} waits for a cluster that does not answer
 */
public record SourceOptions(
        String bootstrap,
        Map<String, String> properties,
        @Nullable String zookeeper,
        String clientId,
        Duration patience) {
    public SourceOptions {
        properties = Map.copyOf(properties);
    }
}
