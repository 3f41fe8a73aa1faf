package dev.headgate.bridge;

import dev.headgate.bridge.source.SourcePartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a worker tells the world: written by its writer at each commit, read by anybody. */
final class Totals {
    private static final int REMEMBERED = 100;

    private long bytes;
    private long dropped;
    private long dead;
    private long lostToRetention;
    private long restarts;
    private @Nullable String trouble;
    private final Map<SourcePartition, Position> positions = new HashMap<>();
    private final Map<SourcePartition, Long> lags = new HashMap<>();
    private final ArrayDeque<String> events = new ArrayDeque<>();

    /** What one transaction brought. */
    record Step(long bytes, long dropped, long dead) {}

    synchronized void committed(Step step, Iterable<Lot> lots) {
        bytes += step.bytes();
        dropped += step.dropped();
        dead += step.dead();
        for (Lot lot : lots) {
            positions.put(lot.partition(), lot.committed());
            if (lot.lag() >= 0) {
                lags.put(lot.partition(), lot.lag());
            }
        }
        trouble = null;
    }

    synchronized void gap(Chunk.Gap gap) {
        lostToRetention += gap.to() - gap.from();
        event("gap: the source's retention has deleted " + gap.partition() + " from offset " + gap.from() + " up to "
                + (gap.to() - 1) + " before they were read: " + (gap.to() - gap.from()) + " offsets");
    }

    synchronized void restarted(String reason) {
        restarts++;
        trouble(reason);
    }

    synchronized void trouble(String what) {
        if (!what.equals(trouble)) {
            trouble = what;
            event(what);
        }
    }

    private void event(String what) {
        if (events.size() == REMEMBERED) {
            events.removeFirst();
        }
        events.add(what);
    }

    /** Adds what this worker has to what others have. */
    synchronized void addTo(BridgeStats.Sum sum) {
        sum.bytes += bytes;
        sum.dropped += dropped;
        sum.dead += dead;
        sum.lostToRetention += lostToRetention;
        sum.restarts += restarts;
        sum.positions.putAll(positions);
        sum.lags.putAll(lags);
        if (trouble != null) {
            sum.troubles.add(trouble);
        }
    }

    /** What happened since the last call, in words. */
    synchronized List<String> takeEvents() {
        List<String> taken = new ArrayList<>(events);
        events.clear();
        return taken;
    }
}
