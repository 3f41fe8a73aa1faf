package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.testkit.OldFiller;
import dev.headgate.testkit.OldKafka;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Newer brokers convert what they have for the old client. */
@Timeout(180)
class NewerBrokersTest {

    @ParameterizedTest
    @CsvSource({"0.10.2.2, snappy", "0.10.2.2, lz4", "2.0.1, gzip"})
    void areRead(String version, String codec) {
        try (OldKafka kafka = OldKafka.describe().version(version).launch()) {
            kafka.createTopic("prices", 3, Map.of());
            OldFiller.of(kafka.bootstrap(), "prices", 3).codec(codec).fill(0, 2_000);
            Set<SourcePartition> all = Reads.partitions("prices", 3);
            try (Source source = Reads.open(kafka.bootstrap(), null)) {
                all.forEach(p -> source.seek(p, 0));
                Kept kept = new Kept();
                Reads.fetch(source, all, 1 << 20, kept, 6_000);
                Reads.assertFilled(kept, all, 2_000, 200);
            }
        }
    }
}
