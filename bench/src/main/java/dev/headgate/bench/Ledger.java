package dev.headgate.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Ticks off every record handled: a byte per offset, set atomically, so that two handlings of one record are seen as two
 * whatever threads they ran on. Costs every arm the same: one atomic byte and one striped counter a record.
 *
 * <p>{@link #done} may be called from any thread; the sums are exact once nobody calls it any more, and within the few
 * calls under way before that.
 */
final class Ledger {
    private static final VarHandle BYTES = MethodHandles.arrayElementVarHandle(byte[].class);

    private final byte[][] handled;
    private final long total;
    private final LongAdder distinct = new LongAdder();
    private final LongAdder repeats = new LongAdder();

    /** @param endOffsets for each partition, the offset after its last record; the first is 0 and there are no gaps */
    Ledger(List<Long> endOffsets) {
        handled = new byte[endOffsets.size()][];
        long sum = 0;
        for (int p = 0; p < handled.length; p++) {
            handled[p] = new byte[Math.toIntExact(endOffsets.get(p))];
            sum += endOffsets.get(p);
        }
        total = sum;
    }

    void done(int partition, long offset) {
        byte before = (byte) BYTES.getAndBitwiseOr(handled[partition], (int) offset, (byte) 1);
        if (before == 0) {
            distinct.increment();
        } else {
            repeats.increment();
        }
    }

    /** Records handled at least once. */
    long handled() {
        return distinct.sum();
    }

    /** Handlings beyond the first of a record. */
    long repeats() {
        return repeats.sum();
    }

    /** Records in the topic. */
    long total() {
        return total;
    }

    boolean complete() {
        return handled() == total;
    }

    /** Records of one partition below {@code offset} that were never handled. O(offset). */
    long missingBelow(int partition, long offset) {
        byte[] bytes = handled[partition];
        long missing = 0;
        for (int i = 0; i < Math.min(offset, bytes.length); i++) {
            if ((byte) BYTES.getVolatile(bytes, i) == 0) {
                missing++;
            }
        }
        return missing;
    }

    /** The offset after the highest one handled of a partition; 0 if none was. */
    long top(int partition) {
        byte[] bytes = handled[partition];
        for (int i = bytes.length - 1; i >= 0; i--) {
            if ((byte) BYTES.getVolatile(bytes, i) != 0) {
                return i + 1L;
            }
        }
        return 0;
    }

    int partitions() {
        return handled.length;
    }
}
