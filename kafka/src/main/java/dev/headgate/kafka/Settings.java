package dev.headgate.kafka;

import dev.headgate.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** What a built intake goes by; immutable. */
record Settings<K, V>(
        String name,
        Map<String, Object> consumerProperties,
        @Nullable Subscription subscription,
        Coding<K, V> coding,
        Work<K, V> work,
        Ordering ordering,
        Sizes sizes,
        Times<K, V> times,
        Failures failures,
        boolean latestPerKey,
        Outside outside) {

    /** How records are decoded; either is null if it was not said, which {@link Configuration} reports. */
    record Coding<K, V>(
            @Nullable Deserializer<K> keys, @Nullable Deserializer<V> values) {}

    /** Limits, in records or bytes. */
    record Sizes(int inFlight, int window, int metadataBytes, int bufferRecords, long bufferBytes, int itineraries) {}

    /** When things happen. */
    record Times<K, V>(
            Duration commitEvery,
            Duration drainOnRevoke,
            Duration blockedAfter,
            @Nullable Duration holdAfterTimestamp,
            @Nullable Function<? super Delivery<K, V>, ? extends @Nullable Instant> notBefore,
            @Nullable Function<? super Delivery<K, V>, ? extends @Nullable Instant> expiresAt) {

        /** Whether a record has to be decoded before it is known when it may start. */
        boolean needReading() {
            return notBefore != null || expiresAt != null;
        }
    }

    /** What becomes of records that fail. */
    record Failures(
            Retry retry,
            int retryingPerLane,
            Exhausted exhausted,
            @Nullable String deadLetters,
            Map<String, Object> producerProperties) {}

    /** What is outside: clocks and clients. */
    record Outside(
            Clock clock,
            Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers,
            Function<Map<String, Object>, Producer<byte[], byte[]>> producers) {}

    static <K, V> Settings<K, V> of(IntakeBuilder<K, V> b, Work<K, V> work) {
        return new Settings<>(
                b.name,
                Map.copyOf(withoutNulls(b.properties)),
                b.subscription,
                new Coding<>(b.keys, b.values),
                work,
                b.ordering,
                new Sizes(b.inFlight, b.window, b.metadataBytes, b.bufferRecords, b.bufferBytes, b.itineraries),
                new Times<>(
                        b.commitEvery, b.drainOnRevoke, b.blockedAfter, b.holdAfterTimestamp, b.notBefore, b.expiresAt),
                new Failures(b.retry, b.retrying, b.exhausted, b.deadLetters, b.producerProperties),
                b.latestPerKey,
                new Outside(b.clock, b.consumers, b.producers));
    }

    private static Map<String, Object> withoutNulls(Map<String, Object> properties) {
        Map<String, Object> copy = new java.util.HashMap<>(properties);
        copy.values().removeIf(Objects::isNull);
        return copy;
    }
}
