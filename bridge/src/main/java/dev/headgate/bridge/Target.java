package dev.headgate.bridge;

import dev.headgate.bridge.source.SourcePartition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** The target's topics and groups. Safe for use by any thread; every method blocks for the target's answer. */
final class Target implements AutoCloseable {
    private static final short DEFAULT_REPLICATION = -1;
    private static final long DEFAULT_MESSAGE = 1 << 20;

    private final Admin admin;
    private final Settings.End end;
    private final Duration patience;

    Target(Settings.End end, Duration patience) {
        this.end = end;
        this.patience = patience;
        Properties properties = new Properties();
        properties.putAll(clientProperties());
        this.admin = Admin.create(properties);
    }

    /** What every client of the target begins with. */
    Map<String, Object> clientProperties() {
        Map<String, Object> properties = new HashMap<>(end.properties());
        properties.put("bootstrap.servers", end.bootstrap());
        return properties;
    }

    Duration patience() {
        return patience;
    }

    /** The partition counts of those of these topics that exist. */
    Map<String, Integer> partitions(Collection<String> topics) {
        Map<String, Integer> counts = new TreeMap<>();
        admin.describeTopics(topics).topicNameValues().forEach((name, answer) -> {
            try {
                counts.put(
                        name,
                        await("describe topic " + name, answer).partitions().size());
            } catch (UnknownTopicOrPartitionException e) {
                // It is not there, which is an answer.
            }
        });
        return counts;
    }

    /** Makes a topic; nothing happens if it is there. */
    void create(String topic, int partitions, Map<String, String> configs) {
        NewTopic wanted =
                new NewTopic(topic, Optional.of(partitions), Optional.of(DEFAULT_REPLICATION)).configs(configs);
        try {
            await(
                    "make topic " + topic,
                    admin.createTopics(List.of(wanted)).values().get(topic));
        } catch (TopicExistsException e) {
            // Somebody was quicker.
        }
    }

    void addPartitions(String topic, int total) {
        await(
                "add partitions to topic " + topic,
                admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(total)))
                        .values()
                        .get(topic));
    }

    /** The largest {@code max.message.bytes} of these topics; Kafka's default of 1 MiB where it is not told. */
    long largestMessage(Collection<String> topics) {
        List<ConfigResource> resources = topics.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        long largest = DEFAULT_MESSAGE;
        for (KafkaFuture<Config> answer :
                admin.describeConfigs(resources).values().values()) {
            try {
                ConfigEntry limit =
                        await("tell how large messages may be", answer).get("max.message.bytes");
                if (limit != null && limit.value() != null) {
                    largest = Math.max(largest, Long.parseLong(limit.value()));
                }
            } catch (BridgeException | UnknownTopicOrPartitionException notTold) {
                // Not everybody may ask for configurations; the broker refuses what is too large all the same.
            }
        }
        return largest;
    }

    /** Puts out whoever writes under these transactional ids, and ends what they have begun. */
    void fence(List<String> transactionalIds) {
        await(
                "put out the earlier workers " + String.join(", ", transactionalIds),
                admin.fenceProducers(transactionalIds).all());
    }

    /** What is free on the disks of all brokers together, in bytes; -1 where it is not told (by brokers before 3.3, or without permission). */
    long room() {
        try {
            List<Integer> brokers = await(
                            "name its brokers", admin.describeCluster().nodes())
                    .stream()
                    .map(Node::id)
                    .toList();
            long room = 0;
            for (Map<String, LogDirDescription> disks : await(
                            "tell the room on its disks",
                            admin.describeLogDirs(brokers).allDescriptions())
                    .values()) {
                for (LogDirDescription disk : disks.values()) {
                    if (disk.usableBytes().isEmpty()) {
                        return -1;
                    }
                    room += disk.usableBytes().getAsLong();
                }
            }
            return room;
        } catch (BridgeException notTold) {
            return -1;
        }
    }

    /** Where partitions end. */
    Map<SourcePartition, Long> ends(Collection<SourcePartition> partitions) {
        return offsets(partitions, OffsetSpec.latest());
    }

    private Map<SourcePartition, Long> offsets(Collection<SourcePartition> partitions, OffsetSpec which) {
        Map<TopicPartition, OffsetSpec> asked = partitions.stream()
                .collect(Collectors.toMap(p -> new TopicPartition(p.topic(), p.partition()), p -> which));
        Map<SourcePartition, Long> ends = new HashMap<>();
        await("tell where partitions end", admin.listOffsets(asked).all())
                .forEach((kafkas, info) ->
                        ends.put(new SourcePartition(kafkas.topic(), kafkas.partition()), info.offset()));
        return ends;
    }

    /** Puts a group to these offsets. It must have no members. */
    void moveGroup(String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
        await(
                "set the offsets of group " + group + " (it must have no running members on the target)",
                admin.alterConsumerGroupOffsets(group, offsets).all());
    }

    /** Where a group stands. */
    Map<TopicPartition, OffsetAndMetadata> group(String group) {
        return await(
                "tell the offsets of group " + group,
                admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    }

    private <T extends @Nullable Object> T await(String what, @Nullable KafkaFuture<T> answer) {
        if (answer == null) {
            throw new BridgeException("The target at " + end.bootstrap() + " gave no answer when asked to " + what);
        }
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException there) {
                throw there;
            }
            if (e.getCause() instanceof UnknownTopicOrPartitionException unknown) {
                throw unknown;
            }
            throw new BridgeException(
                    "The target at " + end.bootstrap() + " did not " + what + ": " + Failures.reason(e), e);
        } catch (TimeoutException e) {
            throw new BridgeException(
                    "The target at " + end.bootstrap() + " did not " + what + " within " + patience.toSeconds() + " s",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BridgeException("Interrupted before the target did " + what, e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(2));
    }
}
