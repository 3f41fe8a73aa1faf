package dev.headgate.kafka;

import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at one record, as a handler sees it. Immutable but for the headers, which are Kafka's own; may be kept
 * and passed to other threads.
 *
 * @param <K> the key's type
 * @param <V> the value's type
 */
public final class Delivery<K, V> {
    private final ConsumerRecord<byte[], byte[]> raw;
    private final @Nullable K key;
    private final @Nullable V value;
    private final int attempt;

    Delivery(ConsumerRecord<byte[], byte[]> raw, @Nullable K key, @Nullable V value, int attempt) {
        this.raw = raw;
        this.key = key;
        this.value = value;
        this.attempt = attempt;
    }

    /**
     * The decoded key.
     *
     * @throws NullPointerException if the record has none; see {@link #hasKey()}
     */
    public K key() {
        return Objects.requireNonNull(key, "the record has no key, or the deserialiser made null of it");
    }

    /**
     * The decoded value.
     *
     * @throws NullPointerException if the record is a tombstone; see {@link #hasValue()}
     */
    public V value() {
        return Objects.requireNonNull(
                value, "the record has no value: it is a tombstone, or the deserialiser made null of it");
    }

    public boolean hasKey() {
        return key != null;
    }

    public boolean hasValue() {
        return value != null;
    }

    public String topic() {
        return raw.topic();
    }

    public int partition() {
        return raw.partition();
    }

    public long offset() {
        return raw.offset();
    }

    /** The record's Kafka timestamp in ms since 1970; -1 where it has none. */
    public long timestamp() {
        return raw.timestamp();
    }

    public Headers headers() {
        return raw.headers();
    }

    /** Which attempt this is: 1 for the first. Counted anew after a restart or a rebalance. */
    public int attempt() {
        return attempt;
    }

    /** The W3C trace context of the record's {@code traceparent} header, if it has a valid one. */
    public @Nullable TraceParent traceParent() {
        return TraceParent.of(raw.headers());
    }

    /** The record as Kafka delivered it, undecoded. */
    public ConsumerRecord<byte[], byte[]> raw() {
        return raw;
    }

    @Override
    public String toString() {
        return raw.topic() + "-" + raw.partition() + "@" + raw.offset() + " attempt " + attempt;
    }
}
