package dev.headgate.bridge;

import dev.headgate.Clock;
import dev.headgate.bridge.source.SourcePartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a worker tells the world: written by its writer at each commit, read by anybody. */
final class Totals {
    private static final int REMEMBERED = 100;
    /** A source says once a second what is in its way, and nothing when it no longer is. */
    private static final long SHOWN = TimeUnit.SECONDS.toNanos(5);

    private final Clock clock;

    private long bytes;
    private long dropped;
    private long dead;
    private long lostToRetention;
    private long restarts;
    private @Nullable String targetTrouble;
    private @Nullable String sourceTrouble;
    private long sourceTroubleAt;
    /** Where each partition stood when this run began with it. */
    private final Map<SourcePartition, Position> began = new HashMap<>();

    private final Map<SourcePartition, Position> positions = new HashMap<>();
    private final Map<SourcePartition, Long> lags = new HashMap<>();
    private final ArrayDeque<String> events = new ArrayDeque<>();

    /** What one transaction brought. */
    record Step(long bytes, long dropped, long dead) {}

    Totals(Clock clock) {
        this.clock = clock;
    }

    synchronized void committed(Step step, Iterable<Lot> lots) {
        bytes += step.bytes();
        dropped += step.dropped();
        dead += step.dead();
        for (Lot lot : lots) {
            began.putIfAbsent(lot.partition(), lot.committed());
            positions.put(lot.partition(), lot.committed());
            if (lot.lag() >= 0) {
                lags.put(lot.partition(), lot.lag());
            }
        }
        targetTrouble = null;
    }

    synchronized void gap(Chunk.Gap gap) {
        lostToRetention += gap.to() - gap.from();
        event("gap: the source's retention has deleted " + gap.partition() + " from offset " + gap.from() + " up to "
                + (gap.to() - 1) + " before they were read: " + (gap.to() - gap.from()) + " offsets");
    }

    synchronized void restarted(String reason) {
        restarts++;
        if (!reason.equals(targetTrouble)) {
            targetTrouble = reason;
            event(reason);
        }
    }

    /** Something is in the way of the source; nobody says when it is gone, so it has to be said again and again. */
    synchronized void trouble(String what) {
        long now = clock.nanos();
        if (!what.equals(sourceTrouble) || now - sourceTroubleAt > SHOWN) {
            event("source: " + what);
        }
        sourceTrouble = what;
        sourceTroubleAt = now;
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
        sum.began.putAll(began);
        sum.positions.putAll(positions);
        sum.lags.putAll(lags);
        if (targetTrouble != null) {
            sum.troubles.add(targetTrouble);
        }
        if (sourceTrouble != null && clock.nanos() - sourceTroubleAt <= SHOWN) {
            sum.troubles.add("source: " + sourceTrouble);
        }
    }

    /** What happened since the last call, in words. */
    synchronized List<String> takeEvents() {
        List<String> taken = new ArrayList<>(events);
        events.clear();
        return taken;
    }
}
