package dev.headgate.bridge.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bridge.Bridge;
import dev.headgate.testkit.EmbeddedKafka;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Runs the code of docs/guide/bridge.md, and checks that the page has that code and no other. */
class BridgeGuideTest {
    private static final Path PAGE = Path.of("../docs/guide/bridge.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/headgate/bridge/guide/BridgeGuideTest.java");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static void copy(String from, String to) throws InterruptedException {
        // spotless:off
        try (Bridge bridge = Bridge.between(from, to)
                .topics(Set.of("orders"))
                .untilCaughtUp(true)
                .open()) {
            bridge.plan().topics().forEach(System.out::println);
            bridge.start();
            while (!bridge.await(Duration.ofSeconds(1))) {
                System.out.println(bridge.stats());
            }
            bridge.verify().forEach(System.out::println);
        }
        // spotless:on
    }

    @Test
    void copies() throws Exception {
        try (EmbeddedKafka from = EmbeddedKafka.start();
                EmbeddedKafka to = EmbeddedKafka.start()) {
            from.createTopic("orders", 1);
            try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", from.bootstrap()),
                    new ByteArraySerializer(),
                    new ByteArraySerializer())) {
                producer.send(new ProducerRecord<>("orders", "an order".getBytes(StandardCharsets.UTF_8)))
                        .get();
            }
            copy(from.bootstrap(), to.bootstrap());
            TopicPartition partition = new TopicPartition("orders", 0);
            assertThat(to.admin()
                            .listOffsets(Map.of(partition, OffsetSpec.latest()))
                            .partitionResult(partition)
                            .get()
                            .offset())
                    .isPositive();
        }
    }

    @Test
    void thePageHasThisCode() throws IOException {
        List<String> snippets = SNIPPET.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(snippets).hasSize(1);
        String source = withoutIndentation(Files.readString(SOURCE));
        for (String snippet : snippets) {
            assertThat(source)
                    .as("%s, which should hold the code of %s", SOURCE, PAGE)
                    .contains(withoutIndentation(snippet.replace("\"old:9092\", \"new:9092\"", "from, to")));
        }
    }

    private static String withoutIndentation(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
