package dev.headgate.testkit;

import static dev.headgate.testkit.EmbeddedKafkaTest.consume;
import static dev.headgate.testkit.EmbeddedKafkaTest.produce;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class KafkaProcessTest {

    @Test
    void aKilledBrokerComesBackWithItsPortAndData() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (KafkaProcess kafka = KafkaProcess.describe().onLine(lines::add).launch()) {
            kafka.createTopic("prices", 2);
            produce(kafka.bootstrap(), "prices", 50, Map.of());
            ProcessHandle first = ProcessHandle.of(kafka.pid()).orElseThrow();

            kafka.kill();
            assertThat(first.isAlive()).isFalse();
            assertThat(kafka.isAlive()).isFalse();
            kafka.start();

            assertThat(consume(kafka.bootstrap(), "prices", 50, Map.of("group.id", "g")))
                    .hasSize(50);
            ProcessHandle second = ProcessHandle.of(kafka.pid()).orElseThrow();
            kafka.close();
            assertThat(second.isAlive()).isFalse();
        }
        assertThat(lines).as("the broker does not chatter").hasSizeLessThan(30);
    }

    @Test
    void theSameCodeRunsABrokerOfVersion39() throws Exception {
        try (KafkaProcess kafka = KafkaProcess.describe()
                .jars(Path.of("broker-3.9", "target", "jars"))
                .launch()) {
            FeatureMetadata features =
                    kafka.admin().describeFeatures().featureMetadata().get(10, TimeUnit.SECONDS);
            assertThat(features.finalizedFeatures().get("metadata.version"))
                    .as("3.9-IV0 is level 21; 4.x goes beyond")
                    .satisfies(range -> assertThat(range.maxVersionLevel()).isEqualTo((short) 21));
            kafka.createTopic("prices", 2);
            produce(kafka.bootstrap(), "prices", 20, Map.of("transactional.id", "t"));
            assertThat(consume(kafka.bootstrap(), "prices", 20, Map.of("group.id", "g")))
                    .hasSize(20);
        }
    }

    @Test
    void aBrokerThatCannotStartSaysWhy() {
        assertThatThrownBy(() -> KafkaProcess.describe()
                        .property("num.io.threads", "none")
                        .launch())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("num.io.threads");
        assertThatThrownBy(() -> KafkaProcess.describe().jars(Path.of("no-such-folder")))
                .hasMessageContaining("no-such-folder");
    }
}
