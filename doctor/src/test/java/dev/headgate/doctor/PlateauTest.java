package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlateauTest {

    private static Plateau plateau(Reads reads) {
        return Plateau.of(Observation.of(List.of(reads.series())));
    }

    @Test
    void aSteadyWindowCountsAsAWhole() {
        Reads reads = new Reads("pool").flow(10, 10, 100, 10, 50);
        assertThat(plateau(reads).seen().seconds()).isCloseTo(10, within(0.2));
    }

    @Test
    void afterAChangeOfCapacityOnlyWhatCameLaterCounts() {
        Plateau plateau = plateau(new Reads("pool").flow(5, 10, 100, 10, 50).flow(5, 20, 200, 20, 40));
        assertThat(plateau.seen().seconds()).isCloseTo(5, within(0.2));
        assertThat(plateau.seen().gates().get(0).flow().exitsPerSecond()).isCloseTo(200, within(2.0));
    }

    @Test
    void aStartIsLeftOut() {
        Plateau plateau = plateau(
                new Reads("pool").flow(2, 10, 20, 2, 0).flow(2, 10, 60, 6, 0).flow(6, 10, 100, 10, 50));
        assertThat(plateau.seen().seconds()).isCloseTo(6, within(0.2));
        assertThat(plateau.share()).isEqualTo(1);
    }

    @Test
    void whereUsersComeAndGoTheBusyPartCounts() {
        Reads reads = new Reads("pool");
        for (int i = 0; i < 4; i++) {
            reads.flow(0.5, 10, 20, 2, 0).flow(2, 10, 100, 10, 50);
        }
        Plateau plateau = plateau(reads);
        assertThat(plateau.share()).isCloseTo(0.8, within(0.03));
        assertThat(plateau.restPerSecond()).isCloseTo(20, within(2.0));
        Verdict verdict = Doctor.examine(Observation.of(List.of(reads.series())));
        assertThat(verdict.named()).containsExactly("pool");
        assertThat(verdict.throughput()).as("of all the time").isCloseTo(84, within(2.0));
        assertThat(verdict.busyShare()).isLessThan(1);
        // 20 slots pass 200/s in the busy part, which is most but not all of the time.
        Prediction twice = Doctor.predict(Observation.of(List.of(reads.series())), java.util.Map.of("pool", 20));
        assertThat(twice.expected()).isCloseTo(0.8 * 200 + 0.2 * 20, within(8.0));
    }

    @Test
    void aGrowingLineIsNoOtherState() {
        Reads reads = new Reads("pool");
        for (int i = 0; i < 20; i++) {
            reads.flow(0.5, 10, 100, 10, 10 + 20 * i);
        }
        assertThat(plateau(reads).seen().seconds()).isCloseTo(10, within(0.2));
    }
}
