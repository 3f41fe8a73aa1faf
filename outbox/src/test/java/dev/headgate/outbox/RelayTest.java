package dev.headgate.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.headgate.GateStats;
import dev.headgate.testkit.JavaProcess;
import dev.headgate.testkit.KafkaProcess;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class RelayTest {
    private static final int PARTITIONS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedPostgres postgres;

    @SuppressWarnings("NullAway.Init")
    private static KafkaProcess kafka;

    private static int topics;

    private final DataSource database = postgres.getPostgresDatabase();
    private final String topic = "events-" + topics++;

    @BeforeAll
    static void startServers() throws Exception {
        postgres = EmbeddedPostgres.start();
        kafka = KafkaProcess.launch();
        try (InputStream sql = RelayTest.class.getResourceAsStream("postgresql/R__headgate_outbox.sql");
                Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            String script = new String(sql.readAllBytes(), StandardCharsets.UTF_8);
            statement.execute(script);
            // Run again, it changes nothing.
            statement.execute(script);
        }
    }

    @AfterAll
    static void stopServers() throws Exception {
        kafka.close();
        postgres.close();
    }

    @BeforeEach
    void emptyTable() throws SQLException {
        kafka.createTopic(topic, PARTITIONS);
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("truncate outbox");
        }
    }

    @Test
    void whatIsCommittedIsRelayedAndNothingElse() throws Exception {
        try (Relay relay = relay().start()) {
            try (Connection connection = database.getConnection()) {
                connection.setAutoCommit(false);
                append(connection, "a", 0);
                connection.rollback();
                append(connection, "a", 1);
                append(connection, "b", 1);
                connection.commit();
            }
            awaitEmpty();
            assertThat(relay.gate().name()).isEqualTo("outbox");
        }
        assertThat(values()).isEqualTo(Map.of("a", List.of(1), "b", List.of(1)));
    }

    @Test
    void tombstonesAndEventsWithoutAKeyAreRelayedAsTheyAre() throws Exception {
        try (Connection connection = database.getConnection()) {
            Outbox.append(connection, topic, bytes("a"), null);
            Outbox.append(connection, topic, null, bytes("7"));
        }
        try (Relay relay = relay().start()) {
            awaitEmpty();
        }
        assertThat(records())
                .extracting(ConsumerRecord::key, ConsumerRecord::value)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("a", null), org.assertj.core.groups.Tuple.tuple(null, "7"));
    }

    @Test
    void twoRelaysKeepTheOrderOfEveryKeyAndDoubleNothing() throws Exception {
        try (Relay one = relay().batch(Slots.COUNT)
                        .pollEvery(Duration.ofMillis(5))
                        .start();
                Relay two = relay().batch(Slots.COUNT)
                        .pollEvery(Duration.ofMillis(5))
                        .start()) {
            write(24, 100);
            awaitEmpty();
            assertThat(one.gate().name()).isEqualTo(two.gate().name());
        }
        assertThat(values()).isEqualTo(expected(24, 100));
    }

    @Test
    void whileKafkaIsAwayEventsWaitAndThenComeOnceAndInOrder() throws Exception {
        try (Relay relay = relay().batch(Slots.COUNT).start()) {
            write(8, 5);
            awaitEmpty();
            kafka.stop();
            try (Connection connection = database.getConnection()) {
                for (int n = 5; n < 60; n++) {
                    for (int key = 0; key < 8; key++) {
                        append(connection, "k" + key, n);
                    }
                }
            }
            await().atMost(PATIENCE).untilAsserted(() -> {
                GateStats gate = relay.gate().stats();
                assertThat(gate.inUse() + gate.waiting()).isEqualTo(440);
                assertThat(gate.inUse()).isPositive();
                assertThat(gate.oldestWaiterNanos()).isPositive();
            });
            assertThat(openTransactions())
                    .as("a relay that waits for Kafka keeps nobody from vacuuming")
                    .isZero();
            kafka.start();
            awaitEmpty();
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(relay.gate().stats().waiting()).isZero());
        } finally {
            kafka.start();
        }
        assertThat(values()).isEqualTo(expected(8, 60));
    }

    @Test
    void whatKafkaRefusesForGoodIsSetAsideAndTheRestGoesOn() throws Exception {
        try (Connection connection = database.getConnection()) {
            append(connection, "a", 1);
            Outbox.append(connection, topic, bytes("a"), new byte[5_000]);
            append(connection, "a", 2);
        }
        try (Relay relay = Relay.of(database, Map.of("bootstrap.servers", kafka.bootstrap(), "max.request.size", 2_000))
                .start()) {
            awaitEmpty();
        }
        assertThat(values()).isEqualTo(Map.of("a", List.of(1, 2)));
        assertThat(longOf("select count(*) from outbox where slot = -1 and failure like '%max.request.size%'"))
                .isEqualTo(1);
    }

    @Test
    void anotherRelayGoesOnWithTheEventsOfAKilledOne() throws Exception {
        try (JavaProcess child = JavaProcess.main(RelayChild.class)
                .jvmArgs("-Xmx128m")
                .args(postgres.getJdbcUrl("postgres", "postgres"), kafka.bootstrap())
                .start()) {
            child.awaitLine(line -> line.startsWith(RelayChild.READY), PATIENCE);
            write(24, 40);
            await().atMost(PATIENCE).until(() -> longOf("select count(*) from outbox") < 24 * 40);
            child.kill();
        }
        long left = longOf("select count(*) from outbox");
        assertThat(left).as("it was killed in the middle").isPositive();
        try (Relay relay = relay().start()) {
            awaitEmpty();
        }
        // What it had sent and not yet deleted comes again, behind what came first.
        values().forEach((key, all) -> assertThat(all.stream().distinct())
                .as(key)
                .isEqualTo(IntStream.range(0, 40).boxed().toList()));
    }

    @Test
    void closedWhileKafkaIsAwayItLeavesWhatWasNotTaken() throws Exception {
        kafka.stop();
        try {
            Relay relay = relay().start();
            write(2, 10);
            await().atMost(PATIENCE)
                    .until(() -> relay.gate().stats().inUse() > 0
                            || longOf("select count(*) from pg_locks where locktype = 'advisory'") > 0);
            relay.close();
            relay.close();
            assertThat(longOf("select count(*) from outbox")).isEqualTo(20);
            assertThat(longOf("select count(*) from pg_locks where locktype = 'advisory'"))
                    .as("claims that outlive their relay")
                    .isZero();
        } finally {
            kafka.start();
        }
    }

    @Test
    void aBoundOnItsRateIsKept() throws Exception {
        write(8, 40);
        long began = System.nanoTime();
        try (Relay relay = relay().batch(Slots.COUNT).atMost(200).start()) {
            awaitEmpty();
        }
        assertThat(System.nanoTime() - began)
                .as("320 events at 200/s, but for the last batch; no bound above, the machine may be busy")
                .isGreaterThan(Duration.ofSeconds(320 - Slots.COUNT).toNanos() / 200);
        assertThat(values()).isEqualTo(expected(8, 40));
    }

    @Test
    void whatCannotWorkIsRefused() {
        assertThatThrownBy(() -> relay().atMost(0)).hasMessageContaining("1 or more");
        assertThatThrownBy(() -> relay().batch(31)).hasMessageContaining("31").hasMessageContaining("32");
        assertThatThrownBy(() -> relay().pollEvery(Duration.ZERO)).hasMessageContaining("above 0");
    }

    private RelayBuilder relay() {
        return Relay.of(database, Map.of("bootstrap.servers", kafka.bootstrap()));
    }

    /** Numbers for each key, those of one key by one thread, several threads at once. */
    private void write(int keys, int numbers) throws Exception {
        try (ExecutorService writers = Executors.newFixedThreadPool(4)) {
            List<Future<?>> all = new ArrayList<>();
            for (int key = 0; key < keys; key++) {
                String name = "k" + key;
                all.add(writers.submit(() -> {
                    try (Connection connection = database.getConnection()) {
                        for (int n = 0; n < numbers; n++) {
                            append(connection, name, n);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private static Map<String, List<Integer>> expected(int keys, int numbers) {
        Map<String, List<Integer>> expected = new LinkedHashMap<>();
        for (int key = 0; key < keys; key++) {
            expected.put("k" + key, IntStream.range(0, numbers).boxed().toList());
        }
        return expected;
    }

    private void append(Connection connection, String key, int value) throws SQLException {
        Outbox.append(connection, topic, bytes(key), bytes(String.valueOf(value)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void awaitEmpty() {
        await().atMost(PATIENCE).until(() -> longOf("select count(*) from outbox where slot >= 0") == 0);
    }

    private long openTransactions() throws SQLException {
        return longOf("select count(*) from pg_stat_activity where state like 'idle in transaction%'");
    }

    private long longOf(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The values of each key in the order in which they are in Kafka. */
    private Map<String, List<Integer>> values() {
        Map<String, List<Integer>> values = new LinkedHashMap<>();
        records()
                .forEach(record -> values.computeIfAbsent(record.key(), key -> new ArrayList<>())
                        .add(Integer.valueOf(record.value())));
        return values;
    }

    /** Everything that is in the topic now. */
    private List<ConsumerRecord<String, String>> records() {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrap()), new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, PARTITIONS)
                    .mapToObj(p -> new TopicPartition(topic, p))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(p -> consumer.position(p) < Objects.requireNonNull(ends.get(p)))) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }
}
