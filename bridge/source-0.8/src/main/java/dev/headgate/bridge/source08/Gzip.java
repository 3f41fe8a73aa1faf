package dev.headgate.bridge.source08;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Gzip, RFC 1952. The inflater and its window are kept from set to set, which a {@code GZIPInputStream} would make anew. The trailing
 * checksum is not looked at: the message around has one.
 */
final class Gzip implements Codec {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int HEADER = 10;
    private static final int TRAILER = 8;
    private static final int HAS_HEADER_CHECKSUM = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    /** Deflate cannot do better than this. */
    private static final int BEST_RATIO = 1032;

    private final Inflater inflater = new Inflater(true);

    @Override
    public int unpack(byte[] packed, int from, int length, Unpacked to) throws Damage {
        int end = from + length;
        if (length >= HEADER + TRAILER) {
            // The size is the last thing in it; what it says is believed within reason.
            to.room(Math.min(Integer.toUnsignedLong((int) INT.get(packed, end - 4)) + 1, (long) length * BEST_RATIO));
        }
        int size = 0;
        int at = from;
        do {
            int start = size;
            at = afterHeader(packed, at, end);
            inflater.reset();
            inflater.setInput(packed, at, end - at);
            size = inflate(size, to);
            at = end - inflater.getRemaining();
            if (end - at < TRAILER) {
                throw new Damage("its gzip set ends early");
            }
            if ((int) INT.get(packed, at + 4) != size - start) {
                throw new Damage("its gzip set has another size than it says");
            }
            at += TRAILER;
        } while (end - at >= HEADER + TRAILER && packed[at] == 0x1f); // several, one after the other, are one
        return size;
    }

    private int inflate(int size, Unpacked to) throws Damage {
        try {
            while (!inflater.finished()) {
                if (size == to.bytes().length) {
                    to.grow();
                }
                int n = inflater.inflate(to.bytes(), size, to.bytes().length - size);
                if (n == 0 && !inflater.finished()) {
                    throw new Damage("its gzip set ends early");
                }
                size += n;
            }
            return size;
        } catch (DataFormatException e) {
            throw new Damage("its gzip set cannot be inflated (" + e.getMessage() + ")", e);
        }
    }

    private static int afterHeader(byte[] packed, int from, int end) throws Damage {
        if (end - from < HEADER || packed[from] != 0x1f || packed[from + 1] != (byte) 0x8b || packed[from + 2] != 8) {
            throw new Damage("its gzip set does not begin like one");
        }
        int flags = packed[from + 3];
        int at = from + HEADER;
        if ((flags & HAS_EXTRA) != 0 && end - at >= 2) {
            at += 2 + ((packed[at] & 0xff) | (packed[at + 1] & 0xff) << 8);
        }
        if ((flags & HAS_NAME) != 0) {
            at = afterZero(packed, at, end);
        }
        if ((flags & HAS_COMMENT) != 0) {
            at = afterZero(packed, at, end);
        }
        if ((flags & HAS_HEADER_CHECKSUM) != 0) {
            at += 2;
        }
        if (at > end) {
            throw new Damage("its gzip set ends early");
        }
        return at;
    }

    private static int afterZero(byte[] packed, int from, int end) {
        int at = from;
        while (at < end && packed[at] != 0) {
            at++;
        }
        return at + 1;
    }

    @Override
    public void close() {
        inflater.end();
    }
}
