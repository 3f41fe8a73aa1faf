package dev.headgate.doctor;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Notices when what binds becomes another set, and stays so for two looks at it, so that a set at the edge does not
 * make noise. One thread.
 */
final class Changes {

    private static final long BETWEEN_NANOS = 1_000_000_000L;
    /** What happened longer ago says nothing of now. */
    private static final long RECENT_NANOS = 5_000_000_000L;

    private static final int LEAST_LOOKS = 6;

    private List<String> known = List.of();
    private Set<String> seenLast = Set.of();
    private long lastAt;
    private boolean began;

    /** The set that bound before, when it is another one now; else null. */
    @Nullable
    List<String> look(Looks looks, Watch watch, long nowNanos) {
        if (began && nowNanos - lastAt < BETWEEN_NANOS) {
            return null;
        }
        List<Looks.Look> recent = looks.since(nowNanos - RECENT_NANOS);
        // Gates of which nothing new was read in the meantime, such as intakes that have not started, are not to be
        // judged.
        if (recent.size() < LEAST_LOOKS || Looks.series(recent).isEmpty()) {
            return null;
        }
        began = true;
        lastAt = nowNanos;
        Set<String> now = new HashSet<>(Doctor.named(watch.observation(recent)));
        boolean steady = now.equals(seenLast);
        seenLast = now;
        if (!steady || now.equals(new HashSet<>(known))) {
            return null;
        }
        List<String> before = known;
        known = now.stream().sorted().toList();
        return before;
    }
}
