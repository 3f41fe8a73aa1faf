package dev.headgate.bridge.source08;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourceFactory;
import dev.headgate.bridge.source.SourceOptions;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.testkit.OldFiller;
import dev.headgate.testkit.OldKafka;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jars that the module carries are all that it needs. */
@Timeout(180)
class CarriedClientTest {

    private static final String JARS = "dev/headgate/bridge/source08/jars/";

    /** The JDK, and the types that both sides share. */
    private static final class Shared extends ClassLoader {
        Shared() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("dev.headgate.bridge.source.")) {
                return Source.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }

    @Test
    void theIndexNamesWhatIsThere() throws IOException {
        assertThat(index())
                .anyMatch(name -> name.startsWith("kafka_2.11-0.8.2.2"))
                .anyMatch(name -> name.startsWith("kafka-clients-0.8.2.2"))
                .noneMatch(name -> name.startsWith("headgate") || name.startsWith("jspecify"))
                .allSatisfy(name -> assertThat(resource(name)).isNotNull());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "snappy", "lz4"})
    void readsInAClassLoaderOfItsOwn(String codec) throws Exception {
        List<URL> urls = new ArrayList<>();
        urls.add(SimpleConsumerSourceFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation());
        for (String name : index()) {
            urls.add(resource(name));
        }
        try (OldKafka kafka = OldKafka.launch();
                URLClassLoader own = new URLClassLoader(urls.toArray(URL[]::new), new Shared())) {
            kafka.createTopic("prices", 2);
            OldFiller.of(kafka.bootstrap(), "prices", 2).codec(codec).fill(0, 1_000);
            SourceFactory factory = (SourceFactory) own.loadClass(SimpleConsumerSourceFactory.class.getName())
                    .getConstructor()
                    .newInstance();
            assertThat(factory).isNotInstanceOf(SimpleConsumerSourceFactory.class);
            SourceOptions options =
                    new SourceOptions(kafka.bootstrap(), Map.of(), kafka.zookeeper(), "test", Duration.ofSeconds(30));
            try (Source source = factory.open(options)) {
                assertThat(source.topics()).hasSize(1);
                Set<SourcePartition> all = Reads.partitions("prices", 2);
                all.forEach(p -> source.seek(p, 0));
                Kept kept = new Kept();
                Reads.fetch(source, all, 1 << 20, kept, 2_000);
                Reads.assertFilled(kept, all, 1_000, 200);
            }
        }
    }

    private static List<String> index() throws IOException {
        try (InputStream index =
                Objects.requireNonNull(CarriedClientTest.class.getClassLoader().getResourceAsStream(JARS + "index"))) {
            return new String(index.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    private static URL resource(String name) {
        return Objects.requireNonNull(CarriedClientTest.class.getClassLoader().getResource(JARS + name), name);
    }
}
