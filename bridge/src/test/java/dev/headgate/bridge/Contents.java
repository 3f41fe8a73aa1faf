package dev.headgate.bridge;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes and reads topics as a user would, with nothing of the bridge's. */
final class Contents {
    /** Near now: what is older than a topic's retention, Kafka deletes while the test runs. */
    private static final long EPOCH = System.currentTimeMillis();

    private Contents() {}

    /** A producer's properties with the test's in addition. */
    static KafkaProducer<byte[], byte[]> producer(String bootstrap, Map<String, Object> more) {
        Map<String, Object> properties = new TreeMap<>(more);
        properties.put("bootstrap.servers", bootstrap);
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Writes them all and waits until Kafka has them. */
    static void write(String bootstrap, List<ProducerRecord<byte[], byte[]>> records) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(bootstrap, Map.of("max.request.size", 20_000_000))) {
            List<Future<RecordMetadata>> answers = new ArrayList<>();
            records.forEach(record -> answers.add(producer.send(record)));
            for (Future<RecordMetadata> answer : answers) {
                answer.get();
            }
        }
    }

    /** So many records with keys and values that tell them apart, over all partitions. */
    static List<ProducerRecord<byte[], byte[]>> numbered(String topic, int partitions, int from, int to) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = from; i < to; i++) {
            records.add(new ProducerRecord<>(topic, i % partitions, EPOCH + i, bytes("key-" + i), bytes("value-" + i)));
        }
        return records;
    }

    /** All committed records of a topic by partition, each as a line with everything in it but its offset. */
    static Map<Integer, List<String>> read(String bootstrap, String topic) {
        Map<Integer, List<String>> lines = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records(bootstrap, topic)) {
            StringBuilder line = new StringBuilder();
            line.append(record.timestamp())
                    .append(' ')
                    .append(text(record.key()))
                    .append('=')
                    .append(text(record.value()));
            record.headers()
                    .forEach(header ->
                            line.append(' ').append(header.key()).append(':').append(text(header.value())));
            lines.computeIfAbsent(record.partition(), partition -> new ArrayList<>())
                    .add(line.toString());
        }
        return lines;
    }

    /** All committed records of a topic. */
    static List<ConsumerRecord<byte[], byte[]>> records(String bootstrap, String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> all = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            consumer.assign(all);
            consumer.seekToBeginning(all);
            while (all.stream().anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null
                ? "null"
                : bytes.length > 100 ? bytes.length + " bytes" : new String(bytes, StandardCharsets.UTF_8);
    }
}
