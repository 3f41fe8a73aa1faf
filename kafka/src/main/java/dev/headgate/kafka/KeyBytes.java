package dev.headgate.kafka;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A record's raw key as a map's key. One that has no bytes is equal to itself alone: it stands for a whole partition. */
final class KeyBytes {
    private final byte @Nullable [] bytes;
    private final int hash;

    private KeyBytes(byte @Nullable [] bytes, int hash) {
        this.bytes = bytes;
        this.hash = hash;
    }

    static KeyBytes of(byte[] bytes) {
        int hash = Arrays.hashCode(bytes);
        return new KeyBytes(bytes, hash ^ (hash >>> 16));
    }

    /** A key that equals no record's. */
    static KeyBytes whole() {
        return new KeyBytes(null, 0);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof KeyBytes that
                        && bytes != null
                        && that.bytes != null
                        && hash == that.hash
                        && Arrays.equals(bytes, that.bytes));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
