package dev.headgate.bridge;

import dev.headgate.bridge.source.SourcePartition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * The topic on the target in which bridges keep how far they are: compacted, one partition, text. A record's key is {@code bridge} or {@code
 * bridge/topic/partition}; none of the three can have a slash in it.
 */
final class Positions {
    private final String topic;

    Positions(String topic) {
        this.topic = topic;
    }

    String topic() {
        return topic;
    }

    /**
     * All that the topic says.
     *
     * @param bridges what each bridge reads from
     * @param positions of each bridge
     */
    record Found(Map<String, String> bridges, Map<String, Map<SourcePartition, Position>> positions) {
        Map<SourcePartition, Position> of(String bridge) {
            return positions.getOrDefault(bridge, Map.of());
        }

        /** Another bridge that writes this topic; null if none does. */
        @Nullable
        String otherThan(String bridge, String written) {
            for (Map.Entry<String, Map<SourcePartition, Position>> other : positions.entrySet()) {
                if (!other.getKey().equals(bridge)
                        && other.getValue().keySet().stream()
                                .anyMatch(p -> p.topic().equals(written))) {
                    return other.getKey();
                }
            }
            return null;
        }
    }

    ProducerRecord<byte[], byte[]> bridge(String bridge, String from) {
        return new ProducerRecord<>(topic, 0, bytes(bridge), bytes("v=1 from=" + from));
    }

    ProducerRecord<byte[], byte[]> position(String bridge, SourcePartition partition, Position position) {
        return new ProducerRecord<>(
                topic,
                0,
                bytes(bridge + "/" + partition.topic() + "/" + partition.partition()),
                bytes(position.text()));
    }

    /** Reads the topic up to its end, what is committed only; blocks. */
    Found read(Map<String, Object> clientProperties, Duration patience) {
        Map<String, Object> properties = new HashMap<>(clientProperties);
        properties.put("isolation.level", "read_committed");
        properties.put("enable.auto.commit", "false");
        properties.put("auto.offset.reset", "none");
        properties.put("allow.auto.create.topics", "false");
        properties.remove("group.id");
        Map<String, String> bridges = new TreeMap<>();
        Map<String, Map<SourcePartition, Position>> positions = new TreeMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition only = new TopicPartition(topic, 0);
            consumer.assign(List.of(only));
            long end = consumer.endOffsets(List.of(only), patience).getOrDefault(only, 0L);
            consumer.seekToBeginning(List.of(only));
            long deadline = System.nanoTime() + patience.toNanos();
            while (consumer.position(only, patience) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    take(record, bridges, positions);
                    deadline = System.nanoTime() + patience.toNanos();
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new org.apache.kafka.common.errors.TimeoutException("Nothing came from " + topic + " within "
                            + patience.toSeconds() + " s, though it goes on to offset " + end);
                }
            }
        }
        return new Found(bridges, positions);
    }

    private void take(
            ConsumerRecord<byte[], byte[]> record,
            Map<String, String> bridges,
            Map<String, Map<SourcePartition, Position>> positions) {
        String[] key = text(record.key()).split("/");
        String value = text(record.value());
        if (key.length == 1) {
            if (record.value() == null) {
                bridges.remove(key[0]);
            } else {
                bridges.put(key[0], value.replaceFirst("^v=1 from=", ""));
            }
            return;
        }
        if (key.length != 3 || !key[2].matches("\\d{1,9}")) {
            throw strange(record);
        }
        SourcePartition partition = new SourcePartition(key[1], Integer.parseInt(key[2]));
        Map<SourcePartition, Position> of = positions.computeIfAbsent(key[0], name -> new HashMap<>());
        if (record.value() == null) {
            of.remove(partition);
            return;
        }
        Position position = Position.parse(value);
        if (position == null) {
            throw strange(record);
        }
        of.put(partition, position);
    }

    private BridgeException strange(ConsumerRecord<byte[], byte[]> record) {
        return new BridgeException(
                "Topic " + topic + " on the target has a record at offset " + record.offset()
                        + " that is no bridge's position (or a newer bridge's): give this bridge a topic of its own by --positions");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
