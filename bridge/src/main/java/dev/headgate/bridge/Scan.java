package dev.headgate.bridge;

import dev.headgate.bridge.source.SourcePartition;
import org.jspecify.annotations.Nullable;

/** Reads one partition of one side again, after it was copied. One thread. */
interface Scan extends AutoCloseable {

    /** Takes what a scan finds. */
    interface Visitor {
        /**
         * A record; in the order of offsets.
         *
         * @param timestamp ms since 1970, -1 if it has none
         * @param headers name, value, name, value, ...; null if there are none
         */
        void record(
                long offset,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                @Nullable Object @Nullable [] headers);
    }

    /**
     * All committed records from offset {@code from} up to, but without, {@code to}; blocks.
     *
     * @throws BridgeException if nothing comes for a long time
     */
    void records(SourcePartition partition, long from, long to, Visitor visitor);

    /** The lowest offset that is there, and where the partition ends. */
    dev.headgate.bridge.source.OffsetRange range(SourcePartition partition);

    @Override
    void close();
}
