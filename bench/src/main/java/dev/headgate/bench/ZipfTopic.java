package dev.headgate.bench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * A topic with keys after Zipf's law: the key of rank r has a share of (1/r) / H, where H is the sum of 1/r over all keys
 * (exponent 1.0). Written once, read by every arm.
 */
final class ZipfTopic {
    static final int KEYS = 10_000;
    static final int PARTITIONS = 12;
    private static final int VALUE_BYTES = 100;
    private static final long SEED = 42;

    private final String name;
    private final int[] countOfKey;
    private final int[] partitionOfKey;

    /**
     * Describes a topic.
     *
     * @param countOfKey     records written for each key
     * @param partitionOfKey where each key's records are
     */
    ZipfTopic(String name, int[] countOfKey, int[] partitionOfKey) {
        this.name = name;
        this.countOfKey = countOfKey.clone();
        this.partitionOfKey = partitionOfKey.clone();
    }

    /**
     * Creates the topic and writes it. Blocks until the broker has acknowledged every record; about 2 s a million.
     *
     * @throws IllegalStateException if a record could not be written
     */
    static ZipfTopic write(String bootstrap, String name, int records) throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic(name, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
        SplittableRandom random = new SplittableRandom(SEED);
        byte[][] keys = keys();
        int[] partitionOfKey = partitions(keys);
        int[] countOfKey = new int[KEYS];
        double[] cumulated = cumulated();
        byte[] text = text(random, 1 << 22);
        AtomicReference<Exception> failure = new AtomicReference<>();
        Callback acknowledged = (metadata, problem) -> {
            if (problem != null) {
                failure.compareAndSet(null, problem);
            }
        };
        try (Producer<byte[], byte[]> producer = producer(bootstrap)) {
            for (int i = 0; i < records; i++) {
                int key = draw(cumulated, random.nextDouble());
                countOfKey[key]++;
                int from = random.nextInt(text.length - VALUE_BYTES);
                byte[] value = Arrays.copyOfRange(text, from, from + VALUE_BYTES);
                var record = new ProducerRecord<>(name, partitionOfKey[key], keys[key], value);
                var unused = producer.send(record, acknowledged);
            }
            producer.flush();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("The topic " + name + " could not be written in full.", failure.get());
        }
        return new ZipfTopic(name, countOfKey, partitionOfKey);
    }

    /**
     * What the order of keys allows while every partition has data, records/s: a partition cannot go faster than its
     * hottest key, and that goes one at a time, so it gives 1 / (share of the hottest key x L).
     */
    double keyBound(int latencyMillis) {
        long[] all = perPartition();
        long[] hottest = new long[PARTITIONS];
        for (int k = 0; k < countOfKey.length; k++) {
            int partition = partitionOfKey[k];
            hottest[partition] = Math.max(hottest[partition], countOfKey[k]);
        }
        double sum = 0;
        for (int p = 0; p < PARTITIONS; p++) {
            sum += hottest[p] == 0 ? 0 : (double) all[p] / hottest[p];
        }
        return sum * 1_000 / latencyMillis;
    }

    /**
     * How many records can be read before the smallest partition runs dry when all are read at one speed, less a tenth: past
     * that, an arm would be measured on fewer partitions.
     */
    long beforeAnyRunsDry() {
        long smallest = Arrays.stream(perPartition()).min().orElseThrow();
        return smallest * PARTITIONS * 9 / 10;
    }

    String name() {
        return name;
    }

    /** For each partition, the offset after its last record. */
    List<Long> endOffsets() {
        return Arrays.stream(perPartition()).boxed().toList();
    }

    private long[] perPartition() {
        long[] all = new long[PARTITIONS];
        for (int k = 0; k < countOfKey.length; k++) {
            all[partitionOfKey[k]] += countOfKey[k];
        }
        return all;
    }

    private static Producer<byte[], byte[]> producer(String bootstrap) {
        Map<String, Object> properties = Map.of(
                "bootstrap.servers",
                bootstrap,
                "compression.type",
                "lz4",
                "linger.ms",
                20,
                "acks",
                "1",
                "enable.idempotence",
                false,
                "buffer.memory",
                64L << 20);
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static byte[][] keys() {
        byte[][] keys = new byte[KEYS][];
        for (int k = 0; k < KEYS; k++) {
            keys[k] = ("key-" + k).getBytes(StandardCharsets.US_ASCII);
        }
        return keys;
    }

    /** As Kafka's default partitioner has it: murmur2 of the key. */
    private static int[] partitions(byte[][] keys) {
        return Arrays.stream(keys)
                .mapToInt(key -> Utils.toPositive(Utils.murmur2(key)) % PARTITIONS)
                .toArray();
    }

    /** The share of all keys up to each rank. */
    static double[] cumulated() {
        double[] cumulated = new double[KEYS];
        double sum = 0;
        for (int k = 0; k < KEYS; k++) {
            sum += 1.0 / (k + 1);
            cumulated[k] = sum;
        }
        for (int k = 0; k < KEYS; k++) {
            cumulated[k] /= sum;
        }
        return cumulated;
    }

    /** The key whose range of shares holds {@code share}, 0..1. */
    static int draw(double[] cumulated, double share) {
        int found = Arrays.binarySearch(cumulated, share);
        return Math.min(found < 0 ? -found - 1 : found + 1, cumulated.length - 1);
    }

    /** Random characters out of 64, so that values compress by about a quarter, as text in base64 does. */
    private static byte[] text(SplittableRandom random, int length) {
        byte[] alphabet =
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".getBytes(StandardCharsets.US_ASCII);
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = alphabet[random.nextInt(alphabet.length)];
        }
        return text;
    }
}
