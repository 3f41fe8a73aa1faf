package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class StationsTest {

    private static Function<String, Station> stations(Steady... gates) {
        Map<String, Station> stations = Facts.of(Observation.of(
                        List.of(gates).stream().map(Steady::series).toList()))
                .byName();
        return name -> Objects.requireNonNull(stations.get(name));
    }

    /** a holds b, b holds c; what b's holders wait for at c is no work of a either. */
    @Test
    void waitsAreTakenOutAtAnyDepth() {
        Function<String, Station> stations = stations(
                Steady.gate("a", 100, 10, 5).inside("b", 1, 2, 2.9),
                Steady.gate("b", 50, 10, 2.9).inside("c", 1, 2.3, 0.5),
                Steady.gate("c", 5, 10, 0.5).waiting(23));
        assertThat(stations.apply("c").workSeconds()).isCloseTo(0.5, within(0.01));
        assertThat(stations.apply("b").workSeconds()).isCloseTo(0.6, within(0.01));
        assertThat(stations.apply("a").workSeconds()).isCloseTo(0.7, within(0.01));
        assertThat(stations.apply("a").ownSeconds()).isCloseTo(0.1, within(0.01));
        assertThat(stations.apply("a").bound()).isCloseTo(100 / 0.7, within(2.0));
    }

    @Test
    void aGateThatIsNotObservedKeepsItsWait() {
        Function<String, Station> stations =
                stations(Steady.gate("a", 100, 10, 5).inside("b", 1, 2, 2.9));
        assertThat(stations.apply("a").workSeconds()).isCloseTo(5, within(0.01));
    }

    @Test
    void visitsAreCountedPerRecord() {
        Function<String, Station> stations = stations(
                Steady.gate("in-flight", 100, 10, 2).inside("http", 7, 0.4, 1.4),
                Steady.gate("http", 50, 70, 0.2).waiting(4),
                Steady.gate("sometimes", 50, 3, 0.2));
        assertThat(stations.apply("http").visits()).isCloseTo(7, within(0.05));
        assertThat(stations.apply("http").bound()).isCloseTo(50 / 0.2 / 7, within(0.4));
        assertThat(stations.apply("sometimes").visits()).isCloseTo(0.3, within(0.02));
    }

    /** 100/s pass the first gate and pile up before the second: the system passes 60/s. */
    @Test
    void theSlowestOfARowIsTheThroughput() {
        Facts facts = Facts.of(Observation.of(List.of(
                Steady.gate("first", 20, 100, 0.1).series(),
                Steady.gate("second", 6, 60, 0.1).waiting(100).growing(40).series())));
        assertThat(facts.throughput()).isCloseTo(60, within(1.5));
        assertThat(Binding.of(facts).binding()).containsExactly("second");
    }

    @Test
    void fullAndWaitingAreCountedBetweenReads() {
        Station station = stations(Steady.gate("pool", 10, 100, 0.1).waiting(3)).apply("pool");
        assertThat(station.fullShare()).isEqualTo(1);
        assertThat(station.waitersShare()).isEqualTo(1);
        Station idle = stations(Steady.gate("pool", 10, 50, 0.1)).apply("pool");
        assertThat(idle.fullShare()).isZero();
        assertThat(idle.waitersShare()).isZero();
    }

    /** An adaptive limit that swings between 8 and 12 and is full at each is a full gate of 10. */
    @Test
    void aLimitThatChangesAllTheTimeCountsWithItsMean() {
        Reads reads = new Reads("pool");
        for (int i = 0; i < 20; i++) {
            reads.flow(0.2, 8, 80, 8, 5).flow(0.2, 12, 120, 12, 5);
        }
        Facts facts = Facts.of(Observation.of(List.of(reads.series())));
        assertThat(facts.stations().get(0).capacity()).isEqualTo(10);
        assertThat(facts.stations().get(0).laws().utilisation()).isCloseTo(1, within(0.05));
        assertThat(Binding.of(facts).binding()).containsExactly("pool");
    }
}
