package dev.headgate.bridge;

import dev.headgate.Gate;
import dev.headgate.Pass;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourcePartition;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A worker's thread that reads: owns the source's client. It takes a slot of the buffer before it fetches, so nothing is read that there is no room for.
 */
final class Reader implements Runnable {
    private static final Duration LONG_POLL = Duration.ofMillis(250);
    private static final Duration SLOT_LOOK = Duration.ofMillis(100);

    private final Supplier<Source> opener;
    private final Handoff handoff;
    private final Throttle throttle;
    private final Gate buffer;
    private final Gate read;
    private final long chunkBytes;
    private final Map<SourcePartition, Long> behind = new HashMap<>();
    private volatile @Nullable Source source;
    private int epoch;
    private Set<SourcePartition> partitions = Set.of();

    /**
     * @param opener connects to the source; called on the reader's thread
     * @param buffer slots for chunks
     * @param read one slot: in use while there is something to read
     * @param chunkBytes about how much to fetch at once
     */
    Reader(Supplier<Source> opener, Handoff handoff, Throttle throttle, Gate buffer, Gate read, long chunkBytes) {
        this.opener = opener;
        this.handoff = handoff;
        this.throttle = throttle;
        this.buffer = buffer;
        this.read = read;
        this.chunkBytes = chunkBytes;
    }

    @Override
    public void run() {
        Throwable failure = null;
        try (Source opened = opener.get()) {
            source = opened;
            while (!handoff.stopping()) {
                turn(opened);
            }
        } catch (InterruptedException e) {
            // The worker has ended.
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            source = null;
            handoff.endReader(failure);
        }
    }

    /** Looks at what there is to do, wherever it waits. Any thread. */
    void wakeup() {
        Source reading = source;
        if (reading != null) {
            reading.wakeup();
        }
    }

    private void turn(Source from) throws InterruptedException {
        follow(from);
        if (partitions.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(20);
            return;
        }
        long wait = throttle.waitNanos();
        if (wait > 0) {
            TimeUnit.NANOSECONDS.sleep(Math.min(wait, LONG_POLL.toNanos()));
            return;
        }
        Pass slot = buffer.enter(SLOT_LOOK);
        if (slot == null) {
            return;
        }
        Chunk chunk = new Chunk(epoch, slot);
        try {
            fetch(from, chunk);
        } catch (RuntimeException | InterruptedException e) {
            chunk.release();
            throw e;
        }
        if (chunk.size() == 0
                && chunk.marks().isEmpty()
                && chunk.gaps().isEmpty()
                && chunk.troubles().isEmpty()) {
            chunk.release();
            return;
        }
        throttle.take(chunk.bytes());
        chunk.marks().forEach(mark -> behind.put(mark.partition(), mark.end() - mark.next()));
        handoff.put(chunk);
    }

    /** Only where records wait to be read is reading work; waiting for new ones is not. */
    private void fetch(Source from, Chunk into) throws InterruptedException {
        if (behind.values().stream().anyMatch(records -> records > 0)) {
            try (Pass pass = read.enter()) {
                from.fetch(partitions, chunkBytes, LONG_POLL, into);
            }
        } else {
            from.fetch(partitions, chunkBytes, LONG_POLL, into);
        }
    }

    private void follow(Source from) {
        Handoff.Order order = handoff.order();
        if (order.epoch() == epoch) {
            return;
        }
        epoch = order.epoch();
        Set<SourcePartition> left = new HashSet<>(partitions);
        left.removeAll(order.from().keySet());
        left.forEach(from::leave);
        order.from().forEach(from::seek);
        partitions = order.from().keySet();
        behind.clear();
        partitions.forEach(partition -> behind.put(partition, 1L));
    }
}
