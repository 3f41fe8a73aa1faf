package dev.headgate.bridge.source08;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourceOptions;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.testkit.old.OldRecords;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What tests with a broker have in common. */
final class Reads {

    static final int KEY_BYTES = 16;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Reads() {}

    static Source open(String bootstrap, @Nullable String zookeeper) {
        return new SimpleConsumerSourceFactory()
                .open(new SourceOptions(bootstrap, Map.of(), zookeeper, "test", Duration.ofSeconds(30)));
    }

    static Set<SourcePartition> partitions(String topic, int count) {
        Set<SourcePartition> all = new LinkedHashSet<>();
        for (int p = 0; p < count; p++) {
            all.add(new SourcePartition(topic, p));
        }
        return all;
    }

    /** Fetches until there are {@code rows} in all, or it took too long. */
    static void fetch(Source source, Set<SourcePartition> wanted, long maxBytes, Kept kept, int rows) {
        long start = System.nanoTime();
        while (kept.rows.size() < rows && System.nanoTime() - start < PATIENCE.toNanos()) {
            source.fetch(wanted, maxBytes, Duration.ofMillis(500), kept);
        }
        assertThat(kept.rows).as("troubles on the way: " + kept.troubles).hasSizeGreaterThanOrEqualTo(rows);
    }

    /** That every partition's records are those of the filler, from the first to {@code each}, each once and in order. */
    static void assertFilled(Kept kept, Set<SourcePartition> partitions, int each, int valueBytes) {
        Map<SourcePartition, Long> next = new HashMap<>();
        for (Kept.Row row : kept.rows) {
            long offset = next.getOrDefault(row.partition(), 0L);
            String topic = row.partition().topic();
            int p = row.partition().partition();
            assertThat(row.offset()).as("%s", row.partition()).isEqualTo(offset);
            assertThat(row.timestamp()).isEqualTo(-1);
            assertThat(row.key()).isEqualTo(OldRecords.key(topic, p, offset, KEY_BYTES));
            assertThat(row.value()).isEqualTo(OldRecords.value(topic, p, offset, valueBytes));
            next.put(row.partition(), offset + 1);
        }
        assertThat(next.keySet()).isEqualTo(partitions);
        assertThat(next.values()).containsOnly((long) each);
        partitions.forEach(p -> assertThat(kept.positions.get(p)).as("%s", p).isEqualTo(new Kept.At(each, each)));
    }
}
