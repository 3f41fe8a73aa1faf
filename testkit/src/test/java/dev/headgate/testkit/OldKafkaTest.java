package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.old.OldRecords;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class OldKafkaTest {

    @ParameterizedTest
    @ValueSource(strings = {"0.8.2.2", "0.10.2.2", "2.0.1"})
    void isFilledKilledAndFilledAgain(String version) throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        long start = System.nanoTime();
        try (OldKafka kafka =
                OldKafka.describe().version(version).onLine(lines::add).launch()) {
            System.out.printf("%s: ready after %,d ms%n", version, (System.nanoTime() - start) / 1_000_000);
            kafka.createTopic("prices", 3, Map.of("segment.bytes", "1048576"));
            assertThat(OldWire.leaders(port(kafka), "prices")).isEqualTo(Map.of(0, 0, 1, 0, 2, 0));
            for (String codec : List.of("none", "gzip", "snappy", "lz4")) {
                OldFiller.of(kafka.bootstrap(), "prices", 3).codec(codec).fill(0, 100);
            }
            ProcessHandle first = ProcessHandle.of(kafka.pid()).orElseThrow();

            kafka.kill();
            assertThat(first.isAlive()).isFalse();
            assertThat(kafka.isAlive()).isFalse();
            long again = System.nanoTime();
            kafka.start();
            System.out.printf("%s: again after %,d ms%n", version, (System.nanoTime() - again) / 1_000_000);

            OldFiller.of(kafka.bootstrap(), "prices", 3).fill(400, 100);
            kafka.stop();
            kafka.start();
            assertThat(OldWire.leaders(port(kafka), "prices")).hasSize(3);
            ProcessHandle last = ProcessHandle.of(kafka.pid()).orElseThrow();
            kafka.close();
            assertThat(last.isAlive()).isFalse();
        }
        assertThat(lines).as("the broker does not chatter").hasSizeLessThan(30);
    }

    @Test
    void theOldProducerFillsAMuchNewerBroker() throws Exception {
        try (KafkaProcess kafka = KafkaProcess.describe()
                .jars(Path.of("broker-3.9", "target", "jars"))
                .launch()) {
            kafka.createTopic("prices", 1);
            OldFiller.of(kafka.bootstrap(), "prices", 1).codec("gzip").fill(0, 50);
            assertThat(EmbeddedKafkaTest.consume(kafka.bootstrap(), "prices", 50, Map.of("group.id", "g")))
                    .hasSize(50);
        }
    }

    @Test
    void severalFormACluster() throws Exception {
        try (OldKafka one = OldKafka.launch();
                OldKafka two = OldKafka.describe().beside(one).launch()) {
            one.createTopic("prices", 2, 2, Map.of());
            assertThat(OldWire.leaders(port(two), "prices")).isEqualTo(Map.of(0, 0, 1, 1));
        }
    }

    @Test
    void aBrokerThatCannotStartSaysWhy() {
        assertThatThrownBy(() ->
                        OldKafka.describe().property("num.io.threads", "none").launch())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("none");
        assertThatThrownBy(() -> OldKafka.describe().version("0.7.2").launch()).hasMessageContaining("0.7.2");
    }

    @Test
    void recordsFollowFromTheirPlace() {
        byte[] one = OldRecords.value("prices", 3, 17, 200);
        assertThat(one)
                .hasSize(200)
                .isEqualTo(OldRecords.value("prices", 3, 17, 200))
                .isNotEqualTo(OldRecords.value("prices", 3, 18, 200))
                .isNotEqualTo(OldRecords.value("prices", 4, 17, 200))
                .isNotEqualTo(OldRecords.value("offers", 3, 17, 200));
        assertThat(new String(one, StandardCharsets.US_ASCII)).matches("\\p{Print}{200}");
        assertThat(OldRecords.key("prices", 3, 17, 16)).hasSize(16).isNotEqualTo(OldRecords.value("prices", 3, 17, 16));
        assertThat(OldRecords.key("prices", 3, 17, -1)).isNull();
        assertThat(OldRecords.value("prices", 3, 17, 0)).isEmpty();
    }

    private static int port(OldKafka kafka) {
        return Integer.parseInt(kafka.bootstrap().substring("127.0.0.1:".length()));
    }
}
