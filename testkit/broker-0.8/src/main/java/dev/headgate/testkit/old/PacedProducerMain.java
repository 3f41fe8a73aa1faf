package dev.headgate.testkit.old;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The main class of a producer that writes {@link OldRecords} without keys at a fixed rate. Compiled against 0.8.2.2, runs on the clients
 * of 0.8.2 to 4.4, so that what differs between an old and a current producer is the client alone.
 */
public final class PacedProducerMain {

    /** What it prints when it takes commands. */
    public static final String READY = "HEADGATE PRODUCER READY";
    /** What it prints, followed by the time in ns, when the records of a command are acknowledged. */
    public static final String WROTE = "HEADGATE PRODUCER WROTE ";

    private static final int LOOK_EVERY = 64;
    private static final long WORTH_PARKING_NANOS = 1_000_000;

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final int partitions;
    private final int valueBytes;
    private long sequence;

    private PacedProducerMain(KafkaProducer<byte[], byte[]> producer, String topic, int partitions, int valueBytes) {
        this.producer = producer;
        this.topic = topic;
        this.partitions = partitions;
        this.valueBytes = valueBytes;
    }

    /**
     * Arguments: bootstrap, topic, partitions, codec, bytes of a value, bytes of a batch. Commands on standard input: {@code RECORDS
     * RECORDS-PER-SECOND}.
     */
    public static void main(String[] args) throws Exception {
        Properties p = new Properties();
        p.put("bootstrap.servers", args[0]);
        p.put("client.id", "headgate-paced");
        p.put("compression.type", args[3]);
        p.put("acks", "1");
        p.put("retries", "0");
        p.put("linger.ms", "50");
        p.put("batch.size", args[5]);
        p.put("buffer.memory", String.valueOf(64 << 20));
        p.put("key.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
        p.put("value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(p)) {
            PacedProducerMain main =
                    new PacedProducerMain(producer, args[1], Integer.parseInt(args[2]), Integer.parseInt(args[4]));
            System.out.println(READY);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", 2);
                System.out.println(WROTE + main.write(Integer.parseInt(words[0]), Double.parseDouble(words[1])));
            }
        }
    }

    /** From the first record to the last acknowledgement, in ns. */
    private long write(int records, double perSecond) throws Exception {
        CountDownLatch open = new CountDownLatch(records);
        AtomicReference<Exception> failure = new AtomicReference<>();
        Callback callback = (metadata, exception) -> {
            if (exception != null) {
                failure.compareAndSet(null, exception);
            }
            open.countDown();
        };
        long start = System.nanoTime();
        for (int i = 0; i < records; i++) {
            if (i % LOOK_EVERY == 0) {
                pace(start + (long) (i / perSecond * 1e9));
            }
            int partition = (int) (sequence % partitions);
            byte[] value = OldRecords.value(topic, partition, sequence, valueBytes);
            producer.send(new ProducerRecord<>(topic, partition, null, value), callback);
            sequence++;
        }
        open.await();
        if (failure.get() != null) {
            throw failure.get();
        }
        return System.nanoTime() - start;
    }

    private static void pace(long due) {
        for (long early = due - System.nanoTime(); early > WORTH_PARKING_NANOS; early = due - System.nanoTime()) {
            LockSupport.parkNanos(early);
        }
    }
}
