package dev.headgate.systems.trips;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.testkit.KafkaProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service in processes of its own, on a real PostgreSQL and a real Kafka; the times of the story divided by ten. */
@Timeout(300)
class TripsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @SuppressWarnings("NullAway.Init")
    private static KafkaProcess kafka;

    @SuppressWarnings("NullAway.Init")
    private static TripsWorld world;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @BeforeAll
    static void startWorld() {
        kafka = KafkaProcess.launch();
        world = TripsWorld.start(kafka.bootstrap(), 0.1);
    }

    @AfterAll
    static void closeWorld() {
        world.close();
        kafka.close();
    }

    @BeforeEach
    void forget() {
        world.forget();
    }

    @Test
    void theDatabaseKeepsWhatItAcknowledged() throws Exception {
        try (Connection connection = world.database().getConnection();
                Statement statement = connection.createStatement()) {
            for (String setting : List.of("fsync", "synchronous_commit")) {
                try (ResultSet row = statement.executeQuery("show " + setting)) {
                    row.next();
                    assertThat(row.getString(1)).as(setting).isEqualTo("on");
                }
            }
        }
    }

    @Test
    void theSyncArmHasDoneEverythingWhenItAnswers() throws Exception {
        try (TripsProcess service = TripsProcess.start(world, setup(Arm.SYNC).withConsumers(false))) {
            complete(service, 10);
            BooksReading books = world.books().read();
            assertThat(books.trips()).isEqualTo(10);
            assertThat(books.groups()).allMatch(group -> group.processed() == 10 && group.repeated() == 0);
        }
    }

    @Test
    void theAsyncArmAnswersAndTheGroupsFollow() throws Exception {
        try (TripsProcess service = TripsProcess.start(world, setup(Arm.ASYNC))) {
            complete(service, 30);
            assertThat(world.books().settle(PATIENCE).complete()).isTrue();
        }
    }

    @Test
    void aKilledServiceLosesNothingThatItHasAnswered() throws Exception {
        List<UUID> answered = new ArrayList<>();
        try (TripsProcess service = TripsProcess.start(world, setup(Arm.OUTBOX))) {
            URI url = service.url();
            answered.addAll(complete(service, 50));
            Map<UUID, CompletableFuture<Boolean>> requests = new HashMap<>();
            for (int i = 0; i < 100; i++) {
                UUID id = UUID.randomUUID();
                requests.put(
                        id,
                        http.sendAsync(
                                        request(service, body(id.toString(), "r", "z" + i % 7, i, i)),
                                        HttpResponse.BodyHandlers.discarding())
                                .handle((response, failure) -> failure == null && response.statusCode() == 200));
            }
            await().atMost(PATIENCE).until(() -> requests.values().stream().anyMatch(CompletableFuture::isDone));
            service.kill();
            assertThat(service.isAlive()).isFalse();
            requests.forEach((id, done) -> {
                if (done.join()) {
                    answered.add(id);
                }
            });
            service.restart();
            assertThat(service.url()).isEqualTo(url);
            assertThat(world.books().unrecorded(answered)).isEmpty();
            BooksReading books = world.books().settle(PATIENCE);
            assertThat(books.trips()).isGreaterThanOrEqualTo(answered.size());
            assertThat(books.lost()).as("%s", books).isZero();
            assertThat(books.groups()).allMatch(group -> group.processed() == books.trips() && group.unknown() == 0);
        }
    }

    /** What one instance, with its consumers, has to show. Each of them leaves nothing behind that is still to be done. */
    @Nested
    class OfOneInstance {
        @SuppressWarnings("NullAway.Init")
        private static TripsProcess service;

        @BeforeAll
        static void startService() {
            service = TripsProcess.start(world, setup(Arm.OUTBOX));
        }

        @AfterAll
        static void stopService() {
            service.close();
        }

        @Test
        void aBadBodyIsRefusedWithTheFieldsThatAreWrong() throws Exception {
            String id = UUID.randomUUID().toString();
            assertThat(refusal(service, body(id, "rider", "", 100, 5))).isEqualTo("zone must not be blank");
            assertThat(refusal(service, body(id, "rider", "z", -1, 5_000)))
                    .isEqualTo(
                            "distanceMetres must be greater than or equal to 0; minutes must be less than or equal to 1440");
            assertThat(refusal(service, body("not-an-id", "rider", "z", 1, 5))).isEqualTo("tripId must be a UUID");
            assertThat(refusal(service, "{}"))
                    .contains(
                            "tripId must not be null",
                            "riderId must not be blank",
                            "zone",
                            "distanceMetres",
                            "minutes");
            assertThat(refusal(service, "no json")).contains("not JSON", "tripId");
            assertThat(world.books().read().trips()).isZero();
        }

        @Test
        void aRepeatedTripGetsTheSameAnswerAndHasNoFurtherEffect() throws Exception {
            String id = UUID.randomUUID().toString();
            HttpResponse<String> first = post(service, body(id, "rider", "z", 5_200, 14));
            HttpResponse<String> again = post(service, body(id, "rider", "z", 9_900, 99));
            assertThat(first.statusCode()).isEqualTo(200);
            JsonNode answer = JSON.readTree(first.body());
            assertThat(answer.get("tripId").asString()).isEqualTo(id);
            assertThat(answer.get("fareCents").asLong())
                    .as("2.50, 6 kilometres begun at 1.20, 14 minutes at 0.30")
                    .isEqualTo(1_390);
            assertThat(again.body()).isEqualTo(first.body());
            BooksReading books = world.books().settle(PATIENCE);
            assertThat(books.trips()).isEqualTo(1);
            assertThat(books.groups()).allMatch(group -> group.processed() == 1 && group.repeated() == 0);
        }

        @Test
        void slowAnalyticsIsNotTheRidersBusiness() throws Exception {
            complete(service, 1);
            assertThat(world.books().settle(PATIENCE).complete()).isTrue();
            world.slowAnalytics(500);
            // The service looks once a second; a trip before that is analysed as quickly as ever.
            await().atMost(PATIENCE).untilAsserted(() -> {
                complete(service, 1);
                await().atMost(PATIENCE).until(() -> lost(1) == 0 && lost(2) == 0);
                assertThat(lost(0)).isPositive();
            });
            world.slowAnalytics(1);
            assertThat(world.books().settle(PATIENCE).complete()).isTrue();
        }

        @Test
        void twoInstancesShareTheGroupsAndTheOutbox() throws Exception {
            try (TripsProcess two = TripsProcess.start(world, setup(Arm.OUTBOX).withConsumers(false))) {
                List<UUID> ids = complete(service, 40);
                ids.addAll(complete(two, 40));
                BooksReading books = world.books().settle(PATIENCE);
                assertThat(books.trips()).isEqualTo(80);
                assertThat(books.lost()).isZero();
                assertThat(books.repeated()).isZero();
                assertThat(keysInKafka())
                        .containsAll(ids.stream().map(UUID::toString).toList());
            }
        }
    }

    /** Sessions short enough that nobody waits long for a member that was killed. */
    private static TripsSetup setup(Arm arm) {
        return TripsSetup.of(arm)
                .with("headgate.kafka.properties.session.timeout.ms", "6000")
                .with("headgate.kafka.properties.heartbeat.interval.ms", "1000");
    }

    /** What a group has not processed yet: analytics, notifications, surge. */
    private static long lost(int group) {
        return world.books().read().groups().get(group).lost();
    }

    private List<UUID> complete(TripsProcess service, int trips) throws Exception {
        List<UUID> ids = new ArrayList<>();
        for (int i = 0; i < trips; i++) {
            UUID id = UUID.randomUUID();
            assertThat(post(service, body(id.toString(), "rider-" + i, "zone-" + i % 5, 1_000 * i, i))
                            .statusCode())
                    .isEqualTo(200);
            ids.add(id);
        }
        return ids;
    }

    /** What a 400 says is wrong; it names the fields one by one, too. */
    private String refusal(TripsProcess service, String body) throws Exception {
        HttpResponse<String> response = post(service, body);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = JSON.readTree(response.body());
        String detail = problem.get("detail").asString();
        if (problem.has("fields")) {
            for (JsonNode field : problem.get("fields")) {
                assertThat(detail)
                        .contains(field.get("field").asString() + " "
                                + field.get("message").asString());
            }
        }
        return detail;
    }

    private HttpResponse<String> post(TripsProcess service, String body) throws IOException, InterruptedException {
        return http.send(request(service, body), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(TripsProcess service, String body) {
        return HttpRequest.newBuilder(service.completeUrl())
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static String body(String tripId, String rider, String zone, int distance, int minutes) {
        return """
                {"tripId": "%s", "riderId": "%s", "zone": "%s", "distanceMetres": %d, "minutes": %d}""".formatted(tripId, rider, zone, distance, minutes);
    }

    private static List<String> keysInKafka() {
        List<String> keys = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrap()), new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, RideCompleted.PARTITIONS)
                    .mapToObj(p -> new TopicPartition(RideCompleted.TOPIC, p))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(p -> consumer.position(p) < Objects.requireNonNull(ends.get(p)))) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
                    keys.add(record.key());
                }
            }
        }
        return keys;
    }
}
