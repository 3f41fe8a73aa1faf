package dev.headgate.bridge.source08;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.SourcePartition;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import kafka.message.Message;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class MessageReaderTest {

    private static final SourcePartition PRICES_3 = new SourcePartition("prices", 3);
    private static final int ROUNDS = 400;

    private final MessageReader reader = new MessageReader();
    private final Random random = random();

    private static Random random() {
        long seed = System.nanoTime();
        System.out.println("MessageReaderTest seed " + seed);
        return new Random(seed);
    }

    /** What was written, by the old client's classes, and what must be read. */
    private final class Written {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final List<Kept.Row> rows = new ArrayList<>();
        /** Where the frames of outer messages begin. */
        final Set<Integer> frames = new TreeSet<>();

        Written() {
            long offset = random.nextInt(1_000);
            for (int sets = random.nextInt(1, 5); sets > 0; sets--) {
                offset += random.nextInt(3) == 0 ? random.nextInt(1, 1_000) : 0; // compacted away
                int codec = random.nextInt(4);
                List<Message> messages = new ArrayList<>();
                for (int n = random.nextInt(1, 8); n > 0; n--) {
                    byte[] key = bytes(20);
                    byte[] value = bytes(random.nextInt(10) == 0 ? 100_000 : 300);
                    rows.add(new Kept.Row(PRICES_3, offset + messages.size(), RecordSink.NO_TIMESTAMP, key, value));
                    messages.add(MessageSets.message(key, value));
                }
                byte[] set = MessageSets.set(codec, offset, messages);
                offset += messages.size();
                for (int deeper = codec == 0 ? 0 : random.nextInt(3); deeper > 0; deeper--) {
                    set = MessageSets.set(random.nextInt(1, 4), offset - 1, List.of(MessageSets.only(set)));
                }
                add(set);
            }
        }

        private void add(byte[] set) {
            ByteBuffer frame = ByteBuffer.wrap(set);
            for (int at = 0; at < set.length; at += Block.FRAME + frame.getInt(at + 8)) {
                frames.add(bytes.size() + at);
            }
            bytes.writeBytes(set);
        }

        private byte @Nullable [] bytes(int most) {
            if (random.nextInt(8) == 0) {
                return null;
            }
            byte[] bytes = new byte[random.nextInt(most)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) random.nextInt(i % 3 == 0 ? 256 : 4);
            }
            return bytes;
        }
    }

    @Test
    void readsWhatTheOldClientWrites() throws Damage {
        for (int round = 0; round < ROUNDS; round++) {
            Written written = new Written();
            List<Kept.Row> wanted = written.rows.subList(random.nextInt(written.rows.size()), written.rows.size());
            Block block = block(written.bytes.toByteArray());
            long enough = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(1, 2_000);
            Kept kept = new Kept();
            long next = wanted.getFirst().offset();
            long bytes = 0;
            long records = 0;
            for (boolean used = false; !used; ) {
                used = reader.read(PRICES_3, block, next, enough, kept);
                next = reader.next();
                bytes += reader.bytes();
                records += reader.records();
            }
            assertSame(kept.rows, wanted);
            assertThat(next).isEqualTo(wanted.getLast().offset() + 1);
            assertThat(records).isEqualTo(wanted.size());
            assertThat(bytes)
                    .isEqualTo(
                            wanted.stream().mapToLong(MessageReaderTest::size).sum());
        }
    }

    @Test
    void whatIsCutOffIsReadUpToThere() throws Damage {
        for (int round = 0; round < ROUNDS; round++) {
            Written written = new Written();
            byte[] bytes = written.bytes.toByteArray();
            int cut = random.nextInt(bytes.length);
            Kept kept = new Kept();
            Block block = new Block(ByteBuffer.wrap(bytes, 0, cut));
            assertThat(reader.read(PRICES_3, block, 0, Long.MAX_VALUE, kept)).isTrue();
            assertSame(kept.rows, written.rows.subList(0, kept.rows.size()));
            assertThat(block.lastOffset)
                    .isEqualTo(kept.rows.isEmpty() ? -1 : kept.rows.getLast().offset());
        }
    }

    @Test
    void aFlippedBitIsNeverAnotherRecord() {
        int noticed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Written written = new Written();
            byte[] bytes = written.bytes.toByteArray();
            int at = random.nextInt(bytes.length);
            if (isOffset(written, at)) {
                continue; // no checksum covers it
            }
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            Kept kept = new Kept();
            try {
                reader.read(PRICES_3, block(bytes), 0, Long.MAX_VALUE, kept);
                assertThat(kept.rows).as("it ends in a part of a message").hasSizeLessThan(written.rows.size());
            } catch (Damage e) {
                noticed++;
                assertThat(reader.next())
                        .as("the first that was not read")
                        .isLessThanOrEqualTo(written.rows.get(kept.rows.size()).offset());
            }
            assertSame(kept.rows, written.rows.subList(0, kept.rows.size()));
        }
        assertThat(noticed).isGreaterThan(ROUNDS / 2);
    }

    @Test
    void damageWithinCompressedSetsIsNoticedWhereTheChecksumSaysThatItWasWrittenSo() {
        for (int round = 0; round < ROUNDS; round++) {
            int codec = random.nextInt(1, 4);
            byte[] packed = packed(
                    codec, List.of(MessageSets.message(new byte[3], new byte[50]), MessageSets.message(null, null)));
            packed[random.nextInt(packed.length)] ^= (byte) (1 << random.nextInt(8));
            byte[] set = MessageSets.format1(1, codec, 1, null, packed);
            Kept kept = new Kept();
            try {
                reader.read(PRICES_3, block(set), 0, Long.MAX_VALUE, kept);
            } catch (Damage e) {
                assertThat(e).hasMessageMatching("(its|offset|it is|sets) .*");
            }
            assertThat(kept.rows).hasSizeLessThanOrEqualTo(2);
        }
    }

    @Test
    void format1HasTimestampsAndCountsFromZeroWithin() throws Exception {
        byte[] k = {1};
        byte[] v = {2, 3};
        byte[] inner = MessageSets.concat(
                MessageSets.format1(0, 0, 1_000, k, v),
                MessageSets.format1(2, 0, 1_002, null, v),
                MessageSets.format1(3, 0, 1_003, k, null));
        byte[] all = MessageSets.concat(
                MessageSets.format1(70, 0, 999, k, v),
                MessageSets.format1(83, 1, 1_003, null, MessageSets.gzip(inner)),
                MessageSets.format1(93, 1 | 8, 5_000, null, MessageSets.gzip(inner)));
        Kept kept = new Kept();
        reader.read(PRICES_3, block(all), 81, Long.MAX_VALUE, kept);
        assertSame(
                kept.rows,
                List.of(
                        new Kept.Row(PRICES_3, 82, 1_002, null, v),
                        new Kept.Row(PRICES_3, 83, 1_003, k, null),
                        new Kept.Row(PRICES_3, 90, 5_000, k, v),
                        new Kept.Row(PRICES_3, 92, 5_000, null, v),
                        new Kept.Row(PRICES_3, 93, 5_000, k, null)));
    }

    @Test
    void snappyWithoutFramesIsRead() throws Exception {
        byte[] inner = MessageSets.set(0, 4, List.of(MessageSets.message(new byte[1], new byte[30])));
        byte[] set = MessageSets.set(2, 4, List.of(MessageSets.message(new byte[1], new byte[30])));
        byte[] bare = MessageSets.format1(4, 2, 7, null, org.xerial.snappy.Snappy.compress(inner));
        Kept framed = new Kept();
        reader.read(PRICES_3, block(set), 0, Long.MAX_VALUE, framed);
        Kept kept = new Kept();
        reader.read(PRICES_3, block(bare), 0, Long.MAX_VALUE, kept);
        assertSame(kept.rows, framed.rows);
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        assertThatThrownBy(() -> read(MessageSets.format1(1, 5, 0, null, new byte[9])))
                .isInstanceOf(Damage.class)
                .hasMessageContaining("codec 5");
        assertThatThrownBy(() -> read(MessageSets.format1(1, 1, 0, null, null))).hasMessageContaining("no content");
        byte[] format2 = MessageSets.format1(1, 0, 0, null, null);
        format2[Block.FRAME + 4] = 2;
        assertThatThrownBy(() -> read(format2)).hasMessageContaining("checksum");
        byte[] two =
                MessageSets.concat(MessageSets.format1(9, 0, 0, null, null), MessageSets.format1(8, 0, 0, null, null));
        assertThatThrownBy(() -> read(two)).hasMessageContaining("offset 8 comes after offset 9");
        byte[] nested = MessageSets.set(1, 1, List.of(MessageSets.message(null, null)));
        for (int i = 0; i < 5; i++) {
            nested = MessageSets.set(1, 1, List.of(MessageSets.only(nested)));
        }
        byte[] deep = nested;
        assertThatThrownBy(() -> read(deep)).hasMessageContaining("deep");
    }

    private void read(byte[] bytes) throws Damage {
        reader.read(PRICES_3, block(bytes), 0, Long.MAX_VALUE, new Kept());
    }

    private static Block block(byte[] bytes) {
        return new Block(ByteBuffer.wrap(bytes));
    }

    private static boolean isOffset(Written written, int at) {
        return written.frames.stream().anyMatch(frame -> at >= frame && at < frame + 8);
    }

    /** The content of a compressed message with these in it. */
    private static byte[] packed(int codec, List<Message> messages) {
        ByteBuffer payload =
                MessageSets.only(MessageSets.set(codec, 0, messages)).payload();
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        return bytes;
    }

    private static long size(Kept.Row row) {
        return (row.key() == null ? 0 : row.key().length) + (row.value() == null ? 0 : row.value().length);
    }

    private static void assertSame(List<Kept.Row> actual, List<Kept.Row> expected) {
        assertThat(actual).hasSize(expected.size());
        for (int i = 0; i < actual.size(); i++) {
            Kept.Row a = actual.get(i);
            Kept.Row e = expected.get(i);
            if (!a.partition().equals(e.partition())
                    || a.offset() != e.offset()
                    || a.timestamp() != e.timestamp()
                    || !Arrays.equals(a.key(), e.key())
                    || !Arrays.equals(a.value(), e.value())) {
                assertThat(a).as("record %s", i).usingRecursiveComparison().isEqualTo(e);
            }
        }
    }
}
