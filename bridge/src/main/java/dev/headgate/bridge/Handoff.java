package dev.headgate.bridge;

import dev.headgate.bridge.source.SourcePartition;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Between a worker's reader and its writer: chunks one way, where to read from the other. The queue itself has no bound; the buffer's gate, of which
 * each chunk has a slot, is its bound.
 */
final class Handoff {
    private final LinkedBlockingQueue<Chunk> chunks = new LinkedBlockingQueue<>();
    private volatile Order order = new Order(0, Map.of());
    private volatile boolean stopping;
    private volatile boolean readerEnded;
    private volatile @Nullable Throwable readerFailure;

    /**
     * From where to read. One of a higher epoch replaces all that was read before.
     *
     * @param from the next offset of each partition of the worker
     */
    record Order(int epoch, Map<SourcePartition, Long> from) {}

    /** Writer: read from here on. Chunks of older epochs are to be thrown away. */
    void order(Map<SourcePartition, Long> from) {
        order = new Order(order.epoch() + 1, Map.copyOf(from));
    }

    Order order() {
        return order;
    }

    /** Reader: hands over. */
    void put(Chunk chunk) {
        chunks.add(chunk);
    }

    /** Writer: the next chunk of the order that holds, waiting at most so long; null if there is none. */
    @Nullable
    Chunk take(long nanos) throws InterruptedException {
        Chunk chunk = chunks.poll(nanos, TimeUnit.NANOSECONDS);
        while (chunk != null && chunk.epoch() != order.epoch()) {
            chunk.release();
            chunk = chunks.poll();
        }
        return chunk;
    }

    /** Throws away what is there, so that whoever waits for a slot of the buffer gets one. */
    void clear() {
        for (Chunk chunk = chunks.poll(); chunk != null; chunk = chunks.poll()) {
            chunk.release();
        }
    }

    void stop() {
        stopping = true;
    }

    boolean stopping() {
        return stopping;
    }

    /** Reader: no more comes. */
    void endReader(@Nullable Throwable failure) {
        readerFailure = failure;
        readerEnded = true;
    }

    /** Whether all that the reader ever read has been taken. */
    boolean drained() {
        return readerEnded && chunks.isEmpty();
    }

    @Nullable
    Throwable readerFailure() {
        return readerFailure;
    }
}
