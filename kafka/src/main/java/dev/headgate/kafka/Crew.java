package dev.headgate.kafka;

import dev.headgate.Clock;
import dev.headgate.Holding;
import dev.headgate.Insides;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The virtual threads that handle records, as many as the in-flight gate has slots. A worker has one slot, takes the next
 * entry from the line when it is through with one, and ends when the line is empty; so under load no thread is started per
 * record, and at rest none exists.
 *
 * <p>Workers start each other, one at a time: whoever finds more in line than it takes itself starts the next, unless one
 * that was started has not begun yet. Where handlers do not block, the few carriers are soon busy with few workers; where they
 * block, each worker that begins starts another, until slots or entries run out.
 *
 * <p>Shared fields: {@code slots} (taken ones; compare-and-set) and {@code starting} (whether a started worker has yet to
 * begin; compare-and-set). No entry is forgotten: the owner puts an entry in line before it reads {@code starting}, and a worker
 * clears {@code starting} before it looks at the line, so either the owner starts a worker or the worker sees the entry; and a
 * worker that found the line empty looks once more after it has given its slot back.
 *
 * <p>Where records are ordered, a worker goes on with the next record of the chain by itself ({@link Ended#GOES_ON}), so that
 * a key's records do not each wait for the owner to hear of the one before.
 */
final class Crew {
    /** Handles one entry. */
    interface Station {
        /** Runs on a worker. */
        Ended handle(Entry entry, Holding holding);
    }

    /** How a worker's part in an entry ended. */
    enum Ended {
        /** Something else will finish the entry, which then owns the slot and gives it back with {@link Crew#finishedElsewhere}. */
        ELSEWHERE,
        /** The entry is finished. */
        FINISHED,
        /** The entry is finished, and the worker goes on with {@link Entry#next}. */
        GOES_ON
    }

    private static final Logger log = LoggerFactory.getLogger(Crew.class);

    /** After so many entries a worker lets other virtual threads have the carrier. */
    private static final int TURN = 16;
    /**
     * After so many it parks for a moment. Yielding workers go to their carrier's own queue, which comes before what other threads
     * submit: two of them on a carrier would keep everybody else's virtual threads, and timers, waiting for ever.
     */
    private static final int ROUND = 512;

    private static final VarHandle SLOTS;
    private static final VarHandle STARTING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SLOTS = lookup.findVarHandle(Crew.class, "slots", int.class);
            STARTING = lookup.findVarHandle(Crew.class, "starting", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Clock clock;
    private final ReadyQueue line;
    private final Mailbox mailbox;
    private final Station station;
    private final Insides insides;
    private final Starter starter;
    private volatile int capacity;
    private volatile int low;
    private volatile int slots;
    private volatile boolean starting;

    /** Starts a thread. */
    interface Starter {
        void start(Runnable worker);
    }

    Crew(
            int capacity,
            Clock clock,
            ReadyQueue line,
            Mailbox mailbox,
            Station station,
            Insides insides,
            Starter starter) {
        this.capacity = capacity;
        this.clock = clock;
        this.line = line;
        this.mailbox = mailbox;
        this.station = station;
        this.insides = insides;
        this.starter = starter;
    }

    int capacity() {
        return capacity;
    }

    /** Any thread; takes effect at once when growing, and as records finish when shrinking. */
    void resize(int slots) {
        capacity = slots;
        startOneMore();
    }

    /** The owner: below how many entries in line it wants to be told. */
    void tellBelow(int entries) {
        low = entries;
    }

    /** The owner, after it has put entries in line. */
    void startOneMore() {
        // Round again: whoever gave a slot back while starting was set here has left the entry to this thread.
        while (!line.isEmpty() && !starting && slots < capacity) {
            if (!STARTING.compareAndSet(this, false, true)) {
                return;
            }
            if (takeSlot()) {
                start();
                return;
            }
            starting = false;
        }
    }

    private void start() {
        try {
            starter.start(this::work);
        } catch (Throwable e) {
            // Out of memory, most likely. The caller may be a worker with an entry in hand; the owner tries again in
            // its next turn.
            SLOTS.getAndAdd(this, -1);
            starting = false;
            log.error("a worker could not be started", e);
        }
    }

    /**
     * A worker: whether it may go on with the next record of a chain. Not when others wait for its slot, which came before that one; nor
     * when the gate was made smaller.
     */
    boolean mayGoOn() {
        int taken = slots;
        int all = capacity;
        return taken < all || (taken == all && line.isEmpty());
    }

    /** Any thread: an entry that a worker did not finish is finished now. */
    void finishedElsewhere() {
        giveSlotBack();
    }

    private void work() {
        Holding holding = insides.holding();
        Holding before = holding.bind();
        boolean hasSlot = true;
        try {
            starting = false;
            int handled = 0;
            Entry next = null;
            while (hasSlot && (next != null || slots <= capacity)) {
                Entry entry = next == null ? fromLine() : next;
                if (entry == null) {
                    break;
                }
                Ended ended = station.handle(entry, holding);
                next = ended == Ended.GOES_ON ? entry.next() : null;
                boolean finished = ended != Ended.ELSEWHERE;
                if (!finished || holding.engaged()) {
                    // The holding stays with the entry that is under way, or that left a pass open.
                    holding.unbind(before);
                    if (finished) {
                        holding.end(clock.nanos());
                    }
                    holding = insides.holding();
                    before = holding.bind();
                }
                hasSlot = finished || takeSlot();
                if (++handled % ROUND == 0) {
                    LockSupport.parkNanos(1);
                } else if (handled % TURN == 0) {
                    Thread.yield();
                }
            }
        } finally {
            holding.unbind(before);
            if (hasSlot) {
                giveSlotBack();
            }
        }
    }

    private @Nullable Entry fromLine() {
        Entry entry = line.poll();
        if (entry != null) {
            if (line.size() <= low) {
                mailbox.runningLow();
            }
            startOneMore();
        }
        return entry;
    }

    private boolean takeSlot() {
        int taken;
        do {
            taken = slots;
            if (taken >= capacity) {
                return false;
            }
        } while (!SLOTS.compareAndSet(this, taken, taken + 1));
        return true;
    }

    private void giveSlotBack() {
        SLOTS.getAndAdd(this, -1);
        startOneMore();
    }
}
