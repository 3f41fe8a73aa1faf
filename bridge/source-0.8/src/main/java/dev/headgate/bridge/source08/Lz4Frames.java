package dev.headgate.bridge.source08;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * LZ4 in frames (LZ4 Frame Format Description 1.5). Checksums are not looked at: the message around has one, and the clients of 0.8 and 0.9
 * computed the header's wrongly.
 */
final class Lz4Frames implements Codec {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int MAGIC = 0x184D2204;
    private static final int HAS_CONTENT_CHECKSUM = 4;
    private static final int HAS_CONTENT_SIZE = 8;
    private static final int HAS_BLOCK_CHECKSUMS = 16;
    private static final int BLOCKS_ARE_INDEPENDENT = 32;
    private static final int NOT_COMPRESSED = 1 << 31;

    private final LZ4SafeDecompressor lz4 = LZ4Factory.fastestInstance().safeDecompressor();

    @Override
    public int unpack(byte[] packed, int from, int length, Unpacked to) throws Damage {
        int end = from + length;
        int size = 0;
        int at = from;
        do {
            if (end - at < 7 || (int) INT.get(packed, at) != MAGIC) {
                throw new Damage("its lz4 set does not begin like one");
            }
            int flags = packed[at + 4];
            int blockClass = (packed[at + 5] >> 4) & 7;
            if (blockClass < 4 || (flags & BLOCKS_ARE_INDEPENDENT) == 0) {
                throw new Damage("its lz4 set is of a kind that Kafka does not write");
            }
            int largestBlock = 1 << (8 + 2 * blockClass);
            at += 7 + ((flags & HAS_CONTENT_SIZE) != 0 ? 8 : 0);
            while (true) {
                if (end - at < 4) {
                    throw new Damage("its lz4 set ends early");
                }
                int word = (int) INT.get(packed, at);
                at += 4;
                if (word == 0) {
                    break;
                }
                int block = word & ~NOT_COMPRESSED;
                if (block > end - at) {
                    throw new Damage("its lz4 set ends early");
                }
                size = block(packed, at, block, (word & NOT_COMPRESSED) == 0, size, largestBlock, to);
                at += block + ((flags & HAS_BLOCK_CHECKSUMS) != 0 ? 4 : 0);
            }
            at += (flags & HAS_CONTENT_CHECKSUM) != 0 ? 4 : 0;
        } while (end - at > 7); // several frames, one after the other, are one
        return size;
    }

    private int block(byte[] packed, int from, int length, boolean compressed, int size, int largestBlock, Unpacked to)
            throws Damage {
        if (!compressed) {
            to.room((long) size + length);
            System.arraycopy(packed, from, to.bytes(), size, length);
            return size + length;
        }
        to.room((long) size + largestBlock);
        try {
            return size + lz4.decompress(packed, from, length, to.bytes(), size, largestBlock);
        } catch (LZ4Exception e) {
            throw new Damage("its lz4 set cannot be unpacked (" + e.getMessage() + ")", e);
        }
    }
}
