package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItinerariesTest {

    private static void offer(Itineraries itineraries, int from, int to) {
        for (int i = from; i < to; i++) {
            Recorder recorder = itineraries.offer(String.valueOf(i), i);
            if (recorder != null) {
                recorder.finish("done", i + 1);
            }
        }
    }

    @Test
    void keepsAllUntilItIsFullAndNeverMore() {
        Itineraries itineraries = new Itineraries(10, 1);
        offer(itineraries, 0, 7);
        assertThat(itineraries.sample()).hasSize(7);
        offer(itineraries, 7, 100_000);
        assertThat(itineraries.sample()).hasSize(10).doesNotHaveDuplicates();
    }

    /**
     * Every record must be in with probability capacity/offers, wherever it came. With 1,000 samples, counts per tenth
     * of the stream; the statistic is chi-square-like with 9 degrees of freedom (below it, since a sample is drawn
     * without replacement), whose 99.9 % point is 27.88. The seeds are fixed, so this passes always or never.
     */
    @ParameterizedTest
    @CsvSource({"1, 50", "8, 400", "20, 1000", "64, 70", "100, 100000"})
    void isUniform(int capacity, int offers) {
        int tenths = 10;
        long[] counts = new long[tenths];
        int samples = offers > 10_000 ? 200 : 1_000;
        for (int seed = 0; seed < samples; seed++) {
            Itineraries itineraries = new Itineraries(capacity, seed);
            offer(itineraries, 0, offers);
            List<Itinerary> sample = itineraries.sample();
            assertThat(sample).hasSize(capacity);
            for (Itinerary itinerary : sample) {
                counts[(int) (itinerary.startNanos() * tenths / offers)]++;
            }
        }
        double expected = (double) samples * capacity / tenths;
        double chiSquare = 0;
        for (long count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        assertThat(chiSquare)
                .as("counts per tenth, %.0f expected: %s", expected, Arrays.toString(counts))
                .isLessThan(27.88);
    }

    @Test
    void isUniformWithinTheFirstRecordsToo() {
        // Each of the first five of 25, one by one: the reservoir's first fill has no advantage and no handicap.
        int[] counts = new int[25];
        int samples = 20_000;
        for (int seed = 0; seed < samples; seed++) {
            Itineraries itineraries = new Itineraries(5, seed);
            offer(itineraries, 0, 25);
            itineraries.sample().forEach(itinerary -> counts[(int) itinerary.startNanos()]++);
        }
        double expected = samples / 5.0;
        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        assertThat(chiSquare).as("24 degrees of freedom, 99.9 %% point").isLessThan(51.18);
    }

    @Test
    void theSameSeedPicksTheSameRecords() {
        List<List<Itinerary>> samples = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Itineraries itineraries = new Itineraries(10, 42);
            offer(itineraries, 0, 5_000);
            samples.add(itineraries.sample());
        }
        assertThat(samples.get(0)).isEqualTo(samples.get(1));
    }

    @Test
    void showsOnlyFinishedLives() {
        Itineraries itineraries = new Itineraries(2, 1);
        Recorder first = itineraries.offer("a", 1);
        Recorder second = itineraries.offer("b", 2);
        assertThat(first).isNotNull();
        assertThat(second).isNotNull();
        assertThat(itineraries.sample()).isEmpty();
        second.attempt();
        second.attempt();
        second.add(new Stop(Stop.Kind.RETRY, "retry", 0, 3, 3, 9));
        second.finish("dead", 10);
        second.finish("done", 11);
        second.add(new Stop(Stop.Kind.HOLD, "late", 0, 12, 12, 13));
        assertThat(itineraries.sample())
                .containsExactly(
                        new Itinerary("b", 2, 10, 2, "dead", List.of(new Stop(Stop.Kind.RETRY, "retry", 0, 3, 3, 9))));
    }

    @Test
    void asksForTheSourceOnlyOfSampledRecords() {
        Itineraries itineraries = new Itineraries(4, 9);
        AtomicInteger asked = new AtomicInteger();
        int sampled = 0;
        for (int i = 0; i < 100_000; i++) {
            sampled += itineraries.offer(() -> "record " + asked.incrementAndGet(), i) == null ? 0 : 1;
        }
        assertThat(asked).hasValue(sampled);
        // 4 (1 + ln(100,000 / 4)) = 44.5 on average.
        assertThat(sampled).isBetween(15, 90);
    }

    @Test
    void aResetStartsANewUniformSample() {
        long[] counts = new long[10];
        int samples = 1_000;
        for (int seed = 0; seed < samples; seed++) {
            Itineraries itineraries = new Itineraries(10, seed);
            offer(itineraries, 0, 5_000);
            itineraries.reset();
            assertThat(itineraries.sample()).isEmpty();
            offer(itineraries, 0, 200);
            itineraries.sample().forEach(itinerary -> counts[(int) (itinerary.startNanos() / 20)]++);
        }
        double chiSquare = 0;
        for (long count : counts) {
            chiSquare += (count - 1_000.0) * (count - 1_000.0) / 1_000;
        }
        assertThat(chiSquare).isLessThan(27.88);
    }

    @Test
    void recordsOnTheirWayAtAResetAreNotShown() {
        Itineraries itineraries = new Itineraries(2, 1);
        Recorder early = itineraries.offer("early", 1);
        itineraries.reset();
        assertThat(early).isNotNull();
        early.finish("done", 2);
        assertThat(itineraries.sample()).isEmpty();
    }

    @Test
    void aLifeWithoutEndIsBounded() {
        Recorder recorder = new Recorder("poison", 0);
        for (int i = 0; i < 10_000; i++) {
            recorder.add(new Stop(Stop.Kind.RETRY, "retry", 0, i, i, i + 1));
        }
        recorder.finish("dead", 10_000);
        Itinerary itinerary = recorder.itinerary();
        assertThat(itinerary).isNotNull();
        assertThat(itinerary.stops()).hasSize(Recorder.MAX_STOPS);
    }

    @Test
    void needsRoom() {
        assertThatThrownBy(() -> new Itineraries(0, 1)).hasMessageContaining("0");
    }
}
