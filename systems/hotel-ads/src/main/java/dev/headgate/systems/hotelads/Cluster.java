package dev.headgate.systems.hotelads;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;

/** What the system asks of the Kafka cluster apart from reading and writing. Every method blocks, for at most {@link #AT_MOST}. */
final class Cluster implements AutoCloseable {
    private static final Duration AT_MOST = Duration.ofSeconds(30);

    private final String bootstrap;
    private final Admin admin;

    Cluster(String bootstrap) {
        this.bootstrap = bootstrap;
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap));
    }

    /** Creates a topic with the cluster's own replication, unless it is there already. */
    void ensureTopic(String topic, int partitions) {
        try {
            await(admin.createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())))
                    .all());
        } catch (IllegalStateException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    /**
     * Lets a group that does not exist yet begin at the topic's present end: earlier prices, of another run, are not its business, and
     * none that comes from now on is missed.
     */
    void beginAtEnd(String group, String topic) {
        Map<TopicPartition, OffsetAndMetadata> ends = ends(topic).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        end -> new OffsetAndMetadata(end.getValue().offset())));
        await(admin.alterConsumerGroupOffsets(group, ends).all());
    }

    /** Removes the group; it must have no members. What goes wrong is ignored: the group then expires by itself. */
    void forget(String group) {
        try {
            await(admin.deleteConsumerGroups(List.of(group)).all());
        } catch (IllegalStateException e) {
            // Tidiness only.
        }
    }

    private Map<TopicPartition, ListOffsetsResultInfo> ends(String topic) {
        Map<String, TopicDescription> described =
                await(admin.describeTopics(List.of(topic)).allTopicNames());
        Map<TopicPartition, OffsetSpec> latest = described.values().stream()
                .flatMap(description -> description.partitions().stream())
                .collect(Collectors.toMap(
                        partition -> new TopicPartition(topic, partition.partition()),
                        partition -> OffsetSpec.latest()));
        return await(admin.listOffsets(latest).all());
    }

    private <T> T await(KafkaFuture<T> future) {
        try {
            return future.get(AT_MOST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IllegalStateException("Kafka at " + bootstrap + " refused: " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "Kafka at " + bootstrap + " did not answer within " + AT_MOST.toSeconds()
                            + " s: is it there, and does it listen without TLS?",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for Kafka at " + bootstrap, e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
    }
}
