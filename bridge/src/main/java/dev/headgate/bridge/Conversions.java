package dev.headgate.bridge;

import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.SourcePartition;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Makes the target's records of the source's. The writer's thread's own. */
final class Conversions {
    private final Settings.Conversion how;
    private final Map<String, Integer> targetPartitions;

    /** @param targetPartitions of each topic; looked at only where partitions are mapped */
    Conversions(Settings.Conversion how, Map<String, Integer> targetPartitions) {
        this.how = how;
        this.targetPartitions = targetPartitions;
    }

    /** Whether a record of a source partition lies in the target's partition of the same number. */
    boolean samePartition() {
        return how.partitions() == PartitionMapping.SAME && how.transform() == null;
    }

    /**
     * The record to write.
     *
     * @return null where the transform leaves it out
     * @throws Exception the transform's
     */
    @Nullable
    ProducerRecord<byte[], byte[]> convert(Chunk chunk, int i) throws Exception {
        SourcePartition from = chunk.partition(i);
        Transform transform = how.transform();
        if (transform == null) {
            return new ProducerRecord<>(
                    from.topic(),
                    partition(from.topic(), from.partition()),
                    timestamp(chunk.timestamp(i)),
                    chunk.key(i),
                    chunk.value(i),
                    chunk.headers(i) == null ? null : headers(chunk.headers(i)));
        }
        BridgeRecord changed = transform.apply(new BridgeRecord(
                from.topic(),
                from.partition(),
                chunk.offset(i),
                chunk.timestamp(i),
                chunk.key(i),
                chunk.value(i),
                headers(chunk.headers(i))));
        return changed == null
                ? null
                : new ProducerRecord<>(
                        changed.topic(),
                        partition(changed.topic(), from.partition()),
                        timestamp(changed.timestamp()),
                        changed.key(),
                        changed.value(),
                        changed.headers());
    }

    /** The record for the dead letters: as it was, with where it comes from and why it is there. */
    static ProducerRecord<byte[], byte[]> dead(String topic, Chunk chunk, int i, String reason) {
        SourcePartition from = chunk.partition(i);
        Headers headers = headers(chunk.headers(i));
        headers.add("headgate.topic", bytes(from.topic()));
        headers.add("headgate.partition", bytes(String.valueOf(from.partition())));
        headers.add("headgate.offset", bytes(String.valueOf(chunk.offset(i))));
        headers.add("headgate.reason", bytes(reason));
        long timestamp = chunk.timestamp(i);
        return new ProducerRecord<>(
                topic,
                null,
                timestamp == RecordSink.NO_TIMESTAMP ? null : timestamp,
                chunk.key(i),
                chunk.value(i),
                headers);
    }

    private @Nullable Integer partition(String topic, int source) {
        return switch (how.partitions()) {
            case SAME -> source;
            case MODULO -> source % targetPartitions.getOrDefault(topic, source + 1);
            case KEY -> null;
        };
    }

    /** Kafka's producer puts the present time in place of null. */
    private @Nullable Long timestamp(long source) {
        if (source != RecordSink.NO_TIMESTAMP) {
            return source;
        }
        return how.timestamps() == Timestamps.NOW ? null : 0L;
    }

    private static Headers headers(@Nullable Object @Nullable [] flat) {
        if (flat == null) {
            return new RecordHeaders();
        }
        Headers headers = new RecordHeaders();
        for (int i = 0; i < flat.length; i += 2) {
            headers.add(new RecordHeader(String.valueOf(flat[i]), (byte[]) flat[i + 1]));
        }
        return headers;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
}
