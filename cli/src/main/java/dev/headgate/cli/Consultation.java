package dev.headgate.cli;

import dev.headgate.GateView;
import dev.headgate.doctor.Cpu;
import dev.headgate.doctor.Load;
import dev.headgate.doctor.Prediction;
import dev.headgate.doctor.Trial;
import dev.headgate.doctor.VerdictText;
import dev.headgate.doctor.Watch;
import dev.headgate.kafka.Intake;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The doctor at the side of a running intake: what it says now, the changes asked of it, and what came of them. For one thread; the
 * reads are made by a thread of the doctor's own.
 */
final class Consultation implements AutoCloseable {
    /** A verdict takes tens of ms of simulation, so a live one is worked out only so often. */
    private static final long AGAIN = Duration.ofSeconds(5).toNanos();

    private static final Duration WINDOW = Duration.ofSeconds(30);

    private final Watch watch;
    private final Deque<Resize> resizes;
    private String line = "verdict: not enough seen yet";
    private @Nullable Long askedAt;

    private Consultation(Watch watch, List<Resize> resizes) {
        this.watch = watch;
        this.resizes = new ArrayDeque<>(
                resizes.stream().sorted(Comparator.comparing(Resize::at)).toList());
    }

    /**
     * Begins.
     *
     * @param gates those inside the handler, in the order in which a record meets them
     * @param resizes changes to make on the way
     * @throws IllegalArgumentException when a change is asked of a gate that is not there
     */
    static Consultation of(Intake<?, ?> intake, List<GateView> gates, List<Resize> resizes) {
        List<GateView> all = new ArrayList<>();
        all.add(intake.inFlight());
        all.addAll(gates);
        List<String> names = all.stream().map(GateView::name).toList();
        for (Resize resize : resizes) {
            if (!names.contains(resize.gate())) {
                throw new IllegalArgumentException(
                        "--resize: there is no gate '" + resize.gate() + "'; choose from " + String.join(", ", names));
            }
        }
        return new Consultation(
                Watch.over(all)
                        .itineraries(intake::itineraries)
                        .cpu(Cpu.ofProcess())
                        .load(() -> intake.stats().behind() ? Load.backlog() : null)
                        .resizing(intake.inFlight().name(), intake.inFlight()::resize)
                        .window(WINDOW)
                        .open(),
                resizes);
    }

    /**
     * What to show of it at this moment: the verdict's first line, and each change that was made.
     *
     * @param elapsed time since the first record was produced
     */
    List<String> lines(Duration elapsed, long nowNanos) {
        while (!resizes.isEmpty() && resizes.getFirst().at().compareTo(elapsed) <= 0) {
            Resize resize = resizes.removeFirst();
            watch.apply(Map.of(resize.gate(), resize.slots()));
            watch.forget();
            askedAt = nowNanos;
        }
        if (askedAt == null) {
            askedAt = nowNanos;
        } else if (nowNanos - askedAt >= AGAIN) {
            askedAt = nowNanos;
            line = "verdict: " + VerdictText.of(watch.verdict()).getFirst();
        }
        List<String> lines = new ArrayList<>();
        lines.add(line);
        watch.trials().forEach(trial -> lines.add(text(trial)));
        return lines;
    }

    /** The whole verdict on what was seen last, with what came of the changes. */
    List<String> conclusion() {
        return VerdictText.of(watch.verdict());
    }

    private static String text(Trial trial) {
        Prediction prediction = trial.prediction();
        String expected = String.format(
                Locale.ROOT,
                "applied %s: %,.0f/s before, %,.0f/s expected (%,.0f to %,.0f)",
                new TreeMap<>(prediction.capacities()),
                trial.before(),
                prediction.expected(),
                prediction.low(),
                prediction.high());
        Double measured = trial.measured();
        return measured == null
                ? expected
                : String.format(
                        Locale.ROOT,
                        "%s, %,.0f/s measured: %s",
                        expected,
                        measured,
                        trial.cameTrue() ? "as expected" : "not as expected");
    }

    @Override
    public void close() {
        watch.close();
    }
}
