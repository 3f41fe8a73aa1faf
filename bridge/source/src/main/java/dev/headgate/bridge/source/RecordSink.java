package dev.headgate.bridge.source;

import org.jspecify.annotations.Nullable;

/** Takes what a {@link Source} fetches, on the thread that called {@link Source#fetch}. */
public interface RecordSink {

    /** There is no timestamp: before 0.10 records had none. */
    long NO_TIMESTAMP = -1;

    /**
     * A record. The arrays are the receiver's from now on.
     *
     * @param timestamp ms since 1970, or {@link #NO_TIMESTAMP}
     * @param headers name (a String), value (a byte[] or null), name, value, ...; null if there are none
     */
    void record(
            SourcePartition partition,
            long offset,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            @Nullable Object @Nullable [] headers);

    /**
     * Where the partition stands after what was handed over.
     *
     * @param next what will be read next: past offsets that never will be read (compacted away, or not records)
     * @param end as of the last answer, see {@link OffsetRange#end}
     */
    void position(SourcePartition partition, long next, long end);

    /** Offsets that were to be read next were deleted by the source's retention: {@code from} up to, but without, {@code to}. */
    void gap(SourcePartition partition, long from, long to);

    /** Something is in the way that may pass: one line that says what and where. */
    void trouble(String what);
}
