package dev.headgate.bridge;

import dev.headgate.Pass;
import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.SourcePartition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one fetch brought: records in columns, and where partitions stand after it. Filled by the reader, then the writer's alone. */
final class Chunk implements RecordSink {
    /** Beside key and value: what the arrays' own heads and the columns take of the heap. */
    private static final int BESIDE = 64;

    private final int epoch;
    private final @Nullable Pass pass;
    private int size;
    private long bytes;
    private SourcePartition[] partitions = new SourcePartition[1024];
    private long[] offsets = new long[1024];
    private long[] timestamps = new long[1024];
    private byte[] @Nullable [] keys = new byte[1024][];
    private byte[] @Nullable [] values = new byte[1024][];
    private @Nullable Object[] @Nullable [] headers = new Object[1024][];
    private final List<Mark> marks = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();

    /** Where a partition stands when the records of this chunk are written. */
    record Mark(SourcePartition partition, long next, long end) {}

    /** Offsets that retention took before they were read. */
    record Gap(SourcePartition partition, long from, long to) {}

    /**
     * @param epoch of the reader, so that what was read before a restart is known
     * @param pass the slot of the buffer that it takes
     */
    Chunk(int epoch, @Nullable Pass pass) {
        this.epoch = epoch;
        this.pass = pass;
    }

    @Override
    public void record(
            SourcePartition partition,
            long offset,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            @Nullable Object @Nullable [] flatHeaders) {
        if (size == offsets.length) {
            grow();
        }
        partitions[size] = partition;
        offsets[size] = offset;
        timestamps[size] = timestamp;
        keys[size] = key;
        values[size] = value;
        headers[size] = flatHeaders;
        bytes += BESIDE + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        size++;
    }

    private void grow() {
        int length = 2 * offsets.length;
        partitions = Arrays.copyOf(partitions, length);
        offsets = Arrays.copyOf(offsets, length);
        timestamps = Arrays.copyOf(timestamps, length);
        keys = Arrays.copyOf(keys, length);
        values = Arrays.copyOf(values, length);
        headers = Arrays.copyOf(headers, length);
    }

    @Override
    public void position(SourcePartition partition, long next, long end) {
        marks.add(new Mark(partition, next, end));
    }

    @Override
    public void gap(SourcePartition partition, long from, long to) {
        gaps.add(new Gap(partition, from, to));
    }

    @Override
    public void trouble(String what) {
        troubles.add(what);
    }

    int epoch() {
        return epoch;
    }

    int size() {
        return size;
    }

    /** Bytes of keys and values, and about what holding them takes. */
    long bytes() {
        return bytes;
    }

    SourcePartition partition(int i) {
        return partitions[i];
    }

    long offset(int i) {
        return offsets[i];
    }

    long timestamp(int i) {
        return timestamps[i];
    }

    byte @Nullable [] key(int i) {
        return keys[i];
    }

    byte @Nullable [] value(int i) {
        return values[i];
    }

    @Nullable
    Object @Nullable [] headers(int i) {
        return headers[i];
    }

    List<Mark> marks() {
        return marks;
    }

    List<Gap> gaps() {
        return gaps;
    }

    List<String> troubles() {
        return troubles;
    }

    /** Nothing more of it is needed: gives the slot back. */
    void release() {
        if (pass != null) {
            pass.close();
        }
    }
}
