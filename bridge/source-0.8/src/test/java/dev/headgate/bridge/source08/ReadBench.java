package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.testkit.OldFiller;
import dev.headgate.testkit.OldKafka;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import kafka.api.FetchRequestBuilder;
import kafka.javaapi.FetchResponse;
import kafka.javaapi.consumer.SimpleConsumer;
import kafka.message.MessageAndOffset;
import org.jspecify.annotations.Nullable;

/**
 * A bare {@code SimpleConsumer} loop, which looks at each record's key and size and throws it away, against the source with a sink that
 * counts; in turns, from the same broker of 0.8.2.2.
 */
final class ReadBench {

    private static final int PARTITIONS = 12;
    private static final int FETCH_BYTES = 1 << 20;

    private final String bootstrap;
    private final long records;
    private final long maxBytes;

    private ReadBench(String bootstrap, long records, long maxBytes) {
        this.bootstrap = bootstrap;
        this.records = records;
        this.maxBytes = maxBytes;
    }

    /** Arguments: records (2,000,000), rounds (5), the source's maxBytes (4,000,000), codecs (none,gzip,snappy). */
    public static void main(String[] args) {
        long records = args.length > 0 ? Long.parseLong(args[0]) : 2_000_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        long maxBytes = args.length > 2 ? Long.parseLong(args[2]) : 4_000_000;
        String[] codecs = (args.length > 3 ? args[3] : "none,gzip,snappy").split(",");
        SimpleConsumerSourceFactory.keepQuiet();
        try (OldKafka kafka = OldKafka.launch()) {
            for (String codec : codecs) {
                String topic = "bench-" + codec;
                kafka.createTopic(topic, PARTITIONS);
                OldFiller.of(kafka.bootstrap(), topic, PARTITIONS)
                        .codec(codec)
                        .onLine(System.out::println)
                        .fill(0, records / PARTITIONS);
                new ReadBench(kafka.bootstrap(), records / PARTITIONS * PARTITIONS, maxBytes)
                        .rounds(codec, topic, rounds);
            }
        }
        System.exit(0);
    }

    private void rounds(String codec, String topic, int rounds) {
        List<Double> bare = new ArrayList<>();
        List<Double> source = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) { // the first is for warming up
            double one = timed("bare", codec, () -> bare(topic));
            double two = timed("source", codec, () -> source(topic));
            if (round > 0) {
                bare.add(one);
                source.add(two);
            }
        }
        bare.sort(null);
        source.sort(null);
        double a = bare.get(bare.size() / 2);
        double b = source.get(source.size() / 2);
        System.out.printf(
                "RESULT %s: bare %,.0f records/s, source %,.0f records/s, source / bare = %.2f (medians of %d)%n",
                codec, a, b, b / a, rounds);
    }

    private double timed(String arm, String codec, Runnable body) {
        long cpu = cpu();
        long start = System.nanoTime();
        body.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "%s %s: %,.0f records/s, %.2f CPU-s per million records here%n",
                codec, arm, records / seconds, (cpu() - cpu) / 1e3 / records);
        return records / seconds;
    }

    private static long cpu() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                ? os.getProcessCpuTime()
                : 0;
    }

    private void bare(String topic) {
        int port = Integer.parseInt(bootstrap.substring(bootstrap.indexOf(':') + 1));
        SimpleConsumer consumer = new SimpleConsumer("127.0.0.1", port, 30_000, 64 << 10, "bare");
        long count = 0;
        long bytes = 0;
        for (int p = 0; p < PARTITIONS; p++) {
            long offset = 0;
            for (boolean some = true; some; ) {
                some = false;
                FetchResponse response = consumer.fetch(new FetchRequestBuilder()
                        .clientId("bare")
                        .addFetch(topic, p, offset, FETCH_BYTES)
                        .build());
                for (MessageAndOffset message : response.messageSet(topic, p)) {
                    if (message.offset() >= offset) {
                        bytes += message.message().key().remaining()
                                + message.message().payloadSize();
                        offset = message.nextOffset();
                        count++;
                        some = true;
                    }
                }
            }
        }
        consumer.close();
        check(count, bytes);
    }

    private void source(String topic) {
        Set<SourcePartition> all = Reads.partitions(topic, PARTITIONS);
        Count count = new Count();
        try (Source source = Reads.open(bootstrap, null)) {
            all.forEach(p -> source.seek(p, 0));
            while (count.records < records) {
                source.fetch(all, maxBytes, Duration.ofSeconds(1), count);
            }
        }
        check(count.records, count.bytes);
    }

    private void check(long count, long bytes) {
        if (count != records || bytes != records * 216) {
            throw new IllegalStateException("Read " + count + " records and " + bytes + " bytes of " + records);
        }
    }

    private static final class Count implements RecordSink {
        long records;
        long bytes;

        @Override
        public void record(
                SourcePartition partition,
                long offset,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                @Nullable Object @Nullable [] headers) {
            records++;
            bytes += (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        }

        @Override
        public void position(SourcePartition partition, long next, long end) {}

        @Override
        public void gap(SourcePartition partition, long from, long to) {
            throw new IllegalStateException("A gap in " + partition);
        }

        @Override
        public void trouble(String what) {
            System.out.println(what);
        }
    }
}
