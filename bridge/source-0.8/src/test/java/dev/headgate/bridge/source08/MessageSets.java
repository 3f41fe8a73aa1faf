package dev.headgate.bridge.source08;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import kafka.message.ByteBufferMessageSet;
import kafka.message.CompressionCodec;
import kafka.message.CompressionCodec$;
import kafka.message.Message;
import kafka.message.NoCompressionCodec$;
import org.jspecify.annotations.Nullable;
import scala.collection.JavaConversions;

/** Message sets: of format 0 by the classes of 0.8.2.2, of format 1, which they do not know, by hand. */
final class MessageSets {

    private MessageSets() {}

    /** 0 none, 1 gzip, 2 snappy, 3 lz4. */
    static CompressionCodec codec(int number) {
        return CompressionCodec$.MODULE$.getCompressionCodec(number);
    }

    static Message message(byte @Nullable [] key, byte @Nullable [] value) {
        return new Message(value, key, NoCompressionCodec$.MODULE$);
    }

    /** The messages with offsets from {@code offset} on, in one compressed message if a codec is given. */
    static byte[] set(int codec, long offset, List<Message> messages) {
        ByteBuffer set = new ByteBufferMessageSet(
                        codec(codec), new AtomicLong(offset), JavaConversions.asScalaBuffer(messages))
                .buffer();
        byte[] bytes = new byte[set.remaining()];
        set.duplicate().get(bytes);
        return bytes;
    }

    /** The one message in a set. */
    static Message only(byte[] set) {
        return new Message(
                ByteBuffer.wrap(set, Block.FRAME, set.length - Block.FRAME).slice());
    }

    /** A message of format 1 with its frame. */
    static byte[] format1(long offset, int attributes, long timestamp, byte @Nullable [] key, byte @Nullable [] value) {
        int size = 22 + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        ByteBuffer out = ByteBuffer.allocate(Block.FRAME + size);
        out.putLong(offset)
                .putInt(size)
                .putInt(0)
                .put((byte) 1)
                .put((byte) attributes)
                .putLong(timestamp);
        put(out, key);
        put(out, value);
        CRC32 checksum = new CRC32();
        checksum.update(out.array(), Block.FRAME + 4, size - 4);
        out.putInt(Block.FRAME, (int) checksum.getValue());
        return out.array();
    }

    private static void put(ByteBuffer out, byte @Nullable [] bytes) {
        out.putInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.put(bytes);
        }
    }

    static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
