package dev.headgate.bridge;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.SourcePartition;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads the target as its users do: what is committed. */
final class TargetScan implements Scan {
    private static final Duration POLL = Duration.ofMillis(250);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Duration patience;

    TargetScan(Target target) {
        this.patience = target.patience();
        Map<String, Object> properties = new HashMap<>(target.clientProperties());
        properties.put("isolation.level", "read_committed");
        properties.put("enable.auto.commit", "false");
        properties.put("auto.offset.reset", "none");
        properties.put("max.poll.records", "2000");
        properties.put(
                "fetch.max.wait.ms", "20"); // What is wanted is there; behind it may be marks of transactions alone.
        properties.remove("group.id");
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public OffsetRange range(SourcePartition partition) {
        TopicPartition kafkas = new TopicPartition(partition.topic(), partition.partition());
        return new OffsetRange(
                consumer.beginningOffsets(List.of(kafkas), patience).getOrDefault(kafkas, 0L),
                consumer.endOffsets(List.of(kafkas), patience).getOrDefault(kafkas, 0L));
    }

    @Override
    public void records(SourcePartition partition, long from, long to, Visitor visitor) {
        TopicPartition kafkas = new TopicPartition(partition.topic(), partition.partition());
        consumer.assign(List.of(kafkas));
        consumer.seek(kafkas, Math.max(from, range(partition).first()));
        long deadline = System.nanoTime() + patience.toNanos();
        long before = from;
        while (before < to) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < to) {
                    visitor.record(record.offset(), record.timestamp(), record.key(), record.value(), headers(record));
                }
            }
            long now = consumer.position(kafkas);
            if (now > before) {
                before = now;
                deadline = System.nanoTime() + patience.toNanos();
            } else if (System.nanoTime() - deadline > 0) {
                throw new BridgeException("The target gave nothing of " + partition + " from offset " + before + " for "
                        + patience.toSeconds() + " s, though it goes on to " + to);
            }
        }
    }

    private static @Nullable Object @Nullable [] headers(ConsumerRecord<byte[], byte[]> record) {
        Header[] all = record.headers().toArray();
        if (all.length == 0) {
            return null;
        }
        Object[] flat = new Object[2 * all.length];
        for (int i = 0; i < all.length; i++) {
            flat[2 * i] = all[i].key();
            flat[2 * i + 1] = all[i].value();
        }
        return flat;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
