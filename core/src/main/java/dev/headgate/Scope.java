package dev.headgate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What one thread holds: a stack of {@link Holding}s, linked through {@code outer}, the innermost on top.
 *
 * <p>Only the thread itself pushes. A holding may end on any thread, and out of order; whoever ends one calls
 * {@link #prune}, which takes ended holdings off the top. One that ended below the top goes with what lies above it.
 *
 * <p>Access modes: {@code top} is written with volatile semantics (push) or by compare-and-set (prune), and so is
 * {@link Holding}'s {@code ended}. Both the thread that pushes or uncovers a holding and the one that ends it write
 * their own field and then read the other's, so one of the two sees that an ended holding is on top and takes it off:
 * a thread that does nothing more keeps no dead holding.
 */
final class Scope {

    private static final ThreadLocal<Scope> SCOPES = ThreadLocal.withInitial(Scope::new);
    private static final VarHandle TOP;

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(Scope.class, "top", Holding.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Holding top;

    Scope() {}

    /** The calling thread's. */
    static Scope mine() {
        return SCOPES.get();
    }

    /** The innermost live holding. Called by the scope's thread. */
    @Nullable
    Holding top() {
        Holding seen = top;
        if (seen != null && seen.ended()) {
            prune();
            return top;
        }
        return seen;
    }

    /** Whether nothing is kept, neither live nor dead. */
    boolean isEmpty() {
        return top == null;
    }

    /** Puts {@code holding} on top of what is live. Called by the scope's thread. Returns what it covers. */
    @Nullable
    Holding push(Holding holding) {
        Holding covered = top;
        if (covered != null) {
            dropEndedBelow(covered);
        }
        holding.scope = this;
        holding.outer = covered;
        top = holding;
        return covered;
    }

    /**
     * Who enters the next gate before leaving the last, for ever, never has an ended holding on top: without this, the ended ones would
     * pile up below.
     */
    private static void dropEndedBelow(Holding live) {
        Holding below = live.outer;
        while (below != null && below.ended()) {
            below = below.outer;
            live.outer = below;
        }
    }

    /** Puts back what a push had covered, whatever has been pushed since. Called by the scope's thread. */
    void restore(@Nullable Holding covered) {
        top = covered;
        prune();
    }

    /** Takes ended holdings off the top. Called by any thread. */
    void prune() {
        Holding seen = top;
        while (seen != null && seen.ended()) {
            TOP.compareAndSet(this, seen, seen.outer);
            seen = top;
        }
    }
}
