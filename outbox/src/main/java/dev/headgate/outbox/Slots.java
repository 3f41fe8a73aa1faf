package dev.headgate.outbox;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Keys share slots, and a slot is relayed by one relay at a time: that is what keeps the order of a key with several relays. The number never
 * changes: rows of another number would be relayed beside those of this one.
 */
final class Slots {
    static final int COUNT = 32;
    /** Where events go that Kafka refused for good. */
    static final int ASIDE = -1;

    private Slots() {}

    /** The slot of a key; without a key there is no order, and any slot does. */
    static int of(byte @Nullable [] key) {
        if (key == null) {
            return ThreadLocalRandom.current().nextInt(COUNT);
        }
        // Array hashes of short keys differ in the low bits alone; the multiplication spreads them.
        return (Arrays.hashCode(key) * 0x9E3779B9) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(COUNT));
    }
}
