package dev.headgate.testkit;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Topic administration that returns when the brokers, and not only the controller, know of the change. */
final class Topics implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Admin admin;

    Topics(String bootstrap) {
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrap, "client.id", "headgate-testkit"));
    }

    Admin admin() {
        return admin;
    }

    void create(String name, int partitions, Map<String, String> configs) {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(configs);
        get(admin.createTopics(List.of(topic)).all(), "create topic " + name);
        awaitLeaders(name, partitions);
    }

    void delete(String name) {
        get(admin.deleteTopics(List.of(name)).all(), "delete topic " + name);
        await("topic " + name + " to vanish", () -> describe(name) == null);
    }

    void addPartitions(String name, int total) {
        get(
                admin.createPartitions(Map.of(name, NewPartitions.increaseTo(total)))
                        .all(),
                "add partitions to topic " + name);
        awaitLeaders(name, total);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
    }

    private void awaitLeaders(String name, int partitions) {
        await("leaders of the " + partitions + " partitions of topic " + name, () -> {
            TopicDescription found = describe(name);
            return found != null
                    && found.partitions().size() == partitions
                    && found.partitions().stream()
                            .allMatch(p -> p.leader() != null && !p.leader().isEmpty());
        });
        awaitLogs(name, partitions);
    }

    /**
     * A leader may be named before it has opened its log. A producer whose first batch comes in between may have it refused and the
     * next one taken, and then the broker refuses the first as out of order until it times out. Asking for offsets waits for the log.
     */
    private void awaitLogs(String name, int partitions) {
        Map<TopicPartition, OffsetSpec> first = new HashMap<>();
        for (int p = 0; p < partitions; p++) {
            first.put(new TopicPartition(name, p), OffsetSpec.earliest());
        }
        get(admin.listOffsets(first).all(), "open the logs of topic " + name);
    }

    private @Nullable TopicDescription describe(String name) {
        try {
            return get(admin.describeTopics(List.of(name)).allTopicNames(), "describe topic " + name)
                    .get(name);
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException
                    || e.getCause() instanceof RetriableException) {
                return null;
            }
            throw e;
        }
    }

    private static void await(String what, BooleanSupplier done) {
        long start = System.nanoTime();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new IllegalStateException("Waited " + PATIENCE.toSeconds() + " s for " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private static <T> T get(KafkaFuture<T> future, String what) {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("Could not " + what + ": " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "Could not " + what + " within " + PATIENCE.toSeconds() + " s: is a broker running?", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted: could not " + what, e);
        }
    }
}
