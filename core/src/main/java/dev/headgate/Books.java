package dev.headgate;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The books of a place that somebody else guards: told of each arrival, entry and departure, they keep what a {@link Gate} keeps of
 * itself, with the same exact integrals. They never make anybody wait.
 *
 * <p>Safe for use by any thread. Lock order: this lock, then the lock of one {@link Insides} at a time. Every step is O(1) and may allocate
 * one entry of a set.
 */
final class Books {

    private final String name;
    private final Clock clock;
    private final Insides insides = new Insides();
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by lock. Both sets are in order of time.
    private final Tally tally = new Tally();
    private final Set<Seat> waiters = new LinkedHashSet<>();
    private final Set<Seat> holders = new LinkedHashSet<>();
    private long last = Long.MIN_VALUE;

    Books(String name, Clock clock) {
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "What is shown as a gate needs a name that is not blank: it is counted under it");
        }
        this.name = name;
        this.clock = clock;
    }

    String name() {
        return name;
    }

    /** A stay that begins under the calling thread's current holding. */
    Seat seat() {
        return new Seat(insides, Holding.current());
    }

    void arrive(Seat seat) {
        long now = clock.nanos();
        lock.lock();
        try {
            long at = tick(now);
            tally.arrive(at);
            waiters.add(seat);
            seat.arrivedNanos = at;
            Holding parent = seat.parent;
            if (parent != null) {
                seat.visit = parent.insides().begin(parent, name, true, at);
            }
            seat.state = Seat.State.WAITING;
        } finally {
            lock.unlock();
        }
    }

    /** A waiter enters; does nothing when it does not wait. */
    void enter(Seat seat) {
        long now = clock.nanos();
        lock.lock();
        try {
            if (seat.state != Seat.State.WAITING) {
                return;
            }
            long at = tick(now);
            waiters.remove(seat);
            tally.enter(seat.arrivedNanos, at);
            holders.add(seat);
            seat.enteredNanos = at;
            Visit visit = seat.visit;
            if (visit != null) {
                visit.holding.insides().entered(visit, at);
            }
            seat.state = Seat.State.HELD;
        } finally {
            lock.unlock();
        }
    }

    /** A waiter goes without having entered; does nothing when it does not wait. */
    void cancel(Seat seat) {
        long now = clock.nanos();
        long at;
        lock.lock();
        try {
            if (seat.state != Seat.State.WAITING) {
                return;
            }
            at = tick(now);
            waiters.remove(seat);
            tally.cancel(seat.arrivedNanos, at);
            end(seat, at);
        } finally {
            lock.unlock();
        }
        record(seat, at, at);
    }

    /** A holder leaves. Returns false, and does nothing, when it does not hold. */
    boolean leave(Seat seat) {
        long now = clock.nanos();
        long at;
        lock.lock();
        try {
            if (seat.state != Seat.State.HELD) {
                return false;
            }
            at = tick(seat.holding.endAt(tick(now)));
            holders.remove(seat);
            tally.leave(seat.enteredNanos, at);
            end(seat, at);
        } finally {
            lock.unlock();
        }
        seat.holding.leaveScope();
        record(seat, seat.enteredNanos, at);
        return true;
    }

    /** The holder of longest standing, or null. */
    @Nullable
    Seat oldestHolder() {
        lock.lock();
        try {
            return first(holders);
        } finally {
            lock.unlock();
        }
    }

    GateStats stats(int capacity) {
        lock.lock();
        try {
            return insides.reading(clock, (now, insideNanos, inside) -> {
                long at = tick(now);
                Seat holder = first(holders);
                Seat waiter = first(waiters);
                return tally.stats(
                        name,
                        at,
                        capacity,
                        holder == null ? 0 : at - holder.enteredNanos,
                        waiter == null ? 0 : at - waiter.arrivedNanos,
                        insideNanos,
                        inside);
            });
        } finally {
            lock.unlock();
        }
    }

    private static void end(Seat seat, long at) {
        Visit visit = seat.visit;
        if (visit != null) {
            visit.holding.insides().end(visit, at);
        }
        seat.state = Seat.State.GONE;
    }

    private void record(Seat seat, long entered, long left) {
        Recorder recorder = seat.recorder;
        if (recorder != null) {
            recorder.add(new Stop(Stop.Kind.GATE, name, seat.depth, seat.arrivedNanos, entered, left));
        }
    }

    private static @Nullable Seat first(Set<Seat> seats) {
        return seats.isEmpty() ? null : seats.iterator().next();
    }

    private long tick(long now) {
        last = Math.max(last, now);
        return last;
    }
}
