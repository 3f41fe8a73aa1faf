package dev.headgate.bridge.source08;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The messages of one partition in one answer of a broker, as bytes. The broker cuts them off at the size that was asked for, so the last
 * one may be there in part only.
 */
final class Block {

    /** An offset and a size stand before each message. */
    static final int FRAME = 12;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    final byte[] bytes;
    /** Where the whole messages end. */
    final int limit;
    /** How many bytes the whole messages have. */
    final int size;
    /** The offset of the last whole message; -1 if there is none. */
    final long lastOffset;
    /** Bytes of the largest whole message, with its frame. */
    final int largest;
    /** Bytes of the message that is cut off, with its frame; 0 if there is none or it cannot be told. */
    final long cutOff;
    /** Where the next message to be read begins. */
    int at;

    Block(ByteBuffer messages) {
        int from;
        int end;
        if (messages.hasArray()) {
            bytes = messages.array();
            from = messages.arrayOffset() + messages.position();
            end = from + messages.remaining();
        } else {
            bytes = new byte[messages.remaining()];
            messages.duplicate().get(bytes);
            from = 0;
            end = bytes.length;
        }
        at = from;
        int next = from;
        int most = 0;
        long last = -1;
        long cut = 0;
        while (end - next >= FRAME) {
            long whole = FRAME + (long) (int) INT.get(bytes, next + 8);
            if (whole > end - next) {
                cut = whole;
                break;
            }
            last = (long) LONG.get(bytes, next);
            if (whole < FRAME) {
                // Damaged; whoever reads up to here will say so.
                next = end;
                break;
            }
            most = Math.max(most, (int) whole);
            next += (int) whole;
        }
        limit = next;
        size = next - from;
        lastOffset = last;
        largest = most;
        cutOff = cut;
    }
}
