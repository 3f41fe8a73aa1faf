package dev.headgate;

import org.jspecify.annotations.Nullable;

/**
 * One holder of a gate, as a parent: gates that its thread enters meanwhile are booked as inside that gate.
 *
 * <p>Every {@link Pass} has one and binds it by itself. Who shows something else as a gate makes them with
 * {@link Insides#holding()} and binds them around the code of its holders:
 * <pre>{@code
 * Holding previous = holding.bind();
 * try { ... } finally { holding.unbind(previous); }
 * }</pre>
 * One that is bound for a worker thread's whole life, while records come and go, costs nothing for each record.
 *
 * <p>{@link #bind}, {@link #unbind} and {@link #itinerary} are called by the thread that it is bound to; a holding is
 * bound to at most one thread at a time. {@link #end} may be called by any thread.
 *
 * <p>Access modes: {@code ended} and {@code visited} are volatile. Who opens the first visit writes {@code visited} and
 * then reads {@code ended}; who ends the holding does it the other way round; so either the visit is not opened or the
 * end sees that it must look for visits. {@code visits} (volatile for {@link #engaged} alone), the links between them
 * and {@code engagedSince} are written under the lock of {@link Insides}. {@code scope}, {@code outer} and
 * {@code recorder} are written by the bound thread, and published by the volatile write of the scope's top.
 */
public final class Holding {

    private final Insides insides;
    private final int depth;
    private @Nullable Recorder recorder;

    private volatile boolean ended;
    private volatile boolean visited;
    private volatile @Nullable Visit visits;
    long engagedSince;

    @Nullable
    Scope scope;

    @Nullable
    Holding outer;

    Holding(Insides insides, @Nullable Recorder recorder, int depth) {
        this.insides = insides;
        this.recorder = recorder;
        this.depth = depth;
    }

    /** The innermost live holding of the calling thread, or null when it holds nothing. A few ns. */
    public static @Nullable Holding current() {
        return Scope.mine().top();
    }

    /** Makes this the calling thread's current holding. Returns the one before it, for {@link #unbind}. */
    public @Nullable Holding bind() {
        return Scope.mine().push(this);
    }

    /** Makes {@code previous} the calling thread's current holding again, or the live one around it. */
    public void unbind(@Nullable Holding previous) {
        Scope.mine().restore(previous);
    }

    /** From now on, until it is set to null, gates entered under this holding are written to {@code recorder} too. */
    public void itinerary(@Nullable Recorder recorder) {
        this.recorder = recorder;
    }

    /**
     * Whether the holder waits at or is in an inner gate at this moment. After the code of a holder has run it says
     * whether that code left something open: a pass that was not closed, or an async call under way.
     */
    public boolean engaged() {
        return visits != null;
    }

    /** The inner gate at which the holder waits or in which it is at this moment, by name; null if it is at none. Any thread. */
    public @Nullable String at() {
        Visit visit = visits;
        return visit == null ? null : visit.gate;
    }

    /**
     * The holder has left the outer gate. What it still has open in inner gates is booked as over at {@code nowNanos},
     * since the inside of a hold is never longer than the hold; what it enters later is not booked. For good: the next
     * holder needs a new holding. Further calls do nothing.
     */
    public void end(long nowNanos) {
        endAt(nowNanos);
        leaveScope();
    }

    /** As {@link #end}, still in the scope. Returns the time of the end: {@code now}, or the last time in the books. */
    long endAt(long now) {
        ended = true;
        return visited ? insides.endAll(this, now) : now;
    }

    /** Takes this out of its thread's scope once it has ended. */
    void leaveScope() {
        Scope bound = scope;
        if (bound != null) {
            bound.prune();
        }
    }

    boolean ended() {
        return ended;
    }

    int depth() {
        return depth;
    }

    @Nullable
    Recorder recorder() {
        return recorder;
    }

    Insides insides() {
        return insides;
    }

    /** Any open visit. */
    @Nullable
    Visit visits() {
        return visits;
    }

    /** Whether a visit may be opened: not when this has ended. Guarded by the lock of {@link Insides}. */
    boolean opens() {
        if (!visited) {
            visited = true;
        }
        return !ended;
    }

    /** Adds an open visit. Guarded by the lock of {@link Insides}. */
    void open(Visit visit) {
        Visit others = visits;
        visit.next = others;
        if (others != null) {
            others.previous = visit;
        }
        visits = visit;
    }

    /** Takes an open visit out. Guarded by the lock of {@link Insides}. */
    void close(Visit visit) {
        Visit before = visit.previous;
        Visit after = visit.next;
        if (before == null) {
            visits = after;
        } else {
            before.next = after;
        }
        if (after != null) {
            after.previous = before;
        }
    }
}
