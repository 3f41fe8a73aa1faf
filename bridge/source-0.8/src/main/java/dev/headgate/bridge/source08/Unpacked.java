package dev.headgate.bridge.source08;

import java.util.Arrays;

/** Where a compressed set is unpacked to: an array that grows and is used again. */
final class Unpacked {

    /** What a VM can allocate. */
    private static final int MOST = Integer.MAX_VALUE - 16;
    /** One larger than this is not kept for the next set. */
    private static final int KEPT = 8 << 20;

    private byte[] bytes = new byte[0];

    byte[] bytes() {
        return bytes;
    }

    /** Makes room for {@code size} bytes in all; what is there is kept. */
    void room(long size) throws Damage {
        if (size <= bytes.length) {
            return;
        }
        if (size > MOST) {
            throw new Damage("its compressed set unpacks to more than 2 GB");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, Math.max(size, 1024)));
    }

    /** Makes room for more than there is, by a half. */
    void grow() throws Damage {
        long more = bytes.length + Math.max(4096L, bytes.length / 2);
        room(bytes.length < MOST ? Math.min(MOST, more) : more);
    }

    /** The content is no longer needed. */
    void free() {
        if (bytes.length > KEPT) {
            bytes = new byte[0];
        }
    }
}
