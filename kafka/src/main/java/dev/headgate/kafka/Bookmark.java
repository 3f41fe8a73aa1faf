package dev.headgate.kafka;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What was completed above a committed frontier: the commit's metadata, read and written.
 *
 * <p>The text is {@code hg1} (format and version), a letter for the form, and base64url without padding. Form {@code b}: one
 * bit for each offset from the frontier on, least significant first, up to the last completed one. Form {@code r}: run
 * lengths as LEB128 varints, open and completed in turn, beginning with the open run at the frontier. The shorter form is
 * written. Text of any other kind is not ours; see {@link #read}.
 *
 * <p>The size is known before a record is started ({@link Limits}): a lane with {@code span} offsets between frontier and
 * reach, {@code open} of them not completed, has a form that fits if {@code span <= bits} (form b) or {@code open <= runs}
 * (form r). Both only get smaller as records complete and the frontier moves, so what fitted when the last record was
 * started fits at every commit after it.
 */
final class Bookmark {
    private static final String BITS = "hg1b";
    private static final String RUNS = "hg1r";
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final long frontier;
    private final BitSet completed;

    private Bookmark(long frontier, BitSet completed) {
        this.frontier = frontier;
        this.completed = completed;
    }

    /**
     * How much fits into a commit's metadata.
     *
     * @param bits the longest span of offsets that form b takes
     * @param runs the most open offsets for which form r fits, whatever their places within {@link Window#MAX}
     */
    record Limits(int bits, int runs) {
        static Limits of(int metadataBytes) {
            int payload = Math.max(0, (metadataBytes - BITS.length()) * 3 / 4);
            // An open run of n costs at most n bytes, the completed run behind it 2 bytes, or 3 from 2^14 offsets on,
            // of
            // which the longest span has room for MAX >> 14.
            return new Limits(payload * 8, Math.max(0, (payload - (Window.MAX >> 14) - 1) / 3));
        }

        boolean allow(long span, int open) {
            return span <= bits || open <= runs;
        }
    }

    /**
     * As {@link #write(BitSet)}, but never longer than allowed: of a set that was admitted under larger limits (the configuration changed
     * since) the upper part is left out, which is handled again if it comes to that.
     */
    static String write(BitSet completed, Limits limits) {
        if (completed.length() > limits.bits()) {
            byte[] runs = runs(completed, limits.bits() / 8 + 1);
            if (runs == null) {
                return write(completed.get(0, limits.bits()));
            }
        }
        return write(completed);
    }

    /** What is completed, bit 0 standing for the frontier, as a commit's metadata; empty if nothing is. */
    static String write(BitSet completed) {
        if (completed.isEmpty()) {
            return "";
        }
        byte[] bits = completed.toByteArray();
        byte[] runs = runs(completed, bits.length);
        return runs != null ? RUNS + ENCODER.encodeToString(runs) : BITS + ENCODER.encodeToString(bits);
    }

    /**
     * Reads a commit's metadata.
     *
     * @return null if the text is not one that {@link #write} makes: whatever it says is not known to be true of completed
     *     records, so it is safe only to begin at the frontier
     */
    static @Nullable Bookmark read(long frontier, @Nullable String metadata) {
        if (metadata == null || metadata.isEmpty()) {
            return new Bookmark(frontier, new BitSet());
        }
        try {
            if (metadata.startsWith(BITS)) {
                byte[] bytes = Base64.getUrlDecoder().decode(metadata.substring(BITS.length()));
                return new Bookmark(frontier, BitSet.valueOf(bytes));
            }
            if (metadata.startsWith(RUNS)) {
                return new Bookmark(
                        frontier, fromRuns(Base64.getUrlDecoder().decode(metadata.substring(RUNS.length()))));
            }
            return null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    long frontier() {
        return frontier;
    }

    /** One past the last completed offset. */
    long end() {
        return frontier + completed.length();
    }

    int count() {
        return completed.cardinality();
    }

    boolean isCompleted(long offset) {
        long at = offset - frontier;
        return at >= 0 && at < completed.length() && completed.get((int) at);
    }

    /** Adds what is completed from {@code from} on to a set whose bit 0 stands for {@code base}, which must not be above {@code from}. */
    void addTo(BitSet set, long base, long from) {
        if (from >= end()) {
            return;
        }
        int at = completed.nextSetBit((int) Math.max(0, from - frontier));
        for (; at >= 0; at = completed.nextSetBit(at + 1)) {
            set.set((int) (frontier + at - base));
        }
    }

    /** Form r; null as soon as it is not shorter than {@code limit} bytes. */
    private static byte @Nullable [] runs(BitSet completed, int limit) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(64);
        int at = 0;
        while (true) {
            int begin = completed.nextSetBit(at);
            if (begin < 0) {
                return out.toByteArray();
            }
            int end = completed.nextClearBit(begin);
            varint(out, begin - at);
            varint(out, end - begin);
            if (out.size() >= limit) {
                return null;
            }
            at = end;
        }
    }

    private static void varint(ByteArrayOutputStream out, int value) {
        int rest = value;
        while (rest > 0x7f) {
            out.write(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }

    private static BitSet fromRuns(byte[] bytes) {
        BitSet set = new BitSet();
        long at = 0;
        boolean completed = false;
        for (int i = 0; i < bytes.length; ) {
            long run = 0;
            int shift = 0;
            while (true) {
                if (i == bytes.length || shift > 21) {
                    throw new IllegalArgumentException("a run length is cut off or too long");
                }
                byte b = bytes[i++];
                run |= (long) (b & 0x7f) << shift;
                shift += 7;
                if (b >= 0) {
                    break;
                }
            }
            if (at + run > 2L * Window.MAX) {
                throw new IllegalArgumentException("runs go beyond the longest window");
            }
            if (completed) {
                set.set((int) at, (int) (at + run));
            }
            at += run;
            completed = !completed;
        }
        return set;
    }
}
