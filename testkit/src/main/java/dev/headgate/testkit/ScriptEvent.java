package dev.headgate.testkit;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What a {@link ScriptedConsumer} saw, in order. {@code nanos} is the consumer's monotonic clock. */
public sealed interface ScriptEvent {

    /** When, by the consumer's monotonic clock, in ns. */
    long nanos();

    /** A subscription by names, or by pattern if that is given. */
    record Subscribed(
            long nanos, Set<String> topics, @Nullable String pattern) implements ScriptEvent {}

    /** A call of {@code poll} began. */
    record Polled(long nanos, Duration timeout) implements ScriptEvent {}

    /** {@code wakeup} was called. */
    record Woken(long nanos) implements ScriptEvent {}

    /** These partitions, at least one, were paused. */
    record Paused(long nanos, Set<TopicPartition> partitions) implements ScriptEvent {}

    /** These partitions, at least one, were resumed. */
    record Resumed(long nanos, Set<TopicPartition> partitions) implements ScriptEvent {}

    /** A partition was sought to an offset. */
    record Sought(long nanos, TopicPartition partition, long offset) implements ScriptEvent {}

    /** A commit was sent; whether the make-believe broker took it says {@link Script#committed}. */
    record Committed(long nanos, Map<TopicPartition, OffsetAndMetadata> offsets, boolean sync, String thread)
            implements ScriptEvent {}
}
