package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoadGuessTest {

    private static Load load(Series... gates) {
        return Facts.of(Observation.of(List.of(gates))).load();
    }

    @Test
    void aLineThatGrowsMeansArrivalsOfTheirOwn() {
        Load load =
                load(Steady.gate("pool", 10, 100, 0.1).waiting(50).growing(40).series());
        assertThat(load)
                .isInstanceOfSatisfying(
                        Load.Open.class, open -> assertThat(open.perSecond()).isCloseTo(140, within(1.0)));
    }

    @Test
    void aNumberThatStandsIsAPopulation() {
        Load load = load(Steady.gate("pool", 10, 100, 0.1).waiting(50).series());
        assertThat(load).isEqualTo(Load.closed(60));
    }

    /** In a row, users stand before whichever gate binds: all of them count. */
    @Test
    void allGatesInARowHoldThePopulation() {
        Load load = load(
                Steady.gate("first", 10, 100, 0.1).waiting(30).series(),
                Steady.gate("second", 20, 100, 0.2).waiting(20).series());
        assertThat(load)
                .isInstanceOfSatisfying(
                        Load.Closed.class,
                        closed -> assertThat(closed.population()).isCloseTo(80, within(1.0)));
    }

    @Test
    void whatComesAndGoesIsServedAsItArrives() {
        Reads reads = new Reads("pool");
        for (int i = 0; i < 20; i++) {
            reads.flow(0.5, 20, 100 + 40 * (i % 3), 5 + 2 * (i % 3), 0);
        }
        assertThat(load(reads.series())).isInstanceOf(Load.Open.class);
    }

    @Test
    void whatIsToldIsNotInferred() {
        Observation seen = Observation.of(
                        List.of(Steady.gate("pool", 10, 100, 0.1).waiting(50).series()))
                .withLoad(Load.backlog());
        assertThat(Facts.of(seen).load()).isEqualTo(Load.backlog());
    }
}
