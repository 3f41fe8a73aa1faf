package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.SourcePartition;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A partition from one {@link Fetcher#seek} to the next: made anew by each, so that answers to earlier questions find nobody. Of the owner. */
final class Reading {

    /** What may be asked for at once. */
    static final int MOST_BYTES = 1 << 30;
    /** Nor more than this, unless a record needs it: an answer in several parts lets each be handed over while the next comes. */
    static final int MOST_SHARE_BYTES = 1 << 20;

    final SourcePartition partition;
    final Backoff backoff = new Backoff();
    /** Answers that are not, or not wholly, handed over. */
    final ArrayDeque<Block> held = new ArrayDeque<>();
    /** The sink has all below. */
    long next;
    /** What is asked next: all below is held or handed over. */
    long from;
    /** As of the last answer; -1 before the first. */
    long end = -1;
    /** Bytes to ask for, where the budget allows it. */
    int size;
    /** Bytes to ask for whatever the budget, so that the next record fits. */
    int need;
    /** Its leader; null if it has none that is known. */
    @Nullable
    Link link;
    /** What its leader is being asked for it. */
    @Nullable
    Question asked;
    /** Not to be asked for before: ns. */
    long notBefore;
    /** The broker refused the offset: ask which there are. */
    boolean outOfRange;
    /** How often in a row the broker had less than was read already, or nothing where there must be something. */
    int odd;
    /** There is something to say of it: it is in the fetcher's list. */
    boolean listed;
    /** The last call of fetch that wanted it. */
    long wanted;

    Reading(SourcePartition partition, long offset, int size, long now) {
        this.partition = partition;
        this.next = offset;
        this.from = offset;
        this.size = size;
        this.notBefore = now;
    }

    /** Whether there may be more than what is held: not known to be at the end. */
    boolean isBehind() {
        return end < 0 || from < end;
    }

    /** Forgets what is held; returns how many bytes that was. */
    long drop() {
        long bytes = 0;
        for (Block block : held) {
            bytes += block.size;
        }
        held.clear();
        from = next;
        asked = null;
        return bytes;
    }

    /** The next message does not fit in what was asked for. */
    void tooLarge(int asked, long needed) {
        need = (int) Math.min(MOST_BYTES, Math.max(needed, 2L * asked));
    }

    /**
     * The answer had whole messages. One that was full lets the next be larger: a partition costs the broker a search in its log, however
     * much it then sends. One that was not lets it be smaller again, so that those with little to send come together.
     */
    void answered(int asked, Block block, int start) {
        need = 0;
        if (block.size + (long) block.largest >= asked) {
            size = Math.max(size, Math.min(MOST_SHARE_BYTES, 2 * asked));
        } else if (block.size < asked / 2) {
            size = Math.max(start, size / 2);
        }
        size = Math.max(size, Math.min(MOST_SHARE_BYTES, block.largest));
    }
}
