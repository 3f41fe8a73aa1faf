package dev.headgate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;

class TargetsTest {
    private static final double NO_BOUND = Double.POSITIVE_INFINITY;

    @Test
    void noOpIsHeldAgainstVirtualThreadsAndPeers() {
        List<Target> targets = Targets.of(List.of(
                Figures.row(Arm.BARE_VIRTUAL, "noop", NO_BOUND, Figures.at(1_000, 1)),
                Figures.row(Arm.REACTOR_KAFKA, "noop", NO_BOUND, Figures.at(800, 1)),
                Figures.row(Arm.HEADGATE, "noop", NO_BOUND, Figures.at(760, 1.4))));

        assertThat(targets)
                .extracting(Target::what, Target::wanted, Target::grade)
                .containsExactly(
                        tuple("rate of bare + virtual threads", 0.75, Target.Grade.MET),
                        tuple("CPU per record of bare + virtual threads", 1.3, Target.Grade.MISSED),
                        tuple("rate of reactor-kafka", 1.0, Target.Grade.MISSED));
    }

    @Test
    void ioBoundCellsAreHeldAgainstLittlesBound() {
        List<Target> targets =
                Targets.of(List.of(Figures.row(Arm.HEADGATE, "10ms-1000", 100_000, Figures.at(94_000, 1))));

        assertThat(targets)
                .extracting(Target::what, Target::measured, Target::grade)
                .containsExactly(tuple("Little's bound", 0.94, Target.Grade.MISSED));
    }

    @Test
    void aPeerThatIsAtTheBoundTooIsLevel() {
        List<Target> targets = Targets.of(List.of(
                Figures.row(Arm.REACTOR_KAFKA, "10ms-1000", 100_000, Figures.at(97_000, 1)),
                Figures.row(Arm.HEADGATE, "10ms-1000", 100_000, Figures.at(96_000, 1))));

        assertThat(targets).extracting(Target::grade).containsExactly(Target.Grade.MET, Target.Grade.LEVEL);
    }

    @Test
    void aPeerAheadBelowTheBoundIsAMiss() {
        List<Target> targets = Targets.of(List.of(
                Figures.row(Arm.PARALLEL_CONSUMER, "by-key-1ms-1000", 80_000, Figures.at(70_000, 1)),
                Figures.row(Arm.HEADGATE, "by-key-1ms-1000", 80_000, Figures.at(66_000, 1))));

        assertThat(targets).extracting(Target::grade).containsExactly(Target.Grade.MET, Target.Grade.MISSED);
    }

    @Test
    void nothingIsToldBesideOtherLoad() {
        List<Target> targets = Targets.of(List.of(
                Figures.row(Arm.BARE_VIRTUAL, "noop", NO_BOUND, Figures.beside(0.3, 1_000)),
                Figures.row(Arm.REACTOR_KAFKA, "noop", NO_BOUND, Figures.at(900, 1)),
                Figures.row(Arm.HEADGATE, "noop", NO_BOUND, Figures.at(1_500, 1))));

        assertThat(targets)
                .extracting(Target::grade)
                .containsExactly(Target.Grade.DOUBTFUL, Target.Grade.DOUBTFUL, Target.Grade.MET);
    }

    @Test
    void whatWasNotMeasuredIsNoTarget() {
        assertThat(Targets.of(List.of(
                        Figures.row(Arm.BARE_VIRTUAL, "1ms-1000", 1e6, (ArmFigures) null),
                        Figures.row(Arm.HEADGATE, "1ms-1000", 1e6, Figures.at(5, 1)))))
                .isEmpty();
    }

    @Test
    void aLineSaysWhatWasMeasuredAndWhatWasWanted() {
        assertThat(Target.atMost("noop", "CPU per record of bare + virtual threads", 1.42, 1.3)
                        .line())
                .isEqualTo(
                        "MISSED    noop              1.42 x CPU per record of bare + virtual threads (wanted <= 1.30 x)");
    }

    @Test
    void watchingMayCostTwoPerCent() {
        BenchRow alone = Figures.row(Arm.HEADGATE, "noop", NO_BOUND, Figures.at(1_000, 1));
        List<Target> dear = Targets.of(List.of(alone, Figures.row(Arm.WATCHED, "noop", NO_BOUND, Figures.at(970, 1))));
        assertThat(dear).singleElement().matches(target -> target.grade() == Target.Grade.MISSED);
        List<Target> cheap = Targets.of(List.of(alone, Figures.row(Arm.WATCHED, "noop", NO_BOUND, Figures.at(985, 1))));
        assertThat(cheap).singleElement().matches(Target::met);
    }
}
