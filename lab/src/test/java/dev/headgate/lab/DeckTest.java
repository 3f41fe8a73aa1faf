package dev.headgate.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Draws that are random one by one and right on average. */
class DeckTest {

    @Test
    void every200DrawsHaveEachPartOnce() {
        Deck deck = new Deck(9);
        double[] first = DoubleStream.generate(deck::draw).limit(200).toArray();
        assertThat(Arrays.stream(first).mapToInt(u -> (int) (u * 200)).sorted().toArray())
                .isEqualTo(java.util.stream.IntStream.range(0, 200).toArray());
        double[] second = DoubleStream.generate(deck::draw).limit(200).toArray();
        assertThat(second).isNotEqualTo(first);
        assertThat(first).isNotEqualTo(Arrays.stream(first).sorted().toArray());
    }

    @Test
    void theSameSeedGivesTheSameDraws() {
        Deck one = new Deck(4);
        Deck other = new Deck(4);
        for (int i = 0; i < 500; i++) {
            assertThat(one.draw()).isEqualTo(other.draw());
        }
    }

    @Test
    void quantilesAreThoseOfTheNormalDistribution() {
        assertThat(Normal.quantile(0.5)).isCloseTo(0, within(5e-4));
        assertThat(Normal.quantile(0.975)).isCloseTo(1.959964, within(5e-4));
        assertThat(Normal.quantile(0.001)).isCloseTo(-3.090232, within(5e-4));
    }
}
