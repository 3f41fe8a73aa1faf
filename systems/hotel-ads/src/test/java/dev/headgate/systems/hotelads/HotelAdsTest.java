package dev.headgate.systems.hotelads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.GateStats;
import dev.headgate.kafka.Ordering;
import dev.headgate.testkit.EmbeddedKafka;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The whole system on an embedded Kafka, a few seconds each. */
class HotelAdsTest {
    private static final Duration DRAINED_WITHIN = Duration.ofSeconds(60);
    private static EmbeddedKafka kafka;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    private static Setup setup(String plan, Duration life, PricingBehaviour pricing, Ordering ordering, Delay delay) {
        return new Setup(
                RatePlan.parse(plan),
                new Prices(1_000, 0.8, life, 0.1),
                pricing,
                new Pipeline(20, 10, 32, ordering, delay, false, Map.of()),
                1);
    }

    private static Books run(Setup setup) {
        try (HotelAds system = HotelAds.start(setup, kafka.bootstrap())) {
            await().atMost(setup.plan().time().plus(DRAINED_WITHIN)).until(system::drained);
            assertThat(system.read().gates())
                    .extracting(GateStats::name)
                    .endsWith("offers-grpc", "ads-http")
                    .hasSize(3);
            return system.closeBooks();
        }
    }

    @Test
    void everyPriceIsPushedOnceOrDroppedForItsReason() {
        Books books = run(setup(
                "400x5s",
                Duration.ofMinutes(10),
                new PricingBehaviour(Latency.parse("20ms"), 100, 0),
                Ordering.UNORDERED,
                new Delay.FinishedFlag()));
        assertThat(books.produced()).isEqualTo(2_000);
        assertThat(books.dropped()).containsOnlyKeys("unfinished");
        assertThat(books.dead()).isZero();
        assertThat(books.duplicated()).isZero();
        assertThat(books.expiredOnArrival()).isZero();
        assertThat(books.balanced()).isTrue();
    }

    @Test
    void callsThatFailAreRetriedAndNothingIsLost() {
        Books books = run(setup(
                "200x2s",
                Duration.ofMinutes(10),
                new PricingBehaviour(Latency.parse("5ms"), 100, 0.2),
                Ordering.BY_KEY,
                new Delay.None()));
        assertThat(books.produced()).isEqualTo(400);
        assertThat(books.completed()).isGreaterThan(380);
        assertThat(books.duplicated()).isZero();
        assertThat(books.balanced()).isTrue();
    }

    @Test
    void whatExpiresBehindASlowServerIsDroppedAndAccountedFor() {
        Books books = run(setup(
                "200x2s",
                Duration.ofSeconds(1),
                new PricingBehaviour(Latency.parse("50ms"), 2, 0),
                Ordering.UNORDERED,
                new Delay.None()));
        assertThat(books.dropped().getOrDefault("expired", 0L)).isPositive();
        assertThat(books.completed()).isPositive();
        assertThat(books.balanced()).isTrue();
    }

    @Test
    void aHeldPriceIsPushedAfterItsTimeAndTakesNoSlotUntilThen() {
        Setup held = setup(
                "100x2s",
                Duration.ofMinutes(10),
                new PricingBehaviour(Latency.parse("0ms"), 100, 0),
                Ordering.UNORDERED,
                new Delay.Hold(Duration.ofSeconds(3)));
        try (HotelAds system = HotelAds.start(held, kafka.bootstrap())) {
            await().atMost(DRAINED_WITHIN).until(() -> system.produced() != null);
            await().atMost(DRAINED_WITHIN).until(() -> system.read().intake().held() > 0);
            await().atMost(DRAINED_WITHIN).until(system::drained);
            GateStats inFlight = system.read().gates().getFirst();
            double meanHoldSeconds = inFlight.holdNanos() / 1e9 / inFlight.exits();
            assertThat(meanHoldSeconds).isLessThan(3);
            assertThat(system.closeBooks().balanced()).isTrue();
        }
    }
}
