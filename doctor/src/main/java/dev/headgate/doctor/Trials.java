package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes that were applied, with what came of them. Guarded by itself. */
final class Trials {

    /** Records that must have ended after a change before it is scored. */
    private static final long ENOUGH = 200;

    /** The system is given this long to settle, and so many times the life of a record. */
    private static final long SETTLE_NANOS = 500_000_000L;

    private static final double LIVES = 3;

    private record Pending(Prediction prediction, double before, long fromNanos) {}

    private final List<Trial> scored = new ArrayList<>();
    private @Nullable Pending pending;

    synchronized void begin(Prediction prediction, double before, double lifeSeconds, long nowNanos) {
        // What is still open was never scored, and is listed as that.
        if (pending != null && (scored.isEmpty() || !isLast(pending))) {
            scored.add(new Trial(pending.prediction(), pending.before(), null));
        }
        pending =
                new Pending(prediction, before, nowNanos + Math.max(SETTLE_NANOS, (long) (LIVES * lifeSeconds * 1e9)));
    }

    /** All trials, the newest last; scores it if enough has been seen since. */
    synchronized List<Trial> all(Looks looks) {
        if (pending != null) {
            Trial trial = score(pending, looks.since(pending.fromNanos()));
            if (isLast(pending)) {
                if (trial.measured() != null) {
                    scored.set(scored.size() - 1, trial);
                }
            } else {
                scored.add(trial);
            }
        }
        return List.copyOf(scored);
    }

    private boolean isLast(Pending one) {
        return !scored.isEmpty() && scored.get(scored.size() - 1).prediction().equals(one.prediction());
    }

    private static Trial score(Pending pending, List<Looks.Look> since) {
        Double measured = null;
        if (since.size() >= 3) {
            List<Series> series = Looks.series(since);
            if (!series.isEmpty()) {
                Facts facts = Facts.of(Observation.of(series));
                measured = facts.completions() >= ENOUGH ? (Double) facts.overall(facts.throughput()) : null;
            }
        }
        return new Trial(pending.prediction(), pending.before(), measured);
    }
}
