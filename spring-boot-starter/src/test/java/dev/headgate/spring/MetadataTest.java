package dev.headgate.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an IDE completes. */
class MetadataTest {

    private static JsonNode property(String name) throws IOException {
        try (InputStream in = MetadataTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            for (JsonNode one :
                    JsonMapper.shared().readTree(Objects.requireNonNull(in)).get("properties")) {
                if (one.get("name").asString().equals(name)) {
                    return one;
                }
            }
        }
        throw new AssertionError("no metadata for " + name);
    }

    @Test
    void propertiesHaveDescriptionsTypesAndDefaults() throws IOException {
        assertThat(property("headgate.gates").get("description").asString()).startsWith("gates by name");
        assertThat(property("headgate.intakes").get("type").asString())
                .contains("java.util.Map")
                .contains("IntakeProperties");
        assertThat(property("headgate.watch.every").get("defaultValue").asString())
                .isEqualTo("200ms");
        assertThat(property("headgate.watch.window").get("description").asString())
                .isNotBlank();
        assertThat(property("headgate.watch.enabled").get("type").asString()).isEqualTo("java.lang.Boolean");
        assertThat(property("headgate.kafka.properties").get("description").asString())
                .contains("Kafka");
    }
}
