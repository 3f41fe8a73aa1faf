package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.SourcePartition;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Reads message sets of formats 0 and 1 (Kafka's protocol guide, "Message sets"), from the bytes and without an object for anything but a
 * record's key and value.
 *
 * <pre>
 * message set: (offset 8, size 4, message)*
 * message:     crc 4 over all that follows, format 1, attributes 1, [format 1: timestamp 8], key length 4, key, value length 4, value
 * </pre>
 *
 * A compressed message has a message set as its value, and the offset of the last one in it. In format 0 the messages within have their own
 * offsets; in format 1 they count from 0, and the outer one says where that is.
 *
 * <p>The outer messages' checksums are looked at; one of a compressed message covers those within. Offsets and sizes lie outside of it: a
 * wrong size leads to a wrong checksum, a wrong offset shows if it goes backwards.
 *
 * <p>Not thread-safe.
 */
final class MessageReader implements AutoCloseable {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int FRAME = Block.FRAME;
    /** A message of format 0 without key and value. */
    private static final int SMALLEST = 14;

    private static final int CODEC = 7;
    private static final int STAMPED_BY_BROKER = 8;
    /** Kafka's own classes nest once; further levels are not worth more than a limit. */
    private static final int DEEPEST = 4;

    private final CRC32 checksum = new CRC32();
    private final List<Unpacked> unpacked = new ArrayList<>();
    private final @Nullable Codec[] codecs = new Codec[4];

    private SourcePartition partition = new SourcePartition("", 0);
    private @Nullable RecordSink sink;
    private long next;
    private long bytes;
    private long records;

    /** The offset after the last record that was handed over, or that need not be. */
    long next() {
        return next;
    }

    /** How many bytes of keys and values the last {@link #read} handed over. */
    long bytes() {
        return bytes;
    }

    /** How many records the last {@link #read} handed over. */
    long records() {
        return records;
    }

    /**
     * Hands over the block's records from offset {@code from} on, until they end or {@code enough} bytes of keys and values are reached; the
     * block and {@link #next} then stand at what comes next, also if this throws.
     *
     * @return whether the block is used up
     * @throws Damage if the message at {@link #next} is not what was written
     */
    boolean read(SourcePartition partition, Block block, long from, long enough, RecordSink sink) throws Damage {
        this.partition = partition;
        this.sink = sink;
        next = from;
        bytes = 0;
        records = 0;
        long last = -1;
        while (block.at < block.limit) {
            if (bytes >= enough) {
                return false;
            }
            long offset = (long) LONG.get(block.bytes, block.at);
            int size = (int) INT.get(block.bytes, block.at + 8);
            if (size < SMALLEST || size > block.limit - block.at - FRAME) {
                throw new Damage("its size is " + size + " bytes");
            }
            if (offset <= last) {
                throw new Damage("offset " + offset + " comes after offset " + last);
            }
            if (offset >= next) {
                outer(block.bytes, block.at + FRAME, size, offset);
                next = Math.max(next, offset + 1);
            }
            last = offset;
            block.at += FRAME + size;
        }
        return true;
    }

    private void outer(byte[] from, int at, int size, long offset) throws Damage {
        checksum.reset();
        checksum.update(from, at + 4, size - 4);
        if ((int) checksum.getValue() != (int) INT.get(from, at)) {
            throw new Damage("its checksum does not match");
        }
        message(from, at, at + size, offset, RecordSink.NO_TIMESTAMP, 0);
    }

    /** @param stamp what the broker said around it, or none */
    private void message(byte[] from, int at, int end, long offset, long stamp, int depth) throws Damage {
        int format = from[at + 4];
        int attributes = from[at + 5];
        if (format != 0 && format != 1) {
            throw new Damage("its format is " + format + ", and this client knows 0 and 1");
        }
        int key = at + 6;
        long timestamp = RecordSink.NO_TIMESTAMP;
        if (format == 1) {
            if (end - key < 16) {
                throw new Damage("it is shorter than its format");
            }
            timestamp = stamp != RecordSink.NO_TIMESTAMP ? stamp : (long) LONG.get(from, key);
            key += 8;
        }
        int keyLength = length(from, key, end - 4);
        key += 4;
        int value = key + Math.max(0, keyLength);
        int valueLength = length(from, value, end);
        value += 4;
        if ((attributes & CODEC) == 0) {
            record(from, offset, timestamp, key, keyLength, value, valueLength);
        } else if (valueLength < 0) {
            throw new Damage("it is compressed and has no content");
        } else {
            boolean byBroker = format == 1 && (attributes & STAMPED_BY_BROKER) != 0;
            set(from, value, valueLength, attributes & CODEC, format, offset, byBroker ? timestamp : stamp, depth);
        }
    }

    /** The length that stands at {@code at}, if as much fits before {@code end}; -1 says that there is nothing. */
    private static int length(byte[] from, int at, int end) throws Damage {
        if (end - at < 4) {
            throw new Damage("it is shorter than its format");
        }
        int length = (int) INT.get(from, at);
        if (length < -1 || length > end - at - 4) {
            throw new Damage("it is shorter than its key and value");
        }
        return length;
    }

    private void record(byte[] from, long offset, long timestamp, int key, int keyLength, int value, int valueLength) {
        if (offset < next) {
            return; // before what was asked for: a compressed set comes whole
        }
        byte[] keyBytes = keyLength < 0 ? null : Arrays.copyOfRange(from, key, key + keyLength);
        byte[] valueBytes = valueLength < 0 ? null : Arrays.copyOfRange(from, value, value + valueLength);
        bytes += Math.max(0, keyLength) + Math.max(0, valueLength);
        records++;
        next = offset + 1;
        if (sink != null) {
            sink.record(partition, offset, timestamp, keyBytes, valueBytes, null);
        }
    }

    private void set(byte[] packed, int at, int length, int codec, int format, long offset, long stamp, int depth)
            throws Damage {
        if (depth == DEEPEST) {
            throw new Damage("sets are compressed within sets " + DEEPEST + " deep");
        }
        while (unpacked.size() <= depth) {
            unpacked.add(new Unpacked());
        }
        Unpacked to = unpacked.get(depth);
        int end = codec(codec).unpack(packed, at, length, to);
        byte[] from = to.bytes();
        // In format 1 the last of them is the one whose offset is known.
        long base = format == 1 ? offset - lastOffset(from, end) : 0;
        long last = Long.MIN_VALUE;
        for (int inner = 0; inner < end; ) {
            int size = innerSize(from, inner, end);
            long innerOffset = base + (long) LONG.get(from, inner);
            if (innerOffset <= last || innerOffset > offset) {
                throw new Damage("offset " + innerOffset + " stands in its compressed set"
                        + (innerOffset > offset ? "" : ", after offset " + last));
            }
            message(from, inner + FRAME, inner + FRAME + size, innerOffset, stamp, depth + 1);
            last = innerOffset;
            inner += FRAME + size;
        }
        to.free();
    }

    private static long lastOffset(byte[] from, int end) throws Damage {
        long last = -1;
        for (int inner = 0; inner < end; ) {
            last = end - inner < FRAME ? -1 : (long) LONG.get(from, inner);
            inner += FRAME + innerSize(from, inner, end);
        }
        return last;
    }

    private static int innerSize(byte[] from, int at, int end) throws Damage {
        int size = end - at < FRAME ? -1 : (int) INT.get(from, at + 8);
        if (size < SMALLEST || size > end - at - FRAME) {
            throw new Damage("its compressed set ends within a message");
        }
        return size;
    }

    private Codec codec(int number) throws Damage {
        if (number >= codecs.length) {
            throw new Damage("it is compressed by codec " + number + ", which old brokers do not have");
        }
        Codec codec = codecs[number];
        if (codec == null) {
            codec = switch (number) {
                case 1 -> new Gzip();
                case 2 -> new SnappyBlocks();
                default -> new Lz4Frames();
            };
            codecs[number] = codec;
        }
        return codec;
    }

    @Override
    public void close() {
        for (Codec codec : codecs) {
            if (codec != null) {
                codec.close();
            }
        }
    }
}
