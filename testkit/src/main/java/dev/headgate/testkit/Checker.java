package dev.headgate.testkit;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * One guarantee, watched. {@link Guarantees} feeds it facts, one at a time under one lock, in the order in which they became known;
 * so an implementation needs no synchronisation and must not block.
 */
public interface Checker {

    /** A record exists: it was produced, or came out of a {@code poll}. May be told more than once, and after it was handled. */
    default void exists(TopicPartition partition, long offset) {}

    /** A handler has begun with a record. */
    default void started(Handling handling) {}

    /** A handler has ended; {@link Handling#state} says how. For a finished one {@link #completed} follows. */
    default void ended(Handling handling) {}

    /** A record needs no more handling: it is done, dropped or dead-lettered. */
    default void completed(TopicPartition partition, long offset) {}

    /** A reader got these partitions anew; what it had of them before is over. */
    default void assigned(String reader, Set<TopicPartition> partitions) {}

    /** A reader is about to send this commit. */
    default void committing(String reader, Map<TopicPartition, OffsetAndMetadata> offsets) {}

    /** What was found to be wrong so far, and whatever is wrong if nothing more comes. Called when the scenario is over. */
    Findings findings();
}
