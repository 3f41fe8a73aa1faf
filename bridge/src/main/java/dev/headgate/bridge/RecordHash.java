package dev.headgate.bridge;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A record's content in 64 bits, for telling records apart that are meant to be equal. Not thread-safe. */
final class RecordHash {
    private static final long ODD = 0x9E3779B97F4A7C15L;

    private final CRC32C crc = new CRC32C();

    /**
     * Of key, value and headers, and of the timestamp where both sides have one.
     *
     * @param timestamp left out if it is negative
     */
    long of(byte @Nullable [] key, byte @Nullable [] value, long timestamp, @Nullable Object @Nullable [] headers) {
        long hash = mix(part(key), part(value));
        if (timestamp >= 0) {
            hash = mix(hash, timestamp);
        }
        if (headers != null) {
            for (int i = 0; i < headers.length; i += 2) {
                hash = mix(hash, part(String.valueOf(headers[i]).getBytes(StandardCharsets.UTF_8)));
                hash = mix(hash, part((byte[]) headers[i + 1]));
            }
        }
        return hash;
    }

    private long part(byte @Nullable [] bytes) {
        if (bytes == null) {
            return -1;
        }
        crc.reset();
        crc.update(bytes, 0, bytes.length);
        return (long) bytes.length << 32 | crc.getValue();
    }

    /** One more of a sequence; the order counts. The finaliser is that of SplitMix64 (Steele, Lea, Flood 2014). */
    static long mix(long sofar, long next) {
        long z = sofar * 31 + next + ODD;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
