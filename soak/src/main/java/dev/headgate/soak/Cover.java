package dev.headgate.soak;

import java.util.Base64;
import java.util.BitSet;

/**
 * What a commit says is completed: everything below its frontier, and what its metadata adds.
 *
 * <p>Reads the metadata by itself, from the format's description and not with the engine's code, so that an error in the engine's
 * reading and writing cannot hide itself: {@code hg1b}, then base64url of one bit an offset from the frontier on, least significant
 * first; or {@code hg1r}, then base64url of LEB128 run lengths, open and completed in turn.
 */
final class Cover {
    static final Cover NOTHING = new Cover(0, new BitSet(), -1);

    private final long frontier;
    private final BitSet above;
    private final long mark;

    private Cover(long frontier, BitSet above, long mark) {
        this.frontier = frontier;
        this.above = above;
        this.mark = mark;
    }

    /** @throws IllegalArgumentException if the metadata is of no known form */
    static Cover of(CommitLog.Entry commit) {
        return new Cover(commit.frontier(), decode(commit.metadata()), commit.mark());
    }

    long frontier() {
        return frontier;
    }

    /** A slot of the journal; see {@link CommitLog.Entry}. */
    long mark() {
        return mark;
    }

    boolean has(long offset) {
        return offset < frontier || above.get((int) (offset - frontier));
    }

    /** One past the highest offset that is completed. */
    long end() {
        return frontier + above.length();
    }

    private static BitSet decode(String metadata) {
        if (metadata.isEmpty()) {
            return new BitSet();
        }
        byte[] bytes = Base64.getUrlDecoder().decode(metadata.substring(Math.min(4, metadata.length())));
        if (metadata.startsWith("hg1b")) {
            return BitSet.valueOf(bytes);
        }
        if (!metadata.startsWith("hg1r")) {
            throw new IllegalArgumentException("a commit with metadata of an unknown form: " + metadata);
        }
        BitSet completed = new BitSet();
        int at = 0;
        int run = 0;
        int shift = 0;
        boolean done = false;
        for (byte b : bytes) {
            run |= (b & 0x7f) << shift;
            shift += 7;
            if (b < 0) {
                continue;
            }
            completed.set(at, at + run, done);
            at += run;
            run = 0;
            shift = 0;
            done = !done;
        }
        return completed;
    }
}
