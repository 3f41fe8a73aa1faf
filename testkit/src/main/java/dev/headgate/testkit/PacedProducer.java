package dev.headgate.testkit;

import dev.headgate.testkit.old.PacedProducerMain;
import java.time.Duration;

/**
 * A producer in a JVM of its own that writes at a fixed rate, on the client of 0.8.2.2 or on the current one; all else is the same for
 * both. Values are those of {@link dev.headgate.testkit.old.OldRecords}, which compress like real ones; there are no keys; batches linger
 * for up to 50 ms, and the leader acknowledges.
 *
 * <p>Not thread-safe. It ends with this process, however this process ends.
 */
public final class PacedProducer implements AutoCloseable {

    private static final Duration PATIENCE_AT_START = Duration.ofSeconds(60);

    private final JavaProcess process;

    private PacedProducer(JavaProcess process) {
        this.process = process;
    }

    /** On the client of 0.8.2.2, for brokers of 0.8.2 to 3.9. */
    public static Builder old(String bootstrap) {
        return new Builder(bootstrap, OldJars.classpath(OldJars.of(OldJars.OLDEST)), OldJars.QUIET);
    }

    /** On this class path's client. */
    public static Builder current(String bootstrap) {
        return new Builder(
                bootstrap,
                System.getProperty("java.class.path"),
                "-Dlogback.configurationFile=dev/headgate/testkit/broker-logback.xml");
    }

    /**
     * Writes records; blocks until all are acknowledged. Slower than asked when the producer or the broker cannot keep up.
     *
     * @param records how many, in turns over the partitions
     * @param perSecond how many a second
     * @return the time from the first record to the last acknowledgement
     * @throws IllegalStateException if one is refused, or it takes a minute and ten times as long as it should; the message says why
     */
    public Duration write(int records, double perSecond) {
        process.send(records + " " + perSecond);
        Duration patience = Duration.ofMinutes(1).plusSeconds((long) (10.0 * records / perSecond));
        String line = process.awaitLine(said -> said.startsWith(PacedProducerMain.WROTE), patience);
        return Duration.ofNanos(Long.parseLong(line.substring(PacedProducerMain.WROTE.length())));
    }

    /** Ends the process. */
    @Override
    public void close() {
        process.close();
    }

    /** The description of a producer. Not thread-safe. */
    public static final class Builder {

        private final String bootstrap;
        private final String classpath;
        private final String logging;
        private String codec = "none";
        private int valueBytes = 200;
        private int batchBytes = 16 << 10;

        private Builder(String bootstrap, String classpath, String logging) {
            this.bootstrap = bootstrap;
            this.classpath = classpath;
            this.logging = logging;
        }

        /** none (used if nothing is said), gzip, snappy or lz4. */
        public Builder codec(String codec) {
            this.codec = codec;
            return this;
        }

        /** Bytes of a value, 200 if nothing is said. */
        public Builder valueBytes(int bytes) {
            this.valueBytes = bytes;
            return this;
        }

        /** The producer's batch size in bytes, 16 KiB (the producers' own default) if nothing is said. */
        public Builder batchBytes(int bytes) {
            this.batchBytes = bytes;
            return this;
        }

        /** Starts the process, for a topic that is there; blocks until it takes commands. */
        public PacedProducer start(String topic, int partitions) {
            JavaProcess process = JavaProcess.main(PacedProducerMain.class)
                    .classpath(classpath)
                    .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", logging)
                    .args(bootstrap, topic, String.valueOf(partitions), codec)
                    .args(String.valueOf(valueBytes), String.valueOf(batchBytes))
                    .start();
            try {
                process.awaitLine(line -> line.equals(PacedProducerMain.READY), PATIENCE_AT_START);
            } catch (IllegalStateException e) {
                process.kill();
                throw e;
            }
            return new PacedProducer(process);
        }
    }
}
