package dev.headgate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Semaphore} that shows itself as a gate, exactly: put it where code that cannot use a {@link Gate} wants a semaphore.
 *
 * <p>A slot is a permit: whoever acquires three takes three slots and, while it waits, is three waiters. Counts and the integrals of "in use"
 * and "waiting" are exact. A semaphore does not say whose permit comes back: a release is booked on the releasing thread's latest
 * permit, else on the oldest, so the times of single holds are right where a thread gives back what it took or permits are given back in the
 * order in which they were taken; their sum over a while in which all came back is right in any case.
 *
 * <p>Safe for use by any thread. A permit costs three objects and a short lock more than a bare one. Permits released beyond those held, and
 * {@link #reducePermits}, change the capacity.
 */
public final class ObservedSemaphore extends Semaphore implements GateView {

    private static final long serialVersionUID = 1;

    private final transient Books books;
    private final transient Map<Thread, Deque<Seat>> taken = new HashMap<>(); // guarded by itself
    private final transient AtomicInteger capacity;

    /** Not fair, with the machine's clock. */
    public ObservedSemaphore(String name, int permits) {
        this(name, permits, false, Clock.system());
    }

    /**
     * @param permits slots, at least 1
     * @param fair as in {@link Semaphore}
     * @throws IllegalArgumentException when {@code name} is blank or {@code permits} is below 1
     */
    public ObservedSemaphore(String name, int permits, boolean fair, Clock clock) {
        super(permits, fair);
        GateBuilder.checkCapacity(name, permits);
        this.books = new Books(name, Objects.requireNonNull(clock, "clock"));
        this.capacity = new AtomicInteger(permits);
    }

    @Override
    public String name() {
        return books.name();
    }

    /** One consistent read. O(inner gates). */
    @Override
    public GateStats stats() {
        return books.stats(Math.max(1, capacity.get()));
    }

    @Override
    public void acquire() throws InterruptedException {
        acquire(1);
    }

    @Override
    public void acquire(int permits) throws InterruptedException {
        List<Seat> seats = arrive(permits);
        boolean entered = false;
        try {
            super.acquire(permits);
            entered = true;
        } finally {
            settle(seats, entered);
        }
    }

    @Override
    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    @Override
    public void acquireUninterruptibly(int permits) {
        List<Seat> seats = arrive(permits);
        super.acquireUninterruptibly(permits);
        settle(seats, true);
    }

    @Override
    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    /** A failed try leaves no trace: it does not wait. */
    @Override
    public boolean tryAcquire(int permits) {
        if (!super.tryAcquire(permits)) {
            return false;
        }
        settle(arrive(permits), true);
        return true;
    }

    @Override
    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    @Override
    public boolean tryAcquire(int permits, long timeout, TimeUnit unit) throws InterruptedException {
        List<Seat> seats = arrive(permits);
        boolean entered = false;
        try {
            entered = super.tryAcquire(permits, timeout, unit);
            return entered;
        } finally {
            settle(seats, entered);
        }
    }

    @Override
    public void release() {
        release(1);
    }

    @Override
    public void release(int permits) {
        if (permits < 0) {
            throw new IllegalArgumentException("Semaphore '" + name() + "' cannot give back " + permits + " permits");
        }
        for (int i = 0; i < permits; i++) {
            Seat seat = leaving();
            // Another thread may have booked its release on this seat before the taker had noted it as its own.
            while (seat != null && !books.leave(seat)) {
                seat = leaving();
            }
            if (seat == null) {
                capacity.incrementAndGet();
            }
        }
        super.release(permits);
    }

    @Override
    public int drainPermits() {
        int drained = super.drainPermits();
        if (drained > 0) {
            settle(arrive(drained), true);
        }
        return drained;
    }

    @Override
    protected void reducePermits(int reduction) {
        super.reducePermits(reduction);
        capacity.addAndGet(-reduction);
    }

    private List<Seat> arrive(int permits) {
        List<Seat> seats = new ArrayList<>(Math.max(0, permits));
        for (int i = 0; i < permits; i++) {
            Seat seat = books.seat();
            books.arrive(seat);
            seats.add(seat);
        }
        return seats;
    }

    private void settle(List<Seat> seats, boolean entered) {
        for (Seat seat : seats) {
            if (entered) {
                books.enter(seat);
                seat.holding.bind();
            } else {
                books.cancel(seat);
            }
        }
        if (entered && !seats.isEmpty()) {
            synchronized (taken) {
                taken.computeIfAbsent(Thread.currentThread(), thread -> new ArrayDeque<>())
                        .addAll(seats);
            }
        }
    }

    /** The seat on which a release by the calling thread is booked; null when none is held. */
    private @Nullable Seat leaving() {
        synchronized (taken) {
            Thread me = Thread.currentThread();
            Deque<Seat> mine = taken.get(me);
            if (mine != null) {
                Seat seat = mine.removeLast();
                if (mine.isEmpty()) {
                    taken.remove(me);
                }
                return seat;
            }
            Seat oldest = books.oldestHolder();
            if (oldest != null) {
                taken.values().forEach(seats -> seats.remove(oldest));
                taken.values().removeIf(Deque::isEmpty);
            }
            return oldest;
        }
    }
}
