package dev.headgate.kafka;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The line in front of the in-flight gate: a bounded first-in-first-out ring into which the owner alone puts, and from which
 * any worker takes.
 *
 * <p>A taker reads the entry at the head and then claims it by moving the head with compare-and-set; the owner writes a slot
 * again only after the head has passed it, so a taker that read a slot anew fails its compare-and-set. Slots are written
 * plainly and published by a release write of {@code tail}. The owner clears taken slots ({@link #sweep}), so that the ring
 * does not keep finished records from being collected.
 */
final class ReadyQueue {
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Entry[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(ReadyQueue.class, "head", long.class);
            TAIL = lookup.findVarHandle(ReadyQueue.class, "tail", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final @Nullable Entry[] slots;
    private final int mask;
    private volatile long head;
    private volatile long tail;
    private long swept;

    /** Room for {@code capacity} entries, a power of two. */
    ReadyQueue(int capacity) {
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity must be a power of two, but is " + capacity);
        }
        slots = new Entry[capacity];
        mask = capacity - 1;
    }

    /** The owner: puts an entry at the end; false if the ring is full. */
    boolean offer(Entry entry) {
        long t = tail;
        if (t - swept > mask) {
            sweep();
            if (t - swept > mask) {
                return false;
            }
        }
        SLOT.setRelease(slots, (int) t & mask, entry);
        TAIL.setVolatile(this, t + 1);
        return true;
    }

    /** Any thread: takes the first entry; null if there is none. */
    @Nullable
    Entry poll() {
        while (true) {
            long h = head;
            if (h >= tail) {
                return null;
            }
            Entry entry = (Entry) SLOT.getAcquire(slots, (int) h & mask);
            if (HEAD.compareAndSet(this, h, h + 1)) {
                return entry;
            }
        }
    }

    /** How many entries are in line, as seen at some moment during the call. */
    int size() {
        long h = head;
        return (int) Math.max(0, tail - h);
    }

    boolean isEmpty() {
        return head >= tail;
    }

    /** The owner: lets go of what was taken. */
    void sweep() {
        long h = head;
        for (; swept < h; swept++) {
            SLOT.setOpaque(slots, (int) swept & mask, null);
        }
    }
}
