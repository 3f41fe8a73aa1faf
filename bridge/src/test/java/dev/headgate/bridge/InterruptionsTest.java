package dev.headgate.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.EmbeddedKafka;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ends in the middle of things, and what comes after: nothing is lost, nothing is there twice, and nobody waits for ever. */
class InterruptionsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedKafka from;

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedKafka to;

    @BeforeAll
    static void start() {
        from = EmbeddedKafka.start();
        to = EmbeddedKafka.brokers(1)
                .property("transaction.abort.timed.out.transaction.cleanup.interval.ms", "200")
                .start();
    }

    @AfterAll
    static void stop() {
        from.close();
        to.close();
    }

    private static BridgeBuilder bridge(String topic) {
        return Bridge.between(from.bootstrap(), to.bootstrap())
                .name(topic)
                .topics(Set.of(topic))
                .commitEvery(Duration.ofMillis(100))
                .workers(1)
                .untilCaughtUp(true);
    }

    private static BridgeStats copy(BridgeBuilder described) throws InterruptedException {
        try (Bridge bridge = described.open()) {
            bridge.start();
            assertThat(bridge.await(PATIENCE)).as("%s", bridge.stats()).isTrue();
            return bridge.stats();
        }
    }

    private static void fill(String topic, int partitions, int from, int to) throws Exception {
        Contents.write(InterruptionsTest.from.bootstrap(), Contents.numbered(topic, partitions, from, to));
    }

    private static void assertCopied(String topic) {
        assertThat(Contents.read(to.bootstrap(), topic)).isEqualTo(Contents.read(from.bootstrap(), topic));
    }

    private static void until(Callable<Boolean> condition) {
        Awaitility.await().atMost(PATIENCE).until(condition);
    }

    @Test
    void workersWithoutAPartitionEndAsWell() throws Exception {
        from.createTopic("narrow", 1);
        fill("narrow", 1, 0, 100);
        assertThat(copy(bridge("narrow").workers(4)).copied()).isEqualTo(100);
        assertCopied("narrow");
    }

    /** Positions are all in one partition; what is committed there behind somebody's open transaction is there nevertheless. */
    @Test
    void positionsBehindAnOpenTransactionOfAnotherBridgeCount() throws Exception {
        from.createTopic("hidden", 1);
        fill("hidden", 1, 0, 50);
        try (KafkaProducer<byte[], byte[]> killed = Contents.producer(
                to.bootstrap(), Map.of("transactional.id", "killed-0", "transaction.timeout.ms", 8_000))) {
            try (Bridge bridge = bridge("hidden").untilCaughtUp(false).open()) {
                bridge.start();
                until(() -> bridge.stats().copied() == 50);
                killed.initTransactions();
                killed.beginTransaction();
                killed.send(new ProducerRecord<>(
                                "headgate.bridge.positions",
                                0,
                                Contents.bytes("killed/other/0"),
                                Contents.bytes(Position.at(0, 0).text())))
                        .get();
                fill("hidden", 1, 50, 100);
                until(() -> bridge.stats().copied() == 100);
            }
            fill("hidden", 1, 100, 120);
            assertThat(copy(bridge("hidden")).copied()).isEqualTo(20);
        }
        assertCopied("hidden");
    }

    @Test
    void whatARunWroteThatEndedBeforeItsFirstCommitIsItsOwn() throws Exception {
        from.createTopic("early", 1);
        fill("early", 1, 0, 1_000);
        AtomicInteger seen = new AtomicInteger();
        Transform deadly = record -> {
            if (seen.incrementAndGet() == 900) {
                until(() -> end("early") > 0);
                throw new LinkageError("killed by the test");
            }
            return record;
        };
        assertThatThrownBy(() -> copy(bridge("early").transform(deadly).commitEvery(Duration.ofSeconds(30))))
                .isInstanceOf(BridgeException.class)
                .hasMessageContaining("killed by the test");
        assertThat(Contents.records(to.bootstrap(), "early")).isEmpty();

        assertThat(copy(bridge("early")).copied()).isEqualTo(1_000);
        assertCopied("early");
    }

    private static long end(String topic) throws Exception {
        TopicPartition zero = new TopicPartition(topic, 0);
        return to.admin()
                .listOffsets(Map.of(zero, OffsetSpec.latest()))
                .partitionResult(zero)
                .get()
                .offset();
    }

    /** Such as one that is suspended while another with fewer workers begins: nothing writes under its last worker's id any more, and yet it must not go on. */
    @Test
    void workersThatANewerRunDoesNotHaveAreOutAsWell() throws Exception {
        from.createTopic("fewer", 8);
        fill("fewer", 8, 0, 1_000);
        try (Bridge earlier = bridge("fewer").workers(4).untilCaughtUp(false).open()) {
            earlier.start();
            until(() -> earlier.stats().copied() == 1_000);
            try (Bridge newer = bridge("fewer").workers(1).untilCaughtUp(false).open()) {
                newer.start();
                fill("fewer", 8, 1_000, 3_000);
                until(() -> Contents.records(to.bootstrap(), "fewer").size() == 3_000);
                assertThatThrownBy(() -> earlier.await(PATIENCE))
                        .isInstanceOf(BridgeException.class)
                        .hasMessageContaining("Another bridge with the name 'fewer'");
            }
        }
        assertThat(copy(bridge("fewer").workers(2)).copied()).isZero();
        assertCopied("fewer");
    }

    /** Nothing has put its producer out, and yet somebody has the name: it sees that when it begins again, here after a record that the target refuses. */
    @Test
    void whoBeginsAgainAsksWhetherTheNameIsStillItsOwn() throws Exception {
        from.createTopic("taken", 1, Map.of("max.message.bytes", "10000000"));
        to.createTopic("taken", 1);
        byte[] noise = new byte[3_000_000];
        new Random(1).nextBytes(noise);
        Contents.write(from.bootstrap(), List.of(new ProducerRecord<>("taken", 0, Contents.bytes("large"), noise)));
        Positions positions = new Positions("taken.positions");
        AtomicBoolean taken = new AtomicBoolean();
        Transform taking = record -> {
            if (!taken.getAndSet(true)) {
                Contents.write(
                        to.bootstrap(), List.of(positions.owner("taken", new Positions.Owner("newer", 1, "a:1"))));
            }
            return record;
        };
        assertThatThrownBy(() -> copy(bridge("taken")
                        .positions("taken.positions")
                        .deadLetters("taken.dead")
                        .transform(taking)))
                .isInstanceOf(BridgeException.class)
                .hasMessageContaining("Another bridge with the name 'taken'");
        assertThat(Contents.records(to.bootstrap(), "taken.dead")).isEmpty();
    }

    /** What a killed worker has begun ends when the next run begins, not when the target loses patience with it. */
    @Test
    void whatAKilledWorkerHasBegunEndsAtTheNextStart() throws Exception {
        from.createTopic("left", 4);
        fill("left", 4, 0, 100);
        copy(bridge("left").workers(3));
        try (KafkaProducer<byte[], byte[]> killed = Contents.producer(
                to.bootstrap(), Map.of("transactional.id", "left-2", "transaction.timeout.ms", 600_000))) {
            killed.initTransactions();
            killed.beginTransaction();
            killed.send(new ProducerRecord<>("left", 0, null, Contents.bytes("not seen by anybody")))
                    .get();
            fill("left", 4, 100, 200);
            assertThat(copy(bridge("left").workers(1)).copied()).isEqualTo(100);
            assertCopied("left");
            fill("left", 4, 200, 300);
            assertThatThrownBy(killed::commitTransaction).isInstanceOf(ProducerFencedException.class);
        }
        // Once put out they stay known, for a run that was killed before it came to that.
        assertThat(copy(bridge("left").workers(1)).copied()).isEqualTo(100);
        assertCopied("left");
    }

    /** Such as a process that was suspended: for the producer it looks like another one of its name. */
    @Test
    void aTransactionThatTookTooLongIsDoneAgain() throws Exception {
        from.createTopic("slow", 2);
        fill("slow", 2, 0, 1_000);
        AtomicInteger seen = new AtomicInteger();
        Transform slow = record -> {
            if (seen.incrementAndGet() == 100) {
                until(() -> state("slow-0") == TransactionState.ONGOING);
                until(() -> state("slow-0") == TransactionState.COMPLETE_ABORT);
            }
            return record;
        };
        BridgeStats stats = copy(bridge("slow").transform(slow).toProperties(Map.of("transaction.timeout.ms", "1000")));
        assertThat(stats.restarts()).isPositive();
        assertThat(stats.copied()).isEqualTo(1_000);
        assertCopied("slow");
    }

    private static TransactionState state(String transactionalId) throws Exception {
        return to.admin()
                .describeTransactions(List.of(transactionalId))
                .description(transactionalId)
                .get()
                .state();
    }

    @Test
    void theThrottleWaitsOutsideOfTransactions() throws Exception {
        from.createTopic("throttled", 1);
        fill("throttled", 1, 0, 2_000);
        BridgeStats stats = copy(bridge("throttled")
                .maxBytesPerSecond(Long.MAX_VALUE, 30_000)
                .toProperties(Map.of("transaction.timeout.ms", "1000")));
        assertThat(stats.restarts()).isZero();
        assertCopied("throttled");
    }

    @Test
    void aStopDoesNotWaitForTheThrottle() throws Exception {
        from.createTopic("stopped", 1);
        fill("stopped", 1, 0, 5_000);
        try (Bridge bridge =
                bridge("stopped").maxBytesPerSecond(Long.MAX_VALUE, 1).open()) {
            bridge.start();
            until(() -> bridge.stats().copied() > 0);
            bridge.stop();
            assertThat(bridge.await(PATIENCE)).isTrue();
            assertThat(bridge.stats().copied()).isLessThan(5_000);
        }
        copy(bridge("stopped"));
        assertCopied("stopped");
    }

    @ParameterizedTest
    @CsvSource({
        "no-key, , v=1 run=r from=a:1",
        "a-word, something, else",
        "no-number, a/b/c, v=1 first=0 base=0 next=0 copied=0 source=-1 target=-1",
        "no-position, a/b/0, {}",
        "newer, a/b/0, v=2 first=0"
    })
    void aRecordThatIsNoPositionIsNamed(String topic, @Nullable String key, String value) throws Exception {
        from.createTopic(topic, 1);
        String positions = topic + ".positions";
        to.createTopic(positions, 1);
        Contents.write(
                to.bootstrap(),
                List.of(new ProducerRecord<>(positions, 0, Contents.bytes(key), Contents.bytes(value))));
        try (Bridge bridge = bridge(topic).positions(positions).open()) {
            assertThatThrownBy(bridge::plan)
                    .isInstanceOf(BridgeException.class)
                    .hasMessageContaining("Topic " + positions
                            + " on the target has a record at offset 0 that is no bridge's position")
                    .hasMessageContaining("--positions");
        }
    }
}
