package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.OffsetRange;
import kafka.javaapi.FetchResponse;

/** What other threads tell the owner. */
sealed interface Event {

    /** A broker sent records. */
    record Fetched(Link link, Question.Records question, FetchResponse response) implements Event {}

    /** A broker said which offsets it has. */
    record Ranged(Link link, Question.Range question, OffsetRange range) implements Event {}

    /** A broker did not answer, or with an error. */
    record Failed(Link link, Question question, Throwable cause) implements Event {}

    /** Some broker said who leads. */
    record Seen(ClusterView view) implements Event {}

    /** No broker said who leads. */
    record Unseen(Exception cause) implements Event {}

    /** {@link SimpleConsumerSource#wakeup} was called. */
    record Woken() implements Event {}
}
