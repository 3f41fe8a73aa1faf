package dev.headgate.testkit;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Hears what goes through an {@link ObservedConsumer}, on the thread that uses the consumer. Must not block. */
public interface ConsumerObserver {

    /** A record came out of {@code poll}. */
    default void polled(TopicPartition partition, long offset) {}

    /** Partitions were assigned; called before the consumer's own listener. Not called when there are none. */
    default void assigned(Set<TopicPartition> partitions) {}

    /** Partitions were revoked or lost; called after the consumer's own listener, which may have committed. */
    default void gone(Set<TopicPartition> partitions) {}

    /** A commit is about to be sent. */
    default void committing(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    /** The broker has acknowledged a commit. */
    default void acknowledged(Map<TopicPartition, OffsetAndMetadata> offsets) {}
}
