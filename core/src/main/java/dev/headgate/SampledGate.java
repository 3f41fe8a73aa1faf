package dev.headgate;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A foreign pool shown as a gate by sampling: every read takes a sample, and between two samples its levels are taken to have changed in a
 * straight line. So the integrals are estimates; they are good where the pool is read several times in the time in which its levels change
 * much. An {@link ObservedExecutor}, an {@link ObservedSemaphore} and a {@link Gate} are exact, and to be preferred where the code
 * can be changed.
 *
 * <p>What a pool does not tell is filled in from what it does, and checks nothing: without totals of its own for waits and holds, they are the
 * integrals of its levels, so that Little's law holds by construction. With totals of its own (a timer), the law is a real check. The age of
 * the oldest holder is a lower bound: the time since the last sample before which anything was given back or nothing was in use.
 *
 * <p>Nesting is declared, not seen: {@link #around} says that the holders of this pool, and nobody else, use the inner ones, one at a time.
 *
 * <p>Safe for use by any thread. A read asks the source once and never waits for the pool's work; it costs what the source costs.
 */
public final class SampledGate implements GateView {

    private final String name;
    private final Clock clock;
    private final Supplier<Levels> source;
    private final List<GateView> inner;
    private final Object lock = new Object();
    // Guarded by lock.
    private @Nullable Levels before;
    private long beforeNanos;
    private double inUseNanos;
    private double waitingNanos;
    private long entries;
    private long exits;
    private long waits;
    private long holds;
    private long holdersSince;
    private long waitersSince;

    private SampledGate(String name, Clock clock, Supplier<Levels> source, List<GateView> inner) {
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "What is shown as a gate needs a name that is not blank: it is counted under it");
        }
        this.name = name;
        this.clock = Objects.requireNonNull(clock, "clock");
        this.source = Objects.requireNonNull(source, "source");
        this.inner = List.copyOf(inner);
    }

    /**
     * A gate over whatever tells its levels.
     *
     * @param source asked once by each read, by the thread that reads; must not block
     * @throws IllegalArgumentException when {@code name} is blank
     */
    public static SampledGate of(String name, Clock clock, Supplier<Levels> source) {
        return new SampledGate(name, clock, source, List.of());
    }

    /**
     * A pool whose tasks are submitted by code that cannot be changed. In use, queued and completed come from the pool, which counts the
     * first and the last under its own lock for a moment. Capacity as in {@link ObservedExecutor}.
     */
    public static SampledGate executor(String name, ThreadPoolExecutor pool, Clock clock) {
        Objects.requireNonNull(pool, "pool");
        return of(
                name,
                clock,
                () -> Levels.of(
                        ObservedExecutor.threads(pool),
                        pool.getActiveCount(),
                        pool.getQueue().size(),
                        pool.getCompletedTaskCount()));
    }

    /** The same source, with the declaration that its holders, and nobody else, use the inner ones, one at a time. */
    public SampledGate around(GateView... inner) {
        return new SampledGate(name, clock, source, List.of(inner));
    }

    @Override
    public String name() {
        return name;
    }

    /** Takes a sample and gives the books up to it. The first read begins them. */
    @Override
    public GateStats stats() {
        List<GateStats> within = inner.stream().map(GateView::stats).toList();
        synchronized (lock) {
            long now = clock.nanos();
            Levels levels = source.get();
            take(levels, now);
            List<Inside> insides = within.stream().map(SampledGate::inside).toList();
            long held = (long) inUseNanos;
            return new GateStats(
                    name,
                    beforeNanos,
                    levels.capacity(),
                    levels.inUse(),
                    levels.waiting(),
                    entries,
                    exits,
                    0,
                    waits,
                    holds,
                    held,
                    (long) waitingNanos,
                    levels.inUse() == 0 ? 0 : beforeNanos - holdersSince,
                    levels.waiting() == 0 ? 0 : beforeNanos - waitersSince,
                    Math.min(
                            held,
                            insides.stream()
                                    .mapToLong(i -> i.waitNanos() + i.holdNanos())
                                    .sum()),
                    insides);
        }
    }

    private void take(Levels levels, long now) {
        Levels earlier = before;
        if (earlier == null) {
            beforeNanos = now;
            holdersSince = now;
            waitersSince = now;
            exits = levels.exits();
        } else {
            long passed = Math.max(0, now - beforeNanos);
            beforeNanos += passed;
            inUseNanos += passed * (earlier.inUse() + levels.inUse()) / 2.0;
            waitingNanos += passed * (earlier.waiting() + levels.waiting()) / 2.0;
            boolean moved = levels.exits() > earlier.exits();
            if (moved || levels.inUse() == 0) {
                holdersSince = beforeNanos;
            }
            if (moved || levels.waiting() == 0) {
                waitersSince = beforeNanos;
            }
            // A counter that went back is a pool that began anew; what it did in between is not known.
            exits += Math.max(0, levels.exits() - earlier.exits());
        }
        // The two levels are read one after the other: between them a slot may change hands.
        entries = Math.max(entries, exits + levels.inUse());
        waits = grown(waits, earlier == null ? Levels.UNKNOWN : earlier.waitNanos(), levels.waitNanos(), waitingNanos);
        holds = grown(holds, earlier == null ? Levels.UNKNOWN : earlier.holdNanos(), levels.holdNanos(), inUseNanos);
        before = levels;
    }

    /** The pool's own total, as it grows; or the integral where it has none. */
    private static long grown(long total, long earlier, long later, double integral) {
        if (later == Levels.UNKNOWN) {
            return Math.max(total, (long) integral);
        }
        return earlier == Levels.UNKNOWN ? total : total + Math.max(0, later - earlier);
    }

    private static Inside inside(GateStats inner) {
        return new Inside(
                inner.name(),
                inner.waiting(),
                inner.inUse(),
                inner.entries(),
                inner.waitingNanos(),
                inner.inUseNanos());
    }
}
