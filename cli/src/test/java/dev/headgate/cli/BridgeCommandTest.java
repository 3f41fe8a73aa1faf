package dev.headgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.headgate.bridge.BridgeRecord;
import dev.headgate.bridge.Transform;
import dev.headgate.testkit.EmbeddedKafka;
import dev.headgate.testkit.OldKafka;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code bridge} says and which exit code it gives, for wrong usage and for clusters that are not what they should be. */
class BridgeCommandTest {
    private static final String NOWHERE = "127.0.0.1:1";

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedKafka from;

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedKafka to;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void start() {
        from = EmbeddedKafka.start();
        to = EmbeddedKafka.start();
    }

    @AfterAll
    static void stop() {
        from.close();
        to.close();
    }

    /** A transform, to be named on the command line. */
    public static final class Same implements Transform {
        /** For the command line. */
        public Same() {}

        @Override
        public BridgeRecord apply(BridgeRecord record) {
            return record;
        }
    }

    private int execute(String... words) {
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        long began = System.nanoTime();
        int code = Headgate.execute(terminal, words);
        System.out.printf(
                "%.1f s, exit code %d: %s%n",
                (System.nanoTime() - began) / 1e9, code, err.toString(StandardCharsets.UTF_8));
        return code;
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Arguments wrong(String says, String... words) {
        return Arguments.of(says, words);
    }

    static Stream<Arguments> wrongUsage() {
        return Stream.of(
                wrong("Missing required options: '--from=HOST:PORT', '--to=HOST:PORT'"),
                wrong("say which topics: --topics a,b or --pattern RE", ends()),
                wrong("give --topics or --pattern, not both", ends("--topics", "a", "--pattern", "a.*")),
                wrong("--pattern 'a[' is no regular expression: Unclosed character class", ends("--pattern", "a[")),
                wrong("'a b' cannot be a topic: names have letters, digits", ends("--topics", "x,a b")),
                wrong("there is no such file", topic("--config", "/no/such/file")),
                wrong(
                        "has 'security.protocol': begin it with from. or to.",
                        topic("--config", config("security.protocol=SSL"))),
                wrong("cannot be read: Malformed \\uxxxx encoding", topic("--config", config("to.x=\\u12"))),
                wrong("--transform no.such.Class cannot be used", topic("--transform", "no.such.Class")),
                wrong("it has to be a Transform with a public constructor", topic("--transform", "java.lang.String")),
                wrong("leave out --transform, or it", topic("--verify", "--transform", Same.class.getName())),
                wrong("leave out --partitions, or it", topic("--verify", "--partitions", "key")),
                wrong("--sync-groups needs each record once", topic("--sync-groups", "--at-least-once")),
                wrong("--max-bytes-per-second has one number, or two", topic("--max-bytes-per-second", "1,2,3")),
                wrong("Bytes per second have to be at least 1, not 0", topic("--max-bytes-per-second", "0")),
                wrong("A bridge cannot be called 'a/b'", topic("--name", "a/b")),
                wrong("'pos/itions' cannot be a topic", topic("--positions", "pos/itions")),
                wrong("'dead letters' cannot be a topic", topic("--dead-letters", "dead letters")),
                wrong("There is no compression 'brotli': choose none, gzip", topic("--compression", "brotli")),
                wrong("There can be 1 to 64 workers, not 0", topic("--workers", "0")),
                wrong("Commits have to be 50 ms to 30 s apart, not 1 ms", topic("--commit-every", "1ms")),
                wrong("'--timestamps'", topic("--timestamps", "soon")),
                wrong("--metrics-port", topic("--metrics-port", "70000")),
                wrong("lies in a folder that does not exist", topic("--report", "/no/such/folder/r.json")));
    }

    private static String[] ends(String... more) {
        return Stream.concat(Stream.of("--from", NOWHERE, "--to", NOWHERE), Arrays.stream(more))
                .toArray(String[]::new);
    }

    private static String[] topic(String... more) {
        return ends(
                Stream.concat(Stream.of("--topics", "a"), Arrays.stream(more)).toArray(String[]::new));
    }

    private static String config(String text) {
        try {
            return Files.writeString(Files.createTempFile(folder, "bridge", ".properties"), text)
                    .toString();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongUsage")
    void wrongUsageGivesOneLineThatSaysWhatToDoAndExitCodeTwo(String says, String[] words) {
        String[] all = Stream.concat(Stream.of("bridge"), Arrays.stream(words)).toArray(String[]::new);
        assertThat(execute(all)).as(Arrays.toString(words)).isEqualTo(2);
        assertThat(out()).as("nothing was looked at").isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("headgate: ")
                .contains(says)
                .contains("see ./headgate bridge --help")
                .hasLineCount(1);
    }

    private void refused(String source, String target, String topic, List<String> words, String... says) {
        String[] all = Stream.concat(
                        Stream.of("bridge", "--from", source, "--to", target, "--topics", topic), words.stream())
                .toArray(String[]::new);
        assertThat(execute(all)).isEqualTo(1);
        assertThat(out()).startsWith("looking at " + source + " and " + target);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("headgate: ")
                .contains(says)
                .hasLineCount(1);
    }

    @Test
    void aSourceThatIsNotThere() {
        refused(
                NOWHERE,
                to.bootstrap(),
                "a",
                List.of(),
                "The source cannot be reached: 127.0.0.1:1: Connection refused. Check host and port (--from).");
    }

    @Test
    void aTargetThatIsNotThere() {
        refused(
                from.bootstrap(),
                NOWHERE,
                "a",
                List.of(),
                "The target cannot be reached: 127.0.0.1:1: Connection refused. Check host and port (--to).");
    }

    @Test
    void anAddressWithoutAPort() {
        refused("kafka.example", to.bootstrap(), "a", List.of(), "kafka.example is no address: write HOST:PORT");
    }

    @Test
    void aWebServerAsSource() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        try {
            refused(
                    "127.0.0.1:" + server.getAddress().getPort(),
                    to.bootstrap(),
                    "a",
                    List.of(),
                    "The source cannot be reached",
                    "is it the right port?");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void tlsWhereNoneIsExpected() throws Exception {
        refused(
                from.bootstrap(),
                to.bootstrap(),
                "a",
                List.of("--config", config("from.security.protocol=SSL\n")),
                "The source cannot be reached",
                "TLS");
    }

    @Test
    void aTargetThatIsTooOld() {
        try (OldKafka old = OldKafka.describe().version("2.0.1").launch()) {
            refused(
                    from.bootstrap(),
                    old.bootstrap(),
                    "a",
                    List.of(),
                    "The target at " + old.bootstrap() + " is a Kafka 2.0: it has to be 2.1 or newer");
        }
    }

    @Test
    void aTopicThatIsNotThere() {
        refused(from.bootstrap(), to.bootstrap(), "nowhere", List.of(), "The source has no topic nowhere: it has ");
    }

    @Test
    void aTopicWithAnotherNumberOfPartitions() {
        from.createTopic("fewer", 6);
        to.createTopic("fewer", 2);
        refused(
                from.bootstrap(),
                to.bootstrap(),
                "fewer",
                List.of(),
                "Topic fewer has 6 partitions on the source and 2 on the target",
                "--partitions modulo or key");
    }

    @Test
    void aPropertyThatKafkaDoesNotTake() {
        from.createTopic("property", 1);
        refused(
                from.bootstrap(),
                to.bootstrap(),
                "property",
                List.of("--config", config("to.request.timeout.ms=soon\n")),
                "request.timeout.ms",
                "soon");
    }

    @Test
    void aDryRunSaysWhatWouldBeDoneAndDoesNothing() throws Exception {
        from.createTopic("dry", 3, Map.of("cleanup.policy", "compact", "min.insync.replicas", "1"));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", from.bootstrap()), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < 300; i++) {
                producer.send(new ProducerRecord<>("dry", i % 3, new byte[4], new byte[1020]));
            }
        }
        Set<String> before = to.admin().listTopics().names().get();

        int code =
                execute("bridge", "--from", from.bootstrap(), "--to", to.bootstrap(), "--topics", "dry", "--dry-run");

        assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(out())
                .contains("source: Kafka 4.0 or newer, read by the client the current one")
                .contains("target: Kafka 4.0 or newer")
                .containsPattern("dry +3 +300 +0 +300.0 KiB  to be made, cleanup.policy=compact")
                .contains("note: Not carried over of dry: min.insync.replicas.")
                .contains("note: Not carried over: ACLs, quotas, offsets as numbers")
                .contains("consumer groups (--sync-groups carries them)")
                .endsWith("Nothing was done (--dry-run).\n");
        assertThat(to.admin().listTopics().names().get()).isEqualTo(before).doesNotContain("dry");
    }

    @Test
    void aRunThatIsVerifiedSaysSoAndWritesItsReport() throws Exception {
        from.createTopic("wet", 2);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", from.bootstrap()), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < 100; i++) {
                producer.send(new ProducerRecord<>("wet", i % 2, bytes("k" + i), bytes("v" + i)));
            }
        }
        Path report = folder.resolve("report.json");

        int code = execute(
                "bridge",
                "--from",
                from.bootstrap(),
                "--to",
                to.bootstrap(),
                "--topics",
                "wet",
                "--name",
                "wet",
                "--workers",
                "5",
                "--verify",
                "--report",
                report.toString());

        assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(out()).contains("copied 100 records").contains("the same").doesNotContain("DIFFERS");
        assertThat(report).content().contains("\"copied\" : 100", "\"lost\" : 0", "\"duplicated\" : 0");
    }

    private static byte @Nullable [] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
