package dev.headgate.testkit;

import dev.headgate.testkit.old.OldFillerMain;
import dev.headgate.testkit.old.OldRecords;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Fills a topic by the producer of 0.8.2.2, in a JVM of its own, with {@link OldRecords}: every partition gets as many, in the order of
 * their sequence. For brokers from 0.8.2 to 3.9.
 *
 * <p>With producer and broker of 0.8 on two cores, 200 bytes a record: some 200,000 records/s without compression, 120,000 by snappy and
 * 40,000 by gzip, which such a broker unpacks and packs again.
 *
 * <p>Not thread-safe.
 */
public final class OldFiller {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final String bootstrap;
    private final String topic;
    private final int partitions;
    private String codec = "none";
    private int keyBytes = 16;
    private int valueBytes = 200;
    private int batchBytes = 64 << 10;
    private Consumer<String> onLine = line -> {};

    private OldFiller(String bootstrap, String topic, int partitions) {
        this.bootstrap = bootstrap;
        this.topic = topic;
        this.partitions = partitions;
    }

    /** For the partitions from 0 up to, but without, {@code partitions} of a topic that is there. */
    public static OldFiller of(String bootstrap, String topic, int partitions) {
        return new OldFiller(bootstrap, topic, partitions);
    }

    /** none (used if nothing is said), gzip, snappy or lz4. */
    public OldFiller codec(String codec) {
        this.codec = codec;
        return this;
    }

    /** Sizes of keys and values in bytes, 16 and 200 if nothing is said; negative for no key, or no value. */
    public OldFiller sizes(int keyBytes, int valueBytes) {
        this.keyBytes = keyBytes;
        this.valueBytes = valueBytes;
        return this;
    }

    /** The producer's batch size in bytes, 64 KiB if nothing is said. */
    public OldFiller batchBytes(int batchBytes) {
        this.batchBytes = batchBytes;
        return this;
    }

    /** Gets the progress, a line every 2 s, on one thread of this process. */
    public OldFiller onLine(Consumer<String> callback) {
        this.onLine = callback;
        return this;
    }

    /**
     * Writes records {@code from} up to, but without, {@code from + each} of every partition's sequence; blocks until all are acknowledged.
     *
     * @throws IllegalStateException if one is refused or it takes longer than 10 minutes; the message says why
     */
    public void fill(long from, long each) {
        try (JavaProcess filler = JavaProcess.main(OldFillerMain.class)
                .classpath(OldJars.classpath(OldJars.of(OldJars.OLDEST)))
                .jvmArgs("-Xmx512m", "--enable-native-access=ALL-UNNAMED", OldJars.QUIET)
                .args(bootstrap, topic, String.valueOf(partitions), String.valueOf(from), String.valueOf(each), codec)
                .args(String.valueOf(keyBytes), String.valueOf(valueBytes), String.valueOf(batchBytes))
                .onLine(onLine)
                .start()) {
            filler.awaitLine(line -> line.equals(OldFillerMain.FILLED + each * partitions), PATIENCE);
        }
    }
}
