package dev.headgate.bridge.source08;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.xerial.snappy.Snappy;

/**
 * Snappy: in the frames of snappy-java's streams, which Kafka's own producers write (a header of 16 bytes, then each block after its
 * length), or as one bare block, which some producers in other languages wrote.
 */
final class SnappyBlocks implements Codec {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    /** 0x82, SNAPPY, 0. */
    private static final long MAGIC = 0x82534e4150505900L;

    private static final int HEADER = 16;
    /** Its best element makes 64 bytes of 3. */
    private static final int BEST_RATIO = 64;

    @Override
    public int unpack(byte[] packed, int from, int length, Unpacked to) throws Damage {
        if (length < HEADER || (long) LONG.get(packed, from) != MAGIC) {
            return block(packed, from, length, 0, to);
        }
        int end = from + length;
        int size = 0;
        int at = from + HEADER;
        while (at < end) {
            if (end - at >= HEADER && (long) LONG.get(packed, at) == MAGIC) {
                at += HEADER; // several streams, one after the other
                continue;
            }
            if (end - at < 4) {
                throw new Damage("its snappy set ends early");
            }
            int block = (int) INT.get(packed, at);
            at += 4;
            if (block < 0 || block > end - at) {
                throw new Damage("its snappy set ends early");
            }
            size = block(packed, at, block, size, to);
            at += block;
        }
        return size;
    }

    private static int block(byte[] packed, int from, int length, int size, Unpacked to) throws Damage {
        try {
            int more = Snappy.uncompressedLength(packed, from, length);
            if (more < 0 || more > (long) length * BEST_RATIO) {
                throw new Damage("its snappy set has a block that says that it unpacks to " + more + " bytes");
            }
            to.room((long) size + more);
            return size + Snappy.uncompress(packed, from, length, to.bytes(), size);
        } catch (IOException e) {
            throw new Damage("its snappy set cannot be unpacked (" + e.getMessage() + ")", e);
        }
    }
}
