package dev.headgate.bridge;

import dev.headgate.bridge.source.SourcePartition;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What a writer knows of one partition: how far it is written, and what of that is committed. The writer's thread owns it, but for what the producer's
 * thread acknowledges; acknowledgements of a partition come in order, and this is the callback of all its records, so that none needs its own.
 */
final class Lot implements Callback {
    private final SourcePartition partition;
    private final Consumer<Exception> failed;
    private Position committed;
    private long next;
    private long written;
    private long lastSource;
    /** By the producer's thread; read after a flush. */
    private volatile long lastTarget;

    private long end = -1;

    Lot(SourcePartition partition, Position committed, Consumer<Exception> failed) {
        this.partition = partition;
        this.failed = failed;
        this.committed = committed;
        this.next = committed.next();
        this.lastSource = committed.lastSource();
        this.lastTarget = committed.lastTarget();
    }

    SourcePartition partition() {
        return partition;
    }

    Position committed() {
        return committed;
    }

    /** A record of this source offset was given to the producer. */
    void sent(long offset) {
        lastSource = offset;
        written++;
    }

    /** A record of this source offset is dealt with, whatever became of it. */
    void passed(long offset) {
        next = offset + 1;
    }

    /** All before this offset was written, or is not there, as the source says, which knows of holes as well. */
    void reached(long nextOffset, long endOffset) {
        next = nextOffset;
        end = endOffset;
    }

    boolean dirty() {
        return next != committed.next() || written > 0;
    }

    /** What a commit now would make of it; for after a flush. */
    Position reached(boolean targetKnown) {
        return new Position(
                committed.first(),
                committed.base(),
                next,
                committed.copied() + written,
                lastSource,
                targetKnown ? lastTarget : -1);
    }

    void commit(Position position) {
        committed = position;
        written = 0;
    }

    /** Records that are there and not committed, as of the last look; -1 before the first. */
    long lag() {
        return end < 0 ? -1 : Math.max(0, end - committed.next());
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
        if (exception != null) {
            failed.accept(exception);
        } else if (metadata != null) {
            lastTarget = metadata.offset();
        }
    }
}
