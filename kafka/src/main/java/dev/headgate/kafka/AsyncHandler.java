package dev.headgate.kafka;

import java.util.concurrent.CompletionStage;

/** As {@link Handler}, for clients that return a stage. The record keeps its slot until the stage completes. */
@FunctionalInterface
public interface AsyncHandler<K, V> {

    /**
     * Starts handling one record.
     *
     * @return a stage whose completion ends the attempt: with an {@link Outcome}, that one; with anything else, done;
     *     exceptionally, a retry. Null counts as a failure.
     * @throws Exception as for a stage that completes exceptionally
     */
    CompletionStage<?> handle(Delivery<K, V> delivery) throws Exception;
}
