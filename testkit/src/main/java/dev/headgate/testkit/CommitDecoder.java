package dev.headgate.testkit;

import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Reads from a commit which offsets above the committed one it says are completed. */
@FunctionalInterface
public interface CommitDecoder {

    /** Says nothing: for commits that carry the offset alone. */
    CommitDecoder NONE = (partition, commit) -> LongStream.empty();

    /** The offsets, in any order. What it throws breaks the guarantee. */
    LongStream completedAbove(TopicPartition partition, OffsetAndMetadata commit);
}
