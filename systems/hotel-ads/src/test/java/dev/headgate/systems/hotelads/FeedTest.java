package dev.headgate.systems.hotelads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.EmbeddedKafka;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FeedTest {
    private static final Prices PRICES = new Prices(100, 0.8, Duration.ofSeconds(60), 0);
    private static EmbeddedKafka kafka;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start();
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    private static PriceFeed.Args args(String topic, String plan) {
        kafka.createTopic(topic, 4);
        return new PriceFeed.Args(kafka.bootstrap(), topic, RatePlan.parse(plan), PRICES, 1);
    }

    @Test
    void producesWhatItsPlanSaysAndKnowsWhereItWent() throws Exception {
        try (Feed feed = Feed.start(args("planned", "2000x500ms,100x500ms"))) {
            feed.started().get(30, TimeUnit.SECONDS);
            Produced produced = feed.finished().get(30, TimeUnit.SECONDS);
            assertThat(produced.sent()).isEqualTo(1_050);
            assertThat(produced.acknowledged()).isEqualTo(1_050);
            assertThat(produced.failed()).isZero();
            for (int partition = 0; partition < 4; partition++) {
                assertThat(end("planned", partition))
                        .isEqualTo(produced.perPartition().getOrDefault(partition, 0L));
            }
        }
    }

    private static long end(String topic, int partition) throws Exception {
        TopicPartition place = new TopicPartition(topic, partition);
        return kafka.admin()
                .listOffsets(Map.of(place, OffsetSpec.latest()))
                .partitionResult(place)
                .get()
                .offset();
    }

    @Test
    void stopsInOrderWhenItIsTold() throws Exception {
        try (Feed feed = Feed.start(args("stopped", "500x1h"))) {
            feed.started().get(30, TimeUnit.SECONDS);
            feed.stop();
            Produced produced = feed.finished().get(30, TimeUnit.SECONDS);
            assertThat(produced.acknowledged()).isEqualTo(produced.sent());
        }
    }

    /** The child reads its parent's pipe; when that closes, as it does when the parent dies, the child goes too. */
    @Test
    void doesNotOutliveItsParent() throws Exception {
        try (Feed feed = Feed.start(args("orphaned", "500x1h"))) {
            feed.started().get(30, TimeUnit.SECONDS);
            ProcessHandle child = ProcessHandle.of(feed.pid()).orElseThrow();
            feed.hangUp();
            child.onExit().get(30, TimeUnit.SECONDS);
            assertThat(child.isAlive()).isFalse();
            assertThatThrownBy(() -> feed.finished().join())
                    .isInstanceOf(CompletionException.class)
                    .hasMessageContaining("ended early with exit code 3");
        }
    }

    @Test
    void saysWhyItDidNotStart() {
        PriceFeed.Args nowhere = new PriceFeed.Args("127.0.0.1", "nowhere", RatePlan.parse("1x1s"), PRICES, 1);
        try (Feed feed = Feed.start(nowhere)) {
            assertThatThrownBy(() -> feed.started().get(30, TimeUnit.SECONDS)).hasMessageContaining("ended early");
        }
    }
}
