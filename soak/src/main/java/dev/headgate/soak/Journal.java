package dev.headgate.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * What several processes did, in one order: a memory-mapped file into which all of them write.
 *
 * <p>A writer claims the next slot with an atomic addition to a counter in the file, so the slot number is a place in one order
 * over all processes: an event that another has seen the effect of has the lower number. The pages are the system's, so what was
 * written stays when the writer is killed with SIGKILL; a slot that was claimed and not written then stays empty and is skipped.
 *
 * <p>Layout: a head of 64 bytes (next slot; number of {@link Event.Kind#DONE} events), then slots of 24 bytes: kind, life,
 * partition and offset in one long, which is written last with release; {@code System.nanoTime()}, which on Linux is one clock for
 * all processes; and a number whose meaning depends on the kind.
 *
 * <p>Safe for use by any thread; an append is one or two atomic additions and allocates nothing.
 */
final class Journal {
    static final int MAX_LIVES = 1 << 12;

    private static final long HEAD_BYTES = 64;
    private static final long SLOT_BYTES = 24;
    private static final int NEXT = 0;
    private static final int DONE = 8;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer bytes;
    private final long slots;

    private Journal(ByteBuffer bytes) {
        this.bytes = bytes;
        this.slots = (bytes.capacity() - HEAD_BYTES) / SLOT_BYTES;
    }

    /** A new one for up to {@code slots} events, 80 million at most; the file takes space as it is written. */
    static Journal create(Path file, long slots) {
        return map(file, HEAD_BYTES + slots * SLOT_BYTES);
    }

    /** The one that another process has made. */
    static Journal open(Path file) {
        return map(file, file.toFile().length());
    }

    private static Journal map(Path file, long size) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Journal(channel.map(FileChannel.MapMode.READ_WRITE, 0, size));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot map the journal " + file, e);
        }
    }

    /**
     * Writes an event; its slot.
     *
     * @throws IllegalStateException if the journal is full
     */
    long append(Event.Kind kind, int life, int partition, long offset, long extra) {
        long slot = (long) LONGS.getAndAdd(bytes, NEXT, 1L);
        if (slot >= slots) {
            throw new IllegalStateException("the journal of " + slots + " events is full; make it larger");
        }
        int at = at(slot);
        LONGS.set(bytes, at + 8, System.nanoTime());
        LONGS.set(bytes, at + 16, extra);
        LONGS.setRelease(bytes, at, Event.pack(kind, life, partition, offset));
        if (kind == Event.Kind.DONE) {
            long unused = (long) LONGS.getAndAdd(bytes, DONE, 1L);
        }
        return slot;
    }

    /** How many slots have been claimed. */
    long size() {
        return Math.min(slots, (long) LONGS.getVolatile(bytes, NEXT));
    }

    /** How many records were done, repeats counted. */
    long done() {
        return (long) LONGS.getVolatile(bytes, DONE);
    }

    /** Shows the events in the slots {@code from} to {@code to}, that one excluded, in their order. */
    void replay(long from, long to, Consumer<Event> reader) {
        for (long slot = from; slot < to; slot++) {
            int at = at(slot);
            long packed = (long) LONGS.getAcquire(bytes, at);
            if (packed != 0) {
                reader.accept(
                        Event.unpack(packed, slot, (long) LONGS.get(bytes, at + 8), (long) LONGS.get(bytes, at + 16)));
            }
        }
    }

    void replay(Consumer<Event> reader) {
        replay(0, size(), reader);
    }

    private static int at(long slot) {
        return Math.toIntExact(HEAD_BYTES + slot * SLOT_BYTES);
    }
}
