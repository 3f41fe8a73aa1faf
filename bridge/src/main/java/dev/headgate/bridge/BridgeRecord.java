package dev.headgate.bridge;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record on its way.
 *
 * @param topic of the source, and of the target unless a {@link Transform} says otherwise
 * @param partition of the source
 * @param offset on the source
 * @param timestamp ms since 1970, -1 if it has none
 * @param key null if it has none
 * @param value null for a tombstone
 */
public record BridgeRecord(
        String topic,
        int partition,
        long offset,
        long timestamp,
        byte @Nullable [] key,
        byte @Nullable [] value,
        Headers headers) {}
