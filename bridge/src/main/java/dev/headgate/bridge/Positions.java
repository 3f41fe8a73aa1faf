package dev.headgate.bridge;

import dev.headgate.bridge.source.SourcePartition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
     * @param bridges whose each bridge's name is
     * @param positions of each bridge
     */
    record Found(Map<String, Owner> bridges, Map<String, Map<SourcePartition, Position>> positions) {
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

    /**
     * Whose a bridge's name is.
     *
     * @param run of the bridge that began last, different for each
     * @param workers the most that it, or a run before it, has had: as many transactional ids have been used under its name
     * @param from the addresses of its source
     */
    record Owner(String run, int workers, String from) {
        private static final Pattern TEXT = Pattern.compile("v=1 run=(\\S+) workers=(\\d{1,4}) from=(.+)");

        private String text() {
            return "v=1 run=" + run + " workers=" + workers + " from=" + from;
        }

        private static @Nullable Owner parse(String text) {
            Matcher matcher = TEXT.matcher(text);
            return matcher.matches()
                    ? new Owner(matcher.group(1), Integer.parseInt(matcher.group(2)), matcher.group(3))
                    : null;
        }
    }

    ProducerRecord<byte[], byte[]> owner(String bridge, Owner owner) {
        return new ProducerRecord<>(topic, 0, bytes(bridge), bytes(owner.text()));
    }

    ProducerRecord<byte[], byte[]> position(String bridge, SourcePartition partition, Position position) {
        return new ProducerRecord<>(
                topic,
                0,
                bytes(bridge + "/" + partition.topic() + "/" + partition.partition()),
                bytes(position.text()));
    }

    /**
     * What is committed in all that is there now; blocks. One partition is all bridges', and what one of them has committed is not to be seen before a
     * transaction that another has begun earlier is over: that is waited for.
     */
    Found read(Map<String, Object> clientProperties, Duration patience) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(clientProperties, "read_uncommitted")) {
            return read(clientProperties, patience, end(consumer, patience));
        }
    }

    /**
     * Whose the bridge's name is, and was, as far as the topic still says, the last one last. Owners are written outside of transactions, so that nobody's
     * transaction hides them. Blocks only for the target's answers.
     */
    List<Owner> owners(Map<String, Object> clientProperties, Duration patience, String bridge) {
        List<Owner> owners = new ArrayList<>();
        each(clientProperties, patience, "read_uncommitted", Long.MAX_VALUE, record -> {
            if (text(record.key()).equals(bridge) && record.value() != null) {
                Owner owner = Owner.parse(text(record.value()));
                if (owner == null) {
                    throw strange(record);
                }
                owners.add(owner);
            }
        });
        return owners;
    }

    /** What is to be seen without waiting for others: positions may be further on than this. Blocks only for the target's answers. */
    Found glance(Map<String, Object> clientProperties, Duration patience) {
        return read(clientProperties, patience, Long.MAX_VALUE);
    }

    private long end(KafkaConsumer<byte[], byte[]> consumer, Duration patience) {
        TopicPartition only = new TopicPartition(topic, 0);
        return consumer.endOffsets(List.of(only), patience).getOrDefault(only, 0L);
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> clientProperties, String isolation) {
        Map<String, Object> properties = new HashMap<>(clientProperties);
        properties.put("isolation.level", isolation);
        properties.put("enable.auto.commit", "false");
        properties.put("auto.offset.reset", "none");
        properties.put("allow.auto.create.topics", "false");
        properties.remove("group.id");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private Found read(Map<String, Object> clientProperties, Duration patience, long upTo) {
        Map<String, Owner> bridges = new TreeMap<>();
        Map<String, Map<SourcePartition, Position>> positions = new TreeMap<>();
        each(clientProperties, patience, "read_committed", upTo, record -> take(record, bridges, positions));
        return new Found(bridges, positions);
    }

    /** Up to this offset, or, where that is higher, to the end of what is to be seen. */
    private void each(
            Map<String, Object> clientProperties,
            Duration patience,
            String isolation,
            long upTo,
            Consumer<ConsumerRecord<byte[], byte[]>> taker) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(clientProperties, isolation)) {
            TopicPartition only = new TopicPartition(topic, 0);
            consumer.assign(List.of(only));
            long end = upTo == Long.MAX_VALUE ? end(consumer, patience) : upTo;
            consumer.seekToBeginning(List.of(only));
            long deadline = System.nanoTime() + patience.toNanos();
            while (consumer.position(only, patience) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    taker.accept(record);
                    deadline = System.nanoTime() + patience.toNanos();
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new org.apache.kafka.common.errors.TimeoutException(
                            "Nothing came from " + topic + " within "
                                    + patience.toSeconds() + " s, though it goes on to offset " + end
                                    + ": a bridge that was killed may have left a transaction there, which the target ends within a minute or so (transaction.timeout.ms)");
                }
            }
        }
    }

    private void take(
            ConsumerRecord<byte[], byte[]> record,
            Map<String, Owner> bridges,
            Map<String, Map<SourcePartition, Position>> positions) {
        String[] key = text(record.key()).split("/", -1);
        String value = text(record.value());
        if (key[0].isEmpty()) {
            throw strange(record);
        }
        if (key.length == 1) {
            if (record.value() == null) {
                bridges.remove(key[0]);
                return;
            }
            Owner owner = Owner.parse(value);
            if (owner == null) {
                throw strange(record);
            }
            bridges.put(key[0], owner);
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
