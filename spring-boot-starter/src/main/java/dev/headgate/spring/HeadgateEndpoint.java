package dev.headgate.spring;

import dev.headgate.GateStats;
import dev.headgate.GateView;
import dev.headgate.doctor.Verdict;
import dev.headgate.doctor.VerdictText;
import dev.headgate.doctor.Watch;
import dev.headgate.kafka.Health;
import dev.headgate.kafka.Intake;
import dev.headgate.kafka.IntakeStats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@code /actuator/headgate}: gates, intakes and the doctor's verdict, as they are now. A verdict takes tens of ms of simulation.
 */
@Endpoint(id = "headgate")
final class HeadgateEndpoint {
    private final GateWatch gates;
    private final Intakes intakes;

    HeadgateEndpoint(GateWatch gates, Intakes intakes) {
        this.gates = gates;
        this.intakes = intakes;
    }

    /**
     * What is shown.
     *
     * @param gates their books, in the order in which work meets them: cumulative, times in ns
     * @param intakes by name
     * @param verdict null before anything was watched
     */
    record Shown(
            List<GateStats> gates,
            Map<String, IntakeShown> intakes,
            @Nullable VerdictShown verdict) {}

    /**
     * An intake.
     *
     * @param state its state
     * @param live whether its thread polls
     * @param partitions how many are assigned
     * @param lagRecords records that are not completed
     * @param lagMillis age of the oldest of them, in ms
     * @param done records handled
     * @param dropped records dropped, by reason
     * @param dead records dead-lettered
     * @param retries attempts after the first
     * @param held records that wait for their time
     * @param rebalances assignments and revocations
     */
    record IntakeShown(
            String state,
            boolean live,
            int partitions,
            long lagRecords,
            long lagMillis,
            long done,
            Map<String, Long> dropped,
            long dead,
            long retries,
            long held,
            long rebalances) {}

    /**
     * The doctor's word.
     *
     * @param named what limits
     * @param throughput records/s
     * @param confidence how far to rely on it
     * @param lines for a person
     */
    record VerdictShown(List<String> named, double throughput, String confidence, List<String> lines) {}

    /** Reads everything, now. */
    @ReadOperation
    public Shown read() {
        Map<String, IntakeShown> shown = new LinkedHashMap<>();
        intakes.members().forEach(member -> shown.put(member.name(), intake(intakes.of(member))));
        return new Shown(gates.gates().stream().map(GateView::stats).toList(), shown, verdict());
    }

    private static IntakeShown intake(Intake<?, ?> intake) {
        IntakeStats stats = intake.stats();
        Health health = intake.health();
        return new IntakeShown(
                stats.state().toString(),
                health.live(),
                stats.lanes().size(),
                stats.lagRecords(),
                stats.lagMillis(),
                stats.done(),
                stats.dropped(),
                stats.dead(),
                stats.retries(),
                stats.held(),
                stats.rebalances());
    }

    private @Nullable VerdictShown verdict() {
        Watch watch = gates.watch();
        if (watch == null) {
            return null;
        }
        Verdict verdict;
        try {
            verdict = watch.verdict();
        } catch (IllegalStateException tooEarly) {
            // It has looked once: the application has only just started.
            return null;
        }
        return new VerdictShown(
                verdict.named(),
                verdict.throughput(),
                verdict.confidence().grade().toString(),
                VerdictText.of(verdict));
    }
}
