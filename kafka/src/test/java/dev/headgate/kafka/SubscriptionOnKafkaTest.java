package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.headgate.testkit.EmbeddedKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics, partitions and members that come and go, and offsets that Kafka moves: on a real broker, as all this is Kafka's own doing. */
@Execution(ExecutionMode.CONCURRENT)
class SubscriptionOnKafkaTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static EmbeddedKafka kafka;
    static KafkaProducer<byte[], byte[]> producer;

    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final List<Intake<String, String>> running = new ArrayList<>();

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrap()), new ByteArraySerializer(), new ByteArraySerializer());
    }

    @AfterAll
    static void stop() {
        producer.close(Duration.ofSeconds(5));
        kafka.close();
    }

    @AfterEach
    void closeIntakes() {
        running.forEach(Intake::close);
    }

    private IntakeBuilder<String, String> builder(String name, String... more) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "bootstrap.servers",
                kafka.bootstrap(),
                "group.id",
                name,
                "auto.offset.reset",
                "earliest",
                "metadata.max.age.ms",
                "200"));
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return Intake.<String, String>of(name, properties)
                .keys(new StringDeserializer())
                .values(new StringDeserializer())
                .commitEvery(Duration.ofMillis(50));
    }

    private Intake<String, String> started(IntakeBuilder<String, String> builder) {
        Intake<String, String> intake =
                builder.handle(delivery -> handled.add(delivery.topic() + ":" + delivery.value()));
        running.add(intake);
        intake.start();
        return intake;
    }

    private static void send(String topic, int partition, String value) {
        got(() -> producer.send(new ProducerRecord<>(topic, partition, null, value.getBytes(StandardCharsets.UTF_8)))
                .get(30, TimeUnit.SECONDS));
    }

    private static <T> T got(Callable<T> call) {
        try {
            return call.call();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void untilHandled(String... what) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(handled).contains(what));
    }

    private static void untilCommitted(Intake<?, ?> intake, String topic, int partition, long offset) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(intake.stats().lanes())
                        .filteredOn(lane -> lane.topic().equals(topic) && lane.partition() == partition)
                        .singleElement()
                        .extracting(LaneStats::committed)
                        .isEqualTo(offset));
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void topicsThatMatchAreReadAlsoThoseThatAppearLater(String protocol) {
        String prefix = "appear-" + protocol + "-";
        kafka.createTopic(prefix + "a", 1);
        kafka.createTopic("other-" + protocol, 1);
        send(prefix + "a", 0, "1");
        send("other-" + protocol, 0, "1");
        Intake<String, String> intake = started(
                builder(prefix + "intake", "group.protocol", protocol).topics(Pattern.compile(prefix + "[a-z]")));
        untilHandled(prefix + "a:1");
        kafka.createTopic(prefix + "b", 2);
        kafka.createTopic(prefix + "9", 1);
        send(prefix + "b", 1, "1");
        send(prefix + "9", 0, "1");
        untilHandled(prefix + "b:1");
        untilCommitted(intake, prefix + "b", 1, 1);
        send(prefix + "a", 0, "2");
        untilHandled(prefix + "a:2");
        assertThat(handled).containsExactlyInAnyOrder(prefix + "a:1", prefix + "b:1", prefix + "a:2");
        assertThat(intake.stats().lanes()).hasSize(3);
    }

    @Test
    void partitionsThatAreAddedAreRead() {
        kafka.createTopic("grows", 1);
        Intake<String, String> intake = started(builder("grows-intake").topics("grows"));
        send("grows", 0, "1");
        untilHandled("grows:1");
        kafka.addPartitions("grows", 3);
        send("grows", 2, "2");
        untilHandled("grows:2");
        untilCommitted(intake, "grows", 2, 1);
    }

    @Test
    void aTopicThatVanishesTakesItsLanesWithItAndTheOthersGoOn() {
        kafka.createTopic("vanish-a", 1);
        kafka.createTopic("vanish-b", 1);
        send("vanish-a", 0, "1");
        send("vanish-b", 0, "1");
        Intake<String, String> intake = started(builder("vanish-intake").topics(Pattern.compile("vanish-.*")));
        untilHandled("vanish-a:1", "vanish-b:1");
        kafka.deleteTopic("vanish-b");
        await().atMost(PATIENCE).until(() -> intake.stats().lanes().size() == 1);
        send("vanish-a", 0, "2");
        untilHandled("vanish-a:2");
        untilCommitted(intake, "vanish-a", 0, 2);
        assertThat(intake.health().live()).isTrue();
        assertThat(intake.health().cause()).isNull();
    }

    @Test
    void aTopicThatVanishesWithARecordInFlightDoesNotStopTheIntake() {
        kafka.createTopic("pending-a", 1);
        kafka.createTopic("pending-b", 1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch began = new CountDownLatch(1);
        send("pending-b", 0, "1");
        Intake<String, String> intake = builder("pending-intake")
                .topics(Pattern.compile("pending-.*"))
                .drainOnRevoke(Duration.ofSeconds(2))
                .handle(delivery -> {
                    if (delivery.topic().equals("pending-b")) {
                        began.countDown();
                        go.await();
                    }
                    handled.add(delivery.topic() + ":" + delivery.value());
                });
        running.add(intake);
        intake.start();
        await().atMost(PATIENCE).until(() -> began.getCount() == 0);
        kafka.deleteTopic("pending-b");
        go.countDown();
        await().atMost(PATIENCE).until(() -> intake.stats().lanes().size() == 1);
        send("pending-a", 0, "1");
        untilHandled("pending-a:1", "pending-b:1");
        untilCommitted(intake, "pending-a", 0, 1);
        assertThat(intake.health().cause()).isNull();
    }

    @Test
    void aTopicThatIsMadeAnewIsReadFromItsBeginning() {
        kafka.createTopic("anew", 1);
        for (int i = 0; i < 10; i++) {
            send("anew", 0, "old" + i);
        }
        Intake<String, String> intake = started(builder("anew-intake").topics("anew"));
        untilCommitted(intake, "anew", 0, 10);
        kafka.deleteTopic("anew");
        kafka.createTopic("anew", 1);
        send("anew", 0, "new0");
        send("anew", 0, "new1");
        untilHandled("anew:new0", "anew:new1");
        untilCommitted(intake, "anew", 0, 2);
        assertThat(handled).hasSize(12);
        assertThat(intake.health().cause()).isNull();
    }

    @Test
    void recordsThatRetentionRemovedUnderALaneAreSkippedAndTheRestIsHandled() throws Exception {
        kafka.createTopic("removed", 1);
        CountDownLatch go = new CountDownLatch(1);
        // One by one, so that each is a batch of its own: a fetch hands out at least one batch, whatever its limit in
        // bytes.
        for (int i = 0; i < 999; i++) {
            send("removed", 0, "r" + i);
        }
        send("removed", 0, "r999");
        Intake<String, String> intake = builder(
                        "removed-intake",
                        "max.poll.records",
                        "10",
                        "fetch.max.bytes",
                        "1000",
                        "max.partition.fetch.bytes",
                        "1000")
                .topics("removed")
                .buffer(20, 1 << 20)
                .inFlight(5)
                .handle(delivery -> {
                    go.await();
                    handled.add("removed:" + delivery.value());
                });
        running.add(intake);
        intake.start();
        await().atMost(PATIENCE).until(() -> intake.stats().pausedLanes() == 1);
        TopicPartition partition = new TopicPartition("removed", 0);
        kafka.admin()
                .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(990)))
                .all()
                .get(30, TimeUnit.SECONDS);
        go.countDown();
        untilCommitted(intake, "removed", 0, 1_000);
        assertThat(handled)
                .contains("removed:r0", "removed:r990", "removed:r999")
                .doesNotContain("removed:r800");
        assertThat(intake.health().cause()).isNull();
    }

    @Test
    void aStaticMemberThatRestartsTakesItsPartitionsUpAgainWithoutARebalanceForTheOthers() {
        kafka.createTopic("static", 4);
        Intake<String, String> stays = started(builder("static-stays", "group.id", "static", "group.instance.id", "one")
                .topics("static"));
        Intake<String, String> restarts =
                started(builder("static-restarts", "group.id", "static", "group.instance.id", "two")
                        .topics("static"));
        await().atMost(PATIENCE)
                .until(() -> stays.stats().lanes().size() == 2
                        && restarts.stats().lanes().size() == 2);
        List<Integer> before = partitionsOf(restarts);
        // The last step of the rebalance that shared the partitions out may still be on its way to this member.
        AtomicLong seen = new AtomicLong();
        await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(() -> {
            long now = stays.stats().rebalances();
            return seen.getAndSet(now) == now;
        });
        long rebalances = seen.get();
        restarts.close();
        Intake<String, String> again =
                started(builder("static-restarts", "group.id", "static", "group.instance.id", "two")
                        .topics("static"));
        await().atMost(PATIENCE).until(() -> again.stats().lanes().size() == 2);
        assertThat(partitionsOf(again)).isEqualTo(before);
        for (int i = 0; i < 4; i++) {
            send("static", i, "p" + i);
        }
        untilHandled("static:p0", "static:p1", "static:p2", "static:p3");
        assertThat(stays.stats().rebalances()).isEqualTo(rebalances);
    }

    private static List<Integer> partitionsOf(Intake<?, ?> intake) {
        return intake.stats().lanes().stream()
                .map(LaneStats::partition)
                .sorted()
                .toList();
    }

    @Test
    void twoMembersOfOneInstanceIdAreToldApartAndTheOlderOneSaysWhy() {
        kafka.createTopic("fenced", 2);
        Intake<String, String> older = builder("fenced-older", "group.id", "fenced", "group.instance.id", "same")
                .topics("fenced")
                .handle(delivery -> {});
        older.start();
        await().atMost(PATIENCE).until(() -> older.stats().lanes().size() == 2);
        Intake<String, String> newer =
                started(builder("fenced-newer", "group.id", "fenced", "group.instance.id", "same")
                        .topics("fenced"));
        await().atMost(PATIENCE).until(() -> older.stats().state() == IntakeState.FAILED);
        assertThatThrownBy(older::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("fenced-older", "group.instance.id");
        await().atMost(PATIENCE).until(() -> newer.stats().lanes().size() == 2);
        send("fenced", 1, "1");
        untilHandled("fenced:1");
    }
}
