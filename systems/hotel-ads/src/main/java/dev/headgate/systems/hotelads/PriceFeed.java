package dev.headgate.systems.hotelads;

import dev.headgate.systems.hotelads.proto.HotelPrice;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The producer of prices, a process of its own: it sends at the times that its plan says, whether or not anybody keeps up. {@link Feed} starts
 * it and reads its standard output, which carries one line per event: {@code started}, {@code progress ...} about five times a second,
 * {@code done ...} after everything was acknowledged or given up. It ends when its standard input says {@code stop} (in an orderly way) or
 * ends (at once): so it does not outlive its parent.
 */
public final class PriceFeed {
    private static final long PROGRESS_NANOS = Duration.ofMillis(200).toNanos();
    private static final long PAUSE_NANOS = Duration.ofMillis(1).toNanos();
    private static final int MOST_PARTITIONS = 10_000;

    private final String topic;
    private final RatePlan plan;
    private final PriceMaker maker;
    private final AtomicLongArray acknowledged = new AtomicLongArray(MOST_PARTITIONS);
    private final AtomicLong failed = new AtomicLong();
    private final int partitions;
    private long sent;
    private volatile boolean stopped;

    private PriceFeed(Args args, int partitions) {
        this.topic = args.topic();
        this.plan = args.plan();
        this.maker = new PriceMaker(args.prices(), new SplittableRandom(args.seed()));
        this.partitions = partitions;
    }

    /** What the process is told on its command line, in this order. */
    record Args(String bootstrap, String topic, RatePlan plan, Prices prices, long seed) {
        String[] toArray() {
            return new String[] {
                bootstrap,
                topic,
                plan.toString(),
                String.valueOf(prices.hotels()),
                String.valueOf(prices.skew()),
                Durations.text(prices.expiresAfter()),
                String.valueOf(prices.unfinished()),
                String.valueOf(seed)
            };
        }

        static Args parse(String[] args) {
            Prices prices = new Prices(
                    Integer.parseInt(args[3]),
                    Double.parseDouble(args[4]),
                    Durations.parse(args[5]),
                    Double.parseDouble(args[6]));
            return new Args(args[0], args[1], RatePlan.parse(args[2]), prices, Long.parseLong(args[7]));
        }
    }

    /** The process's entry. */
    public static void main(String[] words) {
        Args args = Args.parse(words);
        try (Producer<String, byte[]> producer = producer(args.bootstrap())) {
            PriceFeed feed =
                    new PriceFeed(args, producer.partitionsFor(args.topic()).size());
            Thread.ofPlatform().daemon().name("parent").start(feed::listen);
            feed.run(producer);
        }
    }

    private static Producer<String, byte[]> producer(String bootstrap) {
        Map<String, Object> properties = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.LINGER_MS_CONFIG,
                20,
                ProducerConfig.BATCH_SIZE_CONFIG,
                64 << 10);
        return new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    private void run(Producer<String, byte[]> producer) {
        say("started");
        long start = System.nanoTime();
        long end = plan.time().toNanos();
        long total = plan.records();
        long reported = 0;
        long elapsed = 0;
        while (!stopped && (elapsed < end || sent < total)) {
            long due = Math.min(plan.dueAfter(elapsed), total);
            while (sent < due && !stopped) {
                send(producer);
            }
            if (elapsed - reported >= PROGRESS_NANOS) {
                say("progress " + produced().line());
                reported = elapsed;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            elapsed = System.nanoTime() - start;
        }
        producer.flush();
        say("done " + produced().line());
    }

    private void send(Producer<String, byte[]> producer) {
        long now = System.currentTimeMillis();
        HotelPrice price = maker.next(now);
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(topic, null, now, String.valueOf(price.getHotel()), price.toByteArray());
        producer.send(record, (metadata, failure) -> {
            if (failure == null) {
                acknowledged.incrementAndGet(metadata.partition());
            } else {
                failed.incrementAndGet();
            }
        });
        sent++;
    }

    private Produced produced() {
        Map<Integer, Long> perPartition = new TreeMap<>();
        long sum = 0;
        for (int partition = 0; partition < partitions; partition++) {
            long count = acknowledged.get(partition);
            sum += count;
            if (count > 0) {
                perPartition.put(partition, count);
            }
        }
        return new Produced(sent, sum, failed.get(), perPartition);
    }

    private void listen() {
        try (BufferedReader parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = parent.readLine(); line != null; line = parent.readLine()) {
                if (line.equals("stop")) {
                    stopped = true;
                }
            }
        } catch (IOException e) {
            // As good as the end of the stream: the parent is gone.
        }
        Runtime.getRuntime().halt(3);
    }

    /** Standard output is the channel to the parent, not text for a person. */
    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
