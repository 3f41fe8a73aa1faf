package dev.headgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.systems.hotelads.proto.HotelPrice;
import java.time.Duration;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What hotel-ads keeps books of. */
class AdsBooksTest {
    private static final TopicPartition PARTITION = new TopicPartition("hotel-prices", 3);

    private static Received received(long offset) {
        return new Received(HotelPrice.getDefaultInstance(), PARTITION, offset);
    }

    @Test
    void onlyWhatLiesBelowTheFirstOpenOffsetIsCommitted() {
        Acknowledged acknowledged = new Acknowledged();
        for (long offset = 10; offset < 13; offset++) {
            acknowledged.begin(received(offset));
        }
        acknowledged.done(received(11));
        assertThat(acknowledged.news()).containsEntry(PARTITION, new OffsetAndMetadata(10));
        assertThat(acknowledged.news()).isEmpty();
        acknowledged.done(received(10));
        assertThat(acknowledged.news()).containsEntry(PARTITION, new OffsetAndMetadata(12));
        acknowledged.done(received(12));
        assertThat(acknowledged.news()).containsEntry(PARTITION, new OffsetAndMetadata(13));
    }

    @Test
    void lateIsWhatPatienceIsOverForAndHasNotArrived() {
        Lateness lateness = new Lateness(Duration.ofNanos(100));
        lateness.sample(1_000, 50);
        lateness.sample(1_050, 80);
        lateness.sample(1_100, 120);
        assertThat(lateness.late(1_099, 0)).isZero();
        assertThat(lateness.late(1_100, 10)).isEqualTo(40);
        assertThat(lateness.late(1_160, 10)).isEqualTo(70);
        assertThat(lateness.late(1_200, 130)).isZero();
    }

    @Test
    void timesAreShorterByOneFactor() {
        Story story = new Story(50, 1_300);
        assertThat(story.delay()).isEqualTo(Duration.ofMillis(1_500));
        assertThat(story.call()).isEqualTo(Duration.ofMillis(140));
        assertThat(story.worstCall()).isEqualTo(Duration.ofMillis(600));
        assertThat(story.patience()).isEqualTo(Duration.ofMillis(2_700));
    }
}
