package dev.headgate;

import org.jspecify.annotations.Nullable;

/**
 * One stay of a holding at an inner gate: first waiting, then in it, or in it at once.
 *
 * <p>Not thread-safe: every field is guarded by the lock of the outer gate's {@link Insides}.
 */
final class Visit {

    final Holding holding;
    final String gate;
    final Tally tally;
    long since;
    boolean waiting;
    boolean ended;

    // The other open visits of the same holding.
    @Nullable
    Visit previous;

    @Nullable
    Visit next;

    Visit(Holding holding, String gate, Tally tally) {
        this.holding = holding;
        this.gate = gate;
        this.tally = tally;
    }
}
