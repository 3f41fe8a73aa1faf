package dev.headgate.soak;

import dev.headgate.testkit.KafkaProcess;
import dev.headgate.testkit.OldFiller;
import dev.headgate.testkit.OldKafka;
import dev.headgate.testkit.old.OldRecords;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A cluster to bridge from, of one version or another. */
sealed interface BridgeSource extends AutoCloseable {

    String bootstrap();

    void createTopic(String name, int partitions);

    /** Writes so many of {@link OldRecords} to each partition. */
    void fill(String topic, int partitions, long each, String codec, Consumer<String> progress);

    /** SIGKILL, and start again; blocks until it serves. */
    void restart();

    @Override
    void close();

    /** By a number that stands for the version: 8, 10, 20, 44. */
    static BridgeSource launch(long version) {
        return switch ((int) version) {
            case 8 -> new Old(OldKafka.describe().version("0.8.2.2").launch());
            case 10 -> new Old(OldKafka.describe().version("0.10.2.2").launch());
            case 20 -> new Old(OldKafka.describe().version("2.0.1").launch());
            case 44 -> new Current(KafkaProcess.launch());
            default ->
                throw new IllegalArgumentException(
                        "source=" + version + " is none of 8 (0.8.2.2), 10 (0.10.2.2), 20 (2.0.1) and 44 (4.4.0)");
        };
    }

    /** With a ZooKeeper. */
    record Old(OldKafka kafka) implements BridgeSource {
        @Override
        public String bootstrap() {
            return kafka.bootstrap();
        }

        @Override
        public void createTopic(String name, int partitions) {
            kafka.createTopic(name, partitions);
        }

        @Override
        public void fill(String topic, int partitions, long each, String codec, Consumer<String> progress) {
            OldFiller.of(bootstrap(), topic, partitions)
                    .codec(codec)
                    .onLine(progress)
                    .fill(0, each);
        }

        @Override
        public void restart() {
            kafka.kill();
            kafka.start();
        }

        @Override
        public void close() {
            kafka.close();
        }
    }

    /** Of now, which the old producer cannot write to. */
    record Current(KafkaProcess kafka) implements BridgeSource {
        private static final int KEY_BYTES = 16;
        private static final int VALUE_BYTES = 200;

        @Override
        public String bootstrap() {
            return kafka.bootstrap();
        }

        @Override
        public void createTopic(String name, int partitions) {
            kafka.createTopic(name, partitions);
        }

        @Override
        public void fill(String topic, int partitions, long each, String codec, Consumer<String> progress) {
            AtomicReference<Exception> failure = new AtomicReference<>();
            try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", bootstrap(), "compression.type", codec, "linger.ms", "20"),
                    new ByteArraySerializer(),
                    new ByteArraySerializer())) {
                for (long i = 0; i < each; i++) {
                    for (int partition = 0; partition < partitions; partition++) {
                        byte[] key = OldRecords.key(topic, partition, i, KEY_BYTES);
                        byte[] value = OldRecords.value(topic, partition, i, VALUE_BYTES);
                        var unused = producer.send(
                                new ProducerRecord<>(topic, partition, key, value),
                                (metadata, e) -> failure.compareAndSet(null, e));
                    }
                }
            }
            if (failure.get() != null) {
                throw new IllegalStateException("The source could not be filled", failure.get());
            }
            progress.accept(topic + " is filled");
        }

        @Override
        public void restart() {
            kafka.kill();
            kafka.start();
        }

        @Override
        public void close() {
            kafka.close();
        }
    }
}
