package dev.headgate.testkit.old;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Keys and values that follow from topic, partition and sequence alone, so that what must be in a topic can be computed anywhere.
 *
 * <p>They are printable: hexadecimal digits of hashes, and phrases between them, so that compression finds in them about what it finds in
 * real records. About 100 ns for 200 bytes.
 */
public final class OldRecords {

    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS_AT_A_TIME = 16;
    private static final byte[][] PHRASES = {
        phrase(",\"currency\":\"EUR\",\"refundable\":true,\"adults\":2,"),
        phrase(",\"provider\":\"direct\",\"board\":\"breakfast\",\"id\":"),
        phrase(",\"currency\":\"USD\",\"refundable\":false,\"adults\":1"),
        phrase(",\"provider\":\"wholesale\",\"board\":\"none\",\"hash\":"),
    };
    private static final long KEYS = 0x6b65797300000000L;
    private static final long VALUES = 0x76616c7565730000L;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private OldRecords() {}

    /**
     * The key of the partition's record number {@code sequence}, counted from 0.
     *
     * @param bytes how long; negative for none
     */
    public static byte @Nullable [] key(String topic, int partition, long sequence, int bytes) {
        return text(seed(topic, partition, KEYS), sequence, bytes);
    }

    /**
     * The value of the partition's record number {@code sequence}, counted from 0.
     *
     * @param bytes how long; negative for none, which deletes the key where a topic is compacted
     */
    public static byte @Nullable [] value(String topic, int partition, long sequence, int bytes) {
        return text(seed(topic, partition, VALUES), sequence, bytes);
    }

    private static byte[] phrase(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static long seed(String topic, int partition, long kind) {
        return mix(mix(topic.hashCode() ^ kind) + partition);
    }

    private static byte @Nullable [] text(long seed, long sequence, int bytes) {
        if (bytes < 0) {
            return null;
        }
        byte[] text = new byte[bytes];
        long state = mix(seed + sequence);
        for (int at = 0; at < bytes; ) {
            state += GOLDEN;
            long digits = mix(state);
            byte[] phrase = PHRASES[(int) (digits >>> 62)];
            for (int end = Math.min(bytes, at + DIGITS_AT_A_TIME); at < end; at++) {
                text[at] = DIGITS[(int) digits & 15];
                digits >>>= 4;
            }
            int length = Math.min(phrase.length, bytes - at);
            System.arraycopy(phrase, 0, text, at, length);
            at += length;
        }
        return text;
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014). */
    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
