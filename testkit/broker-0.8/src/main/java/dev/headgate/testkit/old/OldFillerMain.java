package dev.headgate.testkit.old;

import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The main class of a producer of 0.8.2.2 that fills a topic with {@link OldRecords}. */
public final class OldFillerMain {

    /** What it prints, followed by the count, when all records are acknowledged. */
    public static final String FILLED = "HEADGATE FILLED ";

    private static final long SAY_EVERY_NANOS = 2_000_000_000L;

    private OldFillerMain() {}

    /**
     * Arguments: bootstrap, topic, partitions, first sequence, records per partition, codec, bytes of a key, bytes of a value, bytes of a
     * batch.
     *
     * <p>Partitions get their records in turns and each in the order of the sequence: without retries, one that fails ends it all.
     */
    public static void main(String[] args) throws Exception {
        String topic = args[1];
        int partitions = Integer.parseInt(args[2]);
        long from = Long.parseLong(args[3]);
        long each = Long.parseLong(args[4]);
        int keyBytes = Integer.parseInt(args[6]);
        int valueBytes = Integer.parseInt(args[7]);
        AtomicLong acknowledged = new AtomicLong();
        AtomicReference<Exception> failure = new AtomicReference<>();
        Callback count = (metadata, exception) -> {
            if (exception == null) {
                acknowledged.incrementAndGet();
            } else {
                failure.compareAndSet(null, exception);
            }
        };
        long all = each * partitions;
        long start = System.nanoTime();
        long said = start;
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties(args[0], args[5], args[8]))) {
            for (long sequence = from; sequence < from + each && failure.get() == null; sequence++) {
                for (int p = 0; p < partitions; p++) {
                    byte[] key = OldRecords.key(topic, p, sequence, keyBytes);
                    byte[] value = OldRecords.value(topic, p, sequence, valueBytes);
                    producer.send(new ProducerRecord<>(topic, p, key, value), count);
                }
                if (System.nanoTime() - said > SAY_EVERY_NANOS) {
                    said = System.nanoTime();
                    System.out.println(progress(topic, acknowledged.get(), all, said - start));
                }
            }
        }
        if (failure.get() != null) {
            throw failure.get();
        }
        System.out.println(progress(topic, acknowledged.get(), all, System.nanoTime() - start));
        System.out.println(FILLED + acknowledged.get());
        System.exit(0);
    }

    private static String progress(String topic, long done, long all, long nanos) {
        return String.format("%s: %,d of %,d records, %,.0f records/s", topic, done, all, done * 1e9 / nanos);
    }

    private static Properties properties(String bootstrap, String codec, String batchBytes) {
        Properties p = new Properties();
        p.put("bootstrap.servers", bootstrap);
        p.put("client.id", "headgate-filler");
        p.put("compression.type", codec);
        p.put("acks", "1");
        p.put("retries", "0");
        p.put("linger.ms", "20");
        p.put("batch.size", batchBytes);
        p.put("buffer.memory", String.valueOf(64 << 20));
        p.put("max.request.size", String.valueOf(32 << 20));
        p.put("key.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
        p.put("value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
        return p;
    }
}
