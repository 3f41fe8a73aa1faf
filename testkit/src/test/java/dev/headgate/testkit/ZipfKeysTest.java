package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ZipfKeysTest {

    @Test
    void drawsFollowOneOverRank() {
        ZipfKeys keys = new ZipfKeys(1000, Seeds.next("ZipfKeysTest"));
        int draws = 1_000_000;
        int[] counts = new int[1000];
        for (int i = 0; i < draws; i++) {
            counts[keys.next()]++;
        }
        // H(1000) = 7.4855; five standard deviations of a binomial count.
        for (int k : new int[] {0, 1, 9, 99, 999}) {
            double share = 1.0 / 7.485470860550345 / (k + 1);
            assertThat(keys.share(k)).isEqualTo(share, within(1e-9));
            assertThat((double) counts[k]).isEqualTo(share * draws, within(5 * Math.sqrt(share * draws)));
        }
    }

    @Test
    void theSameSeedDrawsTheSame() {
        ZipfKeys one = new ZipfKeys(50, 7);
        ZipfKeys two = new ZipfKeys(50, 7);
        ZipfKeys other = new ZipfKeys(50, 8);
        int[] drawn = IntStream.generate(one::next).limit(100).toArray();
        assertThat(IntStream.generate(two::next).limit(100).toArray()).isEqualTo(drawn);
        assertThat(IntStream.generate(other::next).limit(100).toArray()).isNotEqualTo(drawn);
        assertThat(new ZipfKeys(1, 1).next()).isZero();
    }

    @Test
    void impossibleSizesAreRefused() {
        assertThatThrownBy(() -> new ZipfKeys(0, 1)).hasMessageContaining("keys = 0");
    }

    @Test
    void aGivenSeedIsTaken() {
        String before = System.getProperty("headgate.seed");
        try {
            System.setProperty("headgate.seed", "42");
            assertThat(Seeds.next("test")).isEqualTo(42);
            System.setProperty("headgate.seed", "x");
            assertThatThrownBy(() -> Seeds.next("test")).hasMessageContaining("headgate.seed=x");
        } finally {
            if (before == null) {
                System.clearProperty("headgate.seed");
            } else {
                System.setProperty("headgate.seed", before);
            }
        }
    }
}
