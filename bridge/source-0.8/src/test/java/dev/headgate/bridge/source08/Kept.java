package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.SourcePartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sink that keeps all it is given. */
final class Kept implements RecordSink {

    record Row(
            SourcePartition partition, long offset, long timestamp, byte @Nullable [] key, byte @Nullable [] value) {}

    record Gap(SourcePartition partition, long from, long to) {}

    record At(long next, long end) {}

    final List<Row> rows = new ArrayList<>();
    final List<Gap> gaps = new ArrayList<>();
    final List<String> troubles = new ArrayList<>();
    final Map<SourcePartition, At> positions = new HashMap<>();

    @Override
    public void record(
            SourcePartition partition,
            long offset,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            @Nullable Object @Nullable [] headers) {
        if (headers != null) {
            throw new AssertionError("Formats 0 and 1 have no headers");
        }
        rows.add(new Row(partition, offset, timestamp, key, value));
    }

    @Override
    public void position(SourcePartition partition, long next, long end) {
        positions.put(partition, new At(next, end));
    }

    @Override
    public void gap(SourcePartition partition, long from, long to) {
        gaps.add(new Gap(partition, from, to));
    }

    @Override
    public void trouble(String what) {
        troubles.add(what);
    }
}
