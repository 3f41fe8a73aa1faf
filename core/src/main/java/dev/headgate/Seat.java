package dev.headgate;

import org.jspecify.annotations.Nullable;

/**
 * One stay in a place that {@link Books} keep: first waiting, then held. What a {@link Pass} is to a gate, for places that somebody else
 * guards.
 *
 * <p>Not thread-safe: the mutable fields are guarded by the lock of its books.
 */
final class Seat {

    enum State {
        NEW,
        WAITING,
        HELD,
        GONE
    }

    final @Nullable Holding parent;
    final @Nullable Recorder recorder;
    final int depth;
    final Holding holding;

    State state = State.NEW;
    long arrivedNanos;
    long enteredNanos;

    @Nullable
    Visit visit;

    Seat(Insides insides, @Nullable Holding parent) {
        this.parent = parent;
        this.recorder = parent == null ? null : parent.recorder();
        this.depth = parent == null ? 0 : parent.depth();
        this.holding = new Holding(insides, recorder, depth + 1);
    }
}
