package dev.headgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Short runs of a few incidents, from the sick arm to the report. */
class LabTest {
    private final ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();

    private Outcome run(LabOptions options) throws InterruptedException {
        LabResult result = Lab.run(options.quick(true), said::add);
        assertThat(result.outcomes()).hasSize(1);
        return result.outcomes().getFirst();
    }

    @Test
    void aFullPoolIsNamedAndLiftingItGainsWhatWasSaidBefore() throws Exception {
        Outcome outcome = run(LabOptions.of("one-pool", 11).fixing(List.of("pool")));
        assertThat(outcome.namedRight()).as(outcome.sick().verdict().toString()).isTrue();
        assertThat(outcome.arms()).hasSize(2);
        ArmResult lifted = outcome.arms().getLast();
        assertThat(lifted.prediction()).isNotNull();
        assertThat(lifted.throughput()).isGreaterThan(1.5 * outcome.sick().throughput());
        assertThat(said).anyMatch(line -> line.contains("seed 11")).anyMatch(line -> line.contains("one-pool: sick"));
    }

    @Test
    void whereNothingBindsNothingIsNamedOrRecommended() throws Exception {
        Outcome outcome = run(LabOptions.of("arrival-bound", 11));
        assertThat(outcome.sick().named()).doesNotContain("pool");
        assertThat(outcome.arms()).noneMatch(arm -> arm.arm().isRecommended());
    }

    @Test
    void whoeverIsStuckEndsWithTheArm() throws Exception {
        GateTrouble trouble = (GateTrouble) new Deadlock().draw(Dice.still(3));
        Seen seen = trouble.run(Arm.sick(), Pace.QUICK, said::add);
        assertThat(seen.figures().records()).isZero();
        assertThat(seen.more()).isEqualTo(Map.of());
        assertThat(said).containsExactly("deadlock: sick");
    }
}
