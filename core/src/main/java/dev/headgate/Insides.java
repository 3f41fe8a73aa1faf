package dev.headgate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What the holders of one gate do in other gates. A {@link Gate} has one; anything else that shows itself as a gate,
 * such as an intake's in-flight records, makes one and gives its holders a {@link Holding} each.
 *
 * <p>Any thread may call any method; nothing blocks beyond another caller's few instructions. One entry is kept for
 * each name of an inner gate ever entered, so memory grows with the number of names, not with time.
 *
 * <p>Time. Events carry the time read by the inner gate, just before it booked them. Two threads can book in the other
 * order than they read the clock; an event that comes late by those few ns is booked at the time of the one before it,
 * so that the books never run backwards and every reading is exact for what is booked.
 *
 * <p>Locks. {@code lock} is a leaf: it is taken with or without the lock of one gate (the inner one for events, the
 * outer one for readings and ends), and nothing is locked under it.
 */
public final class Insides {

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by lock.
    private final Map<String, Tally> tallies = new LinkedHashMap<>();
    private long last = Long.MIN_VALUE;
    private int engaged;
    private long engagedBegun;
    private long finishedEngaged;

    /** Empty books. */
    public Insides() {}

    /** A new holder, bound to no thread. It costs one object; it need not be given back. */
    public Holding holding() {
        return new Holding(this, null, 0);
    }

    /**
     * What the holders did in each inner gate up to {@code atNanos}, in the order of first use. O(inner gates).
     *
     * @param atNanos the present, by the clock of the inner gates; not later, for nothing is booked before it any more
     */
    public List<Inside> snapshot(long atNanos) {
        lock.lock();
        try {
            return read(tick(atNanos));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Time-integral, in ns up to {@code atNanos}, of the holders that were engaged with at least one inner gate; for
     * {@link GateStats#insideNanos()}. O(1).
     */
    public long insideNanos(long atNanos) {
        lock.lock();
        try {
            return engagedIntegral(tick(atNanos));
        } finally {
            lock.unlock();
        }
    }

    /** Begins a visit of {@code holding}; null when the holding has ended already. */
    @Nullable
    Visit begin(Holding holding, String gate, boolean waiting, long now) {
        lock.lock();
        try {
            if (!holding.opens()) {
                return null;
            }
            Tally tally = tallies.computeIfAbsent(gate, name -> new Tally());
            Visit visit = new Visit(holding, gate, tally);
            boolean first = holding.visits() == null;
            holding.open(visit);
            long at = tick(now);
            visit.since = at;
            visit.waiting = waiting;
            if (waiting) {
                tally.arrive(at);
            } else {
                tally.enterAtOnce(at);
            }
            if (first) {
                holding.engagedSince = at;
                engaged++;
                engagedBegun += at;
            }
            return visit;
        } finally {
            lock.unlock();
        }
    }

    /** The wait is over and the inner gate entered. */
    void entered(Visit visit, long now) {
        lock.lock();
        try {
            if (!visit.ended) {
                long at = tick(now);
                visit.tally.enter(visit.since, at);
                visit.since = at;
                visit.waiting = false;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The holding is done with the inner gate, having entered it or not. */
    void end(Visit visit, long now) {
        lock.lock();
        try {
            if (!visit.ended) {
                close(visit, tick(now));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends every open visit of a holding that ends itself. Returns the time at which it ends, at least {@code now}. */
    long endAll(Holding holding, long now) {
        lock.lock();
        try {
            long at = tick(now);
            for (Visit visit = holding.visits(); visit != null; visit = holding.visits()) {
                close(visit, at);
            }
            return at;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets {@code reading} read these books and its own in one go: no event is booked here between its reading of the
     * clock and its reading of the books.
     */
    <T> T reading(Clock clock, Reading<T> reading) {
        lock.lock();
        try {
            long at = tick(clock.nanos());
            return reading.read(at, engagedIntegral(at), read(at));
        } finally {
            lock.unlock();
        }
    }

    interface Reading<T> {
        T read(long at, long insideNanos, List<Inside> insides);
    }

    private void close(Visit visit, long at) {
        visit.ended = true;
        if (visit.waiting) {
            visit.tally.cancel(visit.since, at);
        } else {
            visit.tally.leave(visit.since, at);
        }
        Holding holding = visit.holding;
        holding.close(visit);
        if (holding.visits() == null) {
            engaged--;
            engagedBegun -= holding.engagedSince;
            finishedEngaged += at - holding.engagedSince;
        }
    }

    private long tick(long now) {
        last = Math.max(last, now);
        return last;
    }

    private long engagedIntegral(long at) {
        return finishedEngaged + engaged * at - engagedBegun;
    }

    private List<Inside> read(long at) {
        List<Inside> insides = new ArrayList<>(tallies.size());
        tallies.forEach((gate, tally) -> insides.add(new Inside(
                gate, tally.waiting, tally.holding, tally.entries, tally.waitIntegral(at), tally.holdIntegral(at))));
        return insides;
    }
}
