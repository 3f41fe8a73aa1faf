package dev.headgate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A named, bounded place where work waits for a slot, first in, first out.
 *
 * <p>Safe for use by any thread, virtual ones above all: a waiter parks and never spins. Blocking and async waiters
 * stand in one line. Entering and leaving are O(1) and allocate the pass (two small objects; a third inside another
 * gate).
 *
 * <p>A gate is not reentrant: a holder that enters again takes a second slot, and waits for ever if it holds the last.
 *
 * <p>Invariant: whenever {@code lock} is free, somebody waits only if no slot is free. Whatever frees slots (a close,
 * a growing resize) lets waiters in before it unlocks; nobody overtakes.
 *
 * <p>Lock order: a gate's lock, then the lock of one {@link Insides} at a time. Never two gates' locks. Code of the
 * user is never called, and no thread is woken or started, under a lock.
 *
 * <p>Time: the clock is read just before the lock is taken, which keeps it short. An event that lost the race for the
 * lock to one with a later time is booked at that later time, so times in the books never run backwards.
 */
public final class Gate implements GateView {

    private final String name;
    private final Clock clock;
    /** Where the capacity comes from; null when it is set by hand. */
    private final @Nullable Limit limit;

    private final Insides insides = new Insides();
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by lock.
    private final Line waiters = new Line();
    private final Line holders = new Line();
    private final Tally tally = new Tally();
    private int capacity;
    private long last = Long.MIN_VALUE;

    Gate(String name, int capacity, @Nullable Limit limit, Clock clock) {
        this.name = name;
        this.limit = limit;
        this.capacity = capacity;
        this.clock = clock;
    }

    /**
     * Begins a gate with a name, under which it is counted and shown.
     *
     * @throws IllegalArgumentException when {@code name} is blank
     */
    public static GateBuilder named(String name) {
        return new GateBuilder(name);
    }

    /**
     * Takes a slot, parking until there is one and everybody who came before has been let in.
     *
     * @return the pass; close it to give the slot back
     * @throws InterruptedException when the thread is interrupted, on entry or while it waits; it then has no slot
     */
    public Pass enter() throws InterruptedException {
        refuseInterrupted();
        Scope scope = Scope.mine();
        Pass pass = new Pass(this, scope.top(), Thread.currentThread());
        if (!arrive(pass, true)) {
            await(pass);
        }
        return held(scope, pass);
    }

    /**
     * Takes a slot, parking for at most {@code timeout}.
     *
     * @param timeout longest wait; zero or less: does not wait
     * @return the pass, or null when there was no slot in time
     * @throws InterruptedException when the thread is interrupted, on entry or while it waits; it then has no slot
     */
    public @Nullable Pass enter(Duration timeout) throws InterruptedException {
        refuseInterrupted();
        long nanos = TimeUnit.NANOSECONDS.convert(timeout);
        Scope scope = Scope.mine();
        Pass pass = new Pass(this, scope.top(), Thread.currentThread());
        if (!arrive(pass, nanos > 0) && (nanos <= 0 || !await(pass, nanos))) {
            return null;
        }
        return held(scope, pass);
    }

    /** Takes a slot if there is one now; else returns null. Does not block, does not overtake waiters. */
    public @Nullable Pass tryEnter() {
        Scope scope = Scope.mine();
        Pass pass = new Pass(this, scope.top(), Thread.currentThread());
        return arrive(pass, false) ? held(scope, pass) : null;
    }

    /**
     * Does {@code work} with a slot, parking until there is one.
     *
     * @return what {@code work} gives
     * @throws X what {@code work} throws; the slot is given back
     * @throws InterruptedException when interrupted before there was a slot; {@code work} was not begun
     */
    public <T extends @Nullable Object, X extends Exception> T call(ThrowingSupplier<T, X> work)
            throws X, InterruptedException {
        Pass pass = enter();
        try {
            return work.get();
        } finally {
            pass.close();
        }
    }

    /** As {@link #call}, for work without a value. */
    public <X extends Exception> void run(ThrowingRunnable<X> work) throws X, InterruptedException {
        Pass pass = enter();
        try {
            work.run();
        } finally {
            pass.close();
        }
    }

    /**
     * Begins async {@code work} when there is a slot, and gives the slot back when the stage that it returns ends. The
     * caller never waits: with a slot free, it calls {@code work} itself; else the call waits in line, and a virtual
     * thread of its own calls {@code work} when it is let in.
     *
     * <p>If the future is cancelled (or completed in any way) while the call is in line, it leaves the line and
     * {@code work} is not begun. Afterwards that has no effect on the stage: the work goes on, and so holds its slot
     * until the stage ends. A stage that never ends keeps its slot; {@link GateStats#oldestHolderNanos()} shows it.
     *
     * @return ends as the stage ends, after the slot was given back; fails with what {@code work} throws, and with
     *     {@link NullPointerException} when it returns null
     */
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(Supplier<? extends CompletionStage<T>> work) {
        return new AsyncCall<T>(this, Objects.requireNonNull(work, "work")).begin();
    }

    /**
     * Changes the number of slots, at once. Growing lets waiters in before it returns; shrinking lets holders finish,
     * so that for a while more may be in use than there are slots.
     *
     * @throws IllegalArgumentException when {@code slots} is below 1
     * @throws IllegalStateException when the gate has a {@link Limit}, which sets its capacity by itself
     */
    public void resize(int slots) {
        GateBuilder.checkCapacity(name, slots);
        if (limit != null) {
            throw new IllegalStateException("Gate '" + name
                    + "' has a limit that sets its capacity by itself: give it a number of slots to resize it by hand");
        }
        setCapacity(slots);
    }

    private void setCapacity(int slots) {
        List<Pass> admitted = new ArrayList<>();
        long now = clock.nanos();
        lock.lock();
        try {
            capacity = slots;
            long at = tick(now);
            for (Pass pass = admit(at); pass != null; pass = admit(at)) {
                admitted.add(pass);
            }
        } finally {
            lock.unlock();
        }
        admitted.forEach(Pass::wake);
    }

    /** Slots now. */
    public int capacity() {
        lock.lock();
        try {
            return capacity;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String name() {
        return name;
    }

    /** One consistent read, what holders do in other gates included. O(inner gates), whatever is in use or waiting. */
    @Override
    public GateStats stats() {
        lock.lock();
        try {
            return insides.reading(clock, this::read);
        } finally {
            lock.unlock();
        }
    }

    /** Names the gate and what is in it. */
    @Override
    public String toString() {
        GateStats now = stats();
        return "Gate[" + name + ", " + now.inUse() + " of " + now.capacity() + " in use, " + now.waiting()
                + " waiting]";
    }

    Insides insides() {
        return insides;
    }

    /**
     * A pass comes to the gate: it enters if there is a slot, else it joins the line if it may wait.
     *
     * @return whether it entered
     */
    boolean arrive(Pass pass, boolean mayWait) {
        long now = clock.nanos();
        lock.lock();
        try {
            if (tally.holding < capacity) {
                long at = tick(now);
                tally.enterAtOnce(at);
                holders.add(pass);
                pass.enterAtOnce(at, tally.holding);
                return true;
            }
            if (mayWait) {
                long at = tick(now);
                tally.arrive(at);
                waiters.add(pass);
                pass.arrive(at);
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Gives a slot back, unless that was done before, and lets the first waiter in. */
    void leave(Pass pass) {
        long now = clock.nanos();
        long at;
        Pass admitted;
        lock.lock();
        try {
            if (pass.state() != Pass.State.HELD) {
                return;
            }
            at = tick(pass.holding.endAt(tick(now)));
            tally.leave(pass.enteredNanos(), at);
            holders.remove(pass);
            pass.go(at);
            admitted = admit(at);
        } finally {
            lock.unlock();
        }
        if (admitted != null) {
            admitted.wake();
        }
        pass.holding.leaveScope();
        pass.record(pass.enteredNanos(), at);
        if (limit != null) {
            limit.ended(pass.enteredNanos(), at - pass.enteredNanos(), pass.inUseAtEntry(), pass.wasRefused());
            follow(limit);
        }
    }

    /** Two threads may set what they read of the limit in the other order; whoever gives the next slot back sets it right. */
    private void follow(Limit limit) {
        int slots = Math.max(1, limit.capacity());
        if (slots != capacity()) {
            setCapacity(slots);
        }
    }

    /** Takes a waiter out of the line; false when it is not in it: it has been let in, or was taken out before. */
    boolean cancel(Pass pass) {
        long now = clock.nanos();
        long at;
        lock.lock();
        try {
            if (!pass.waiting()) {
                return false;
            }
            at = tick(now);
            tally.cancel(pass.arrivedNanos(), at);
            waiters.remove(pass);
            pass.go(at);
        } finally {
            lock.unlock();
        }
        pass.record(at, at);
        return true;
    }

    /** Lets the first waiter in if there is a slot. */
    private @Nullable Pass admit(long at) {
        Pass pass = waiters.first();
        if (pass == null || tally.holding >= capacity) {
            return null;
        }
        tally.enter(pass.arrivedNanos(), at);
        waiters.remove(pass);
        holders.add(pass);
        pass.enter(at, tally.holding);
        return pass;
    }

    private void await(Pass pass) throws InterruptedException {
        while (pass.waiting()) {
            LockSupport.park(this);
            giveUpIfInterrupted(pass);
        }
    }

    private boolean await(Pass pass, long timeout) throws InterruptedException {
        while (pass.waiting()) {
            long left = timeout - (clock.nanos() - pass.arrivedNanos());
            if (left > 0) {
                LockSupport.parkNanos(this, left);
                giveUpIfInterrupted(pass);
            } else if (cancel(pass)) {
                return false;
            }
        }
        return true;
    }

    private static Pass held(Scope scope, Pass pass) {
        scope.push(pass.holding);
        return pass;
    }

    /** Who was let in before the interrupt took it out of the line keeps both the slot and the interrupt. */
    private void giveUpIfInterrupted(Pass pass) throws InterruptedException {
        if (Thread.interrupted()) {
            if (cancel(pass)) {
                throw new InterruptedException("Interrupted while waiting at gate '" + name + "'");
            }
            Thread.currentThread().interrupt();
        }
    }

    private void refuseInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("Interrupted before entering gate '" + name + "'");
        }
    }

    private GateStats read(long now, long insideNanos, List<Inside> inside) {
        long at = tick(now);
        Pass oldestHolder = holders.first();
        Pass oldestWaiter = waiters.first();
        return tally.stats(
                name,
                at,
                capacity,
                oldestHolder == null ? 0 : at - oldestHolder.enteredNanos(),
                oldestWaiter == null ? 0 : at - oldestWaiter.arrivedNanos(),
                insideNanos,
                inside);
    }

    private long tick(long now) {
        last = Math.max(last, now);
        return last;
    }
}
