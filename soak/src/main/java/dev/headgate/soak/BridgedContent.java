package dev.headgate.soak;

import dev.headgate.testkit.old.OldRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a reader of committed records finds in a topic that was filled with {@link OldRecords}, against what has to be there. */
final class BridgedContent {
    private static final int KEY_BYTES = 16;
    private static final int VALUE_BYTES = 200;
    /** How far from its place a record is looked for. */
    private static final int AROUND = 20_000;

    private long found;
    private long lost;
    private long duplicated;
    private long wrong;

    long found() {
        return found;
    }

    long lost() {
        return lost;
    }

    /** Records that were there before, and so stand out of order. */
    long duplicated() {
        return duplicated;
    }

    /** Records that nobody wrote. */
    long wrong() {
        return wrong;
    }

    /** Reads a topic to its end; each of its partitions has to have this many records. */
    void read(String bootstrap, String topic, int partitions, long each) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed", "max.poll.records", "2000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            for (int partition = 0; partition < partitions; partition++) {
                read(consumer, new TopicPartition(topic, partition), each);
            }
        }
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long each) {
        List<TopicPartition> only = new ArrayList<>(List.of(partition));
        consumer.assign(only);
        consumer.seekToBeginning(only);
        long end = consumer.endOffsets(only).getOrDefault(partition, 0L);
        long expected = 0;
        while (consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                expected = take(record, expected);
            }
        }
        lost += each - expected;
    }

    private long take(ConsumerRecord<byte[], byte[]> record, long expected) {
        found++;
        if (is(record, expected)) {
            return expected + 1;
        }
        for (long away = 1; away < AROUND; away++) {
            if (expected - away >= 0 && is(record, expected - away)) {
                duplicated++;
                return expected;
            }
            if (is(record, expected + away)) {
                lost += away;
                return expected + away + 1;
            }
        }
        wrong++;
        return expected;
    }

    private static boolean is(ConsumerRecord<byte[], byte[]> record, long sequence) {
        return Arrays.equals(
                        record.value(), OldRecords.value(record.topic(), record.partition(), sequence, VALUE_BYTES))
                && Arrays.equals(record.key(), OldRecords.key(record.topic(), record.partition(), sequence, KEY_BYTES));
    }
}
