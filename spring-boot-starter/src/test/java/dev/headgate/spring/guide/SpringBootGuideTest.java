package dev.headgate.spring.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.Gate;
import dev.headgate.spring.IntakeHandler;
import dev.headgate.testkit.EmbeddedKafka;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.stereotype.Service;

/** Runs the code and the configuration of docs/guide/spring-boot.md as an application, and checks that the page has that code and no other. */
class SpringBootGuideTest {
    private static final Path PAGE = Path.of("../docs/guide/spring-boot.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/headgate/spring/guide/SpringBootGuideTest.java");
    private static final Queue<Ride> SENT = new ConcurrentLinkedQueue<>();

    private static void send(Ride ride) {
        SENT.add(ride);
    }

    // spotless:off
    record Ride(UUID id, int metres) {}

    @Service
    static class Receipts {
        private final Gate email;

        Receipts(@Qualifier("email") Gate email) {
            this.email = email;
        }

        @IntakeHandler("rides")
        void on(Ride ride) throws InterruptedException {
            email.run(() -> send(ride));
        }
        // spotless:on
    }

    @EnableAutoConfiguration
    @Import(Receipts.class)
    static class Application {}

    private static List<String> snippets(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** The page's configuration, but for where Kafka is. */
    private static ApplicationContextInitializer<ConfigurableApplicationContext> configuration() {
        return context -> {
            try {
                for (String yaml : snippets("yaml")) {
                    new YamlPropertySourceLoader()
                            .load(
                                    "page " + yaml.hashCode(),
                                    new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                            .forEach(context.getEnvironment().getPropertySources()::addLast);
                }
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        };
    }

    @Test
    void readsTheTopic() {
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            kafka.createTopic("rides", 2);
            try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", kafka.bootstrap()), new StringSerializer(), new StringSerializer())) {
                for (int i = 1; i <= 3; i++) {
                    producer.send(new ProducerRecord<>(
                            "rides", "rider", "{\"id\":\"" + new UUID(0, i) + "\",\"metres\":" + i + "}"));
                }
            }
            try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
                    .web(WebApplicationType.NONE)
                    .initializers(configuration())
                    .run(
                            "--spring.kafka.bootstrap-servers=" + kafka.bootstrap(),
                            "--headgate.kafka.properties.auto.offset.reset=earliest")) {
                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(
                                () -> assertThat(SENT).extracting(Ride::metres).containsExactly(1, 2, 3));
                assertThat(application.getBean("email", Gate.class).stats().exits())
                        .isEqualTo(3);
            }
        }
    }

    @Test
    void thePageHasThisCode() throws IOException {
        List<String> snippets = snippets("java");
        assertThat(snippets).hasSize(1);
        assertThat(snippets("yaml")).hasSize(2);
        assertThat(withoutIndentation(Files.readString(SOURCE))).contains(withoutIndentation(snippets.getFirst()));
    }

    private static String withoutIndentation(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
