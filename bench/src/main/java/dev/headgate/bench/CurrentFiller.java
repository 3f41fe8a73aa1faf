package dev.headgate.bench;

import dev.headgate.testkit.old.OldRecords;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Fills a topic with the records that the fillers of old brokers write. */
final class CurrentFiller {
    private static final int KEY_BYTES = 16;
    private static final int VALUE_BYTES = 200;

    private CurrentFiller() {}

    /** Writes so many to each partition; blocks until Kafka has them. */
    static void fill(String bootstrap, String topic, int partitions, long each, String codec) {
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "compression.type", codec, "linger.ms", "20"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (long i = 0; i < each; i++) {
                for (int partition = 0; partition < partitions; partition++) {
                    var unused = producer.send(
                            new ProducerRecord<>(
                                    topic,
                                    partition,
                                    OldRecords.key(topic, partition, i, KEY_BYTES),
                                    OldRecords.value(topic, partition, i, VALUE_BYTES)),
                            (metadata, e) -> failure.compareAndSet(null, e));
                }
            }
        }
        if (failure.get() != null) {
            throw new IllegalStateException("The source could not be filled", failure.get());
        }
    }
}
