package dev.headgate.testkit;

import dev.headgate.testkit.old.OldReaderMain;
import java.time.Duration;

/** Reads a topic by a bare {@code SimpleConsumer} loop of 0.8.2.2 in a JVM of its own, and throws everything away: the yardstick of a bridge's reading. */
public final class OldReader {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private OldReader() {}

    /**
     * Reads all of it twice, the first time to get warm; blocks.
     *
     * @param bootstrap {@code host:port} of the only broker
     * @param records how many there are
     * @return records/s of the second time, without the JVM's start
     * @throws IllegalStateException if there are not so many, or it takes longer than 10 minutes
     */
    public static double perSecond(String bootstrap, String topic, int partitions, long records) {
        int colon = bootstrap.lastIndexOf(':');
        try (JavaProcess reader = JavaProcess.main(OldReaderMain.class)
                .classpath(OldJars.classpath(OldJars.of(OldJars.OLDEST)))
                .jvmArgs("-Xmx512m", "--enable-native-access=ALL-UNNAMED", OldJars.QUIET)
                .args(bootstrap.substring(0, colon), bootstrap.substring(colon + 1), topic)
                .args(String.valueOf(partitions), String.valueOf(records), "2")
                .start()) {
            reader.awaitLine(line -> line.startsWith(OldReaderMain.READ), PATIENCE);
            String line = reader.awaitLine(next -> next.startsWith(OldReaderMain.READ), PATIENCE);
            String[] words = line.substring(OldReaderMain.READ.length()).split(" ");
            return Long.parseLong(words[0]) * 1e9 / Long.parseLong(words[1]);
        }
    }
}
