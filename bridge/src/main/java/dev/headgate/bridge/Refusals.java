package dev.headgate.bridge;

import dev.headgate.bridge.source.SourcePartition;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Records that the target has refused, and why; kept until they are behind. The writing thread's, but for {@link #add}, which is the producer's.
 *
 * <p>A batch is refused as a whole, so who is at fault is known only where each record goes in a batch of its own, with a callback of its own: that is
 * care, which lasts until all that was refused is behind.
 */
final class Refusals {
    private final Map<SourcePartition, Map<Long, String>> reasons = new ConcurrentHashMap<>();
    private boolean careful;

    boolean careful() {
        return careful;
    }

    /** Next time it is to be known which record it was. */
    void takeCare() {
        careful = true;
    }

    void add(SourcePartition partition, long offset, String reason) {
        reasons.computeIfAbsent(partition, at -> new ConcurrentHashMap<>()).put(offset, reason);
    }

    /** Why this one was refused; null if it was not. Next to nothing where none was. */
    @Nullable
    String reason(Chunk chunk, int i) {
        return reasons.isEmpty()
                ? null
                : reasons.getOrDefault(chunk.partition(i), Map.of()).get(chunk.offset(i));
    }

    /** Forgets what is behind; care ends with the last of it. */
    void forget(ToLongFunction<SourcePartition> committed) {
        reasons.forEach(
                (partition, offsets) -> offsets.keySet().removeIf(offset -> offset < committed.applyAsLong(partition)));
        reasons.values().removeIf(Map::isEmpty);
        careful = careful && !reasons.isEmpty();
    }
}
