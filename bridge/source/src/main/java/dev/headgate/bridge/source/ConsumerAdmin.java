package dev.headgate.bridge.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConsumerGroupListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** What a source tells beside its records. One thread. */
final class ConsumerAdmin implements AutoCloseable {
    private final Admin admin;
    private final SourceOptions options;

    ConsumerAdmin(SourceOptions options) {
        this.options = options;
        Properties properties = new Properties();
        properties.putAll(options.properties());
        properties.put("bootstrap.servers", options.bootstrap());
        properties.put("client.id", options.clientId() + "-admin");
        this.admin = Admin.create(properties);
    }

    /** What was set for each topic; a topic is missing where this version or its permissions do not tell. */
    Map<String, Map<String, String>> topicConfigs(Collection<String> topics) {
        List<ConfigResource> resources = topics.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        Map<String, Map<String, String>> configs = new HashMap<>();
        admin.describeConfigs(resources).values().forEach((resource, answer) -> {
            try {
                Map<String, String> set = new HashMap<>();
                for (ConfigEntry entry :
                        await("read topic configurations", answer).entries()) {
                    if (entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG && entry.value() != null) {
                        set.put(entry.name(), entry.value());
                    }
                }
                configs.put(resource.name(), set);
            } catch (UnsupportedVersionException | AuthorizationException e) {
                // Not told: 0.10 cannot, and not everybody may.
            }
        });
        return configs;
    }

    List<GroupPosition> groupPositions(Set<String> groups, Collection<SourcePartition> partitions) {
        Set<String> asked = new TreeSet<>(groups);
        if (asked.isEmpty()) {
            for (ConsumerGroupListing group :
                    await("list the groups", admin.listConsumerGroups().all())) {
                asked.add(group.groupId());
            }
        }
        Set<SourcePartition> wanted = new HashSet<>(partitions);
        List<GroupPosition> positions = new ArrayList<>();
        for (String group : asked) {
            Map<TopicPartition, OffsetAndMetadata> committed = await(
                    "read the offsets of group " + group,
                    admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
            committed.forEach((kafkas, offset) -> {
                SourcePartition partition = new SourcePartition(kafkas.topic(), kafkas.partition());
                if (offset != null && wanted.contains(partition)) {
                    positions.add(new GroupPosition(group, partition, offset.offset(), offset.metadata()));
                }
            });
        }
        return positions;
    }

    private <T> T await(String what, KafkaFuture<T> answer) {
        try {
            return answer.get(options.patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnsupportedVersionException || e.getCause() instanceof AuthorizationException) {
                throw (RuntimeException) e.getCause();
            }
            throw new SourceException(
                    "The source at " + options.bootstrap() + " did not let the bridge " + what + ": "
                            + ConsumerSource.reason(e),
                    e);
        } catch (TimeoutException e) {
            throw new SourceException(
                    "The source at " + options.bootstrap() + " did not answer within "
                            + options.patience().toSeconds() + " s when the bridge wanted to " + what,
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SourceException("Interrupted while the bridge waited for the source to " + what, e);
        }
    }

    @Override
    public void close() {
        admin.close(java.time.Duration.ofSeconds(2));
    }
}
