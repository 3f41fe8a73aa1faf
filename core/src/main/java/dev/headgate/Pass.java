package dev.headgate;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What entering a {@link Gate} gives; closing it gives the slot back.
 *
 * <p>Any thread may close it, once or several times; the first call counts. Until then, gates that the entering thread
 * enters are booked as inside this pass's gate. Passes may be closed in any order: if an outer one is closed first,
 * what is still open in inner gates is booked up to that moment.
 *
 * <p>Access modes: {@code state} is volatile, and written under the gate's lock. The other mutable fields are guarded
 * by that lock, or read after {@code state} was seen to have left WAITING.
 */
public final class Pass implements AutoCloseable {

    enum State {
        NEW,
        WAITING,
        HELD,
        GONE
    }

    private final Gate gate;
    private final @Nullable Holding parent;
    private final @Nullable Recorder recorder;
    private final @Nullable Thread waiter;
    private final @Nullable Runnable start;
    final Holding holding;

    private volatile State state = State.NEW;
    private volatile boolean refused;
    private long arrivedNanos;
    private long enteredNanos;
    private int inUseAtEntry;
    private @Nullable Visit visit;

    // Where it stands in its gate's line.
    @Nullable
    Pass previous;

    @Nullable
    Pass next;

    /** Of a thread that parks until it is let in. */
    Pass(Gate gate, @Nullable Holding parent, Thread waiter) {
        this(gate, parent, waiter, null);
    }

    /** Of a call that begins with {@code start}, on a virtual thread, when it is let in. */
    Pass(Gate gate, @Nullable Holding parent, Runnable start) {
        this(gate, parent, null, start);
    }

    private Pass(Gate gate, @Nullable Holding parent, @Nullable Thread waiter, @Nullable Runnable start) {
        this.gate = gate;
        this.parent = parent;
        this.waiter = waiter;
        this.start = start;
        this.recorder = parent == null ? null : parent.recorder();
        this.holding = new Holding(gate.insides(), recorder, depth() + 1);
    }

    /** Gives the slot back and lets the first waiter in. Never blocks on the gate, never throws. O(1). */
    @Override
    public void close() {
        if (state == State.HELD) {
            gate.leave(this);
        }
    }

    /**
     * To be called before {@link #close} when what the slot was for was refused or ran into a timeout: a {@link Limit} takes that for
     * too much load, and does not learn from how long it took. Any thread; no effect on a gate without a limit.
     */
    public void refused() {
        refused = true;
    }

    boolean wasRefused() {
        return refused;
    }

    /** Names the gate and how the pass stands. */
    @Override
    public String toString() {
        return "Pass[" + gate.name() + ", " + state + "]";
    }

    State state() {
        return state;
    }

    boolean waiting() {
        return state == State.WAITING;
    }

    long arrivedNanos() {
        return arrivedNanos;
    }

    int inUseAtEntry() {
        return inUseAtEntry;
    }

    long enteredNanos() {
        return enteredNanos;
    }

    // The four steps of a pass's life, each called once at most, under the gate's lock.

    void arrive(long at) {
        arrivedNanos = at;
        if (parent != null) {
            visit = parent.insides().begin(parent, gate.name(), true, at);
        }
        state = State.WAITING;
    }

    void enterAtOnce(long at, int inUse) {
        inUseAtEntry = inUse;
        arrivedNanos = at;
        enteredNanos = at;
        if (parent != null) {
            visit = parent.insides().begin(parent, gate.name(), false, at);
        }
        state = State.HELD;
    }

    void enter(long at, int inUse) {
        inUseAtEntry = inUse;
        enteredNanos = at;
        Visit begun = visit;
        if (begun != null) {
            begun.holding.insides().entered(begun, at);
        }
        state = State.HELD;
    }

    void go(long at) {
        Visit begun = visit;
        if (begun != null) {
            begun.holding.insides().end(begun, at);
        }
        state = State.GONE;
    }

    // The rest is called without the gate's lock.

    /** Tells the waiter that it has been let in. */
    void wake() {
        if (start != null) {
            // Whoever gave the slot back has nothing to hand down to it.
            Thread.ofVirtual()
                    .name(gate.name())
                    .inheritInheritableThreadLocals(false)
                    .start(start);
        } else {
            LockSupport.unpark(waiter);
        }
    }

    /** Writes the stop into the itinerary, if there is one. A cancelled wait has entered and left at once. */
    void record(long entered, long left) {
        if (recorder != null) {
            recorder.add(new Stop(Stop.Kind.GATE, gate.name(), depth(), arrivedNanos, entered, left));
        }
    }

    private int depth() {
        return parent == null ? 0 : parent.depth();
    }
}
