package dev.headgate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ZipfTopicTest {
    private static final long SEED = 7;

    @Test
    void theKeyBoundAddsUpWhatTheHottestKeyOfEachPartitionAllows() {
        // Partition 0: 100 records, 50 of one key. Partition 1: 30 records, 10 of each key.
        ZipfTopic topic = new ZipfTopic("t", new int[] {50, 30, 20, 10, 10, 10}, new int[] {0, 0, 0, 1, 1, 1});

        // 1 / (0.5 x 10 ms) + 1 / (1/3 x 10 ms)
        assertThat(topic.keyBound(10)).isCloseTo(200 + 300, within(1e-6));
    }

    @Test
    void theMeasuredPartEndsBeforeTheSmallestPartitionDoes() {
        int[] counts = new int[ZipfTopic.PARTITIONS];
        int[] partitions = new int[ZipfTopic.PARTITIONS];
        for (int p = 0; p < counts.length; p++) {
            counts[p] = 1_000 + 100 * p;
            partitions[p] = p;
        }

        assertThat(new ZipfTopic("t", counts, partitions).beforeAnyRunsDry()).isEqualTo(12 * 1_000 * 9 / 10);
    }

    @Test
    void keysFollowZipfsLaw() {
        double[] cumulated = ZipfTopic.cumulated();
        SplittableRandom random = new SplittableRandom(SEED);
        int draws = 500_000;
        int[] counts = new int[ZipfTopic.KEYS];
        for (int i = 0; i < draws; i++) {
            counts[ZipfTopic.draw(cumulated, random.nextDouble())]++;
        }

        double harmonic = 0;
        for (int k = 1; k <= ZipfTopic.KEYS; k++) {
            harmonic += 1.0 / k;
        }
        for (int rank : new int[] {1, 2, 10, 100}) {
            double expected = draws / harmonic / rank;
            assertThat((double) counts[rank - 1])
                    .as("key of rank %d, seed %d", rank, SEED)
                    .isCloseTo(expected, within(5 * Math.sqrt(expected)));
        }
    }

    @Test
    void everyShareHasAKey() {
        double[] cumulated = ZipfTopic.cumulated();

        assertThat(ZipfTopic.draw(cumulated, 0)).isZero();
        assertThat(ZipfTopic.draw(cumulated, Math.nextDown(1.0))).isEqualTo(ZipfTopic.KEYS - 1);
        assertThat(ZipfTopic.draw(cumulated, cumulated[4])).isEqualTo(5);
    }
}
