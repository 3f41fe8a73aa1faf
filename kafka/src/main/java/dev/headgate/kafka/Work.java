package dev.headgate.kafka;

import java.time.Duration;

/** What a user's handler looks like. */
sealed interface Work<K, V> {
    record One<K, V>(OutcomeHandler<K, V> handler) implements Work<K, V> {}

    record Async<K, V>(AsyncHandler<K, V> handler) implements Work<K, V> {}

    record Many<K, V>(BatchHandler<K, V> handler, int maxSize, Duration linger) implements Work<K, V> {}
}
