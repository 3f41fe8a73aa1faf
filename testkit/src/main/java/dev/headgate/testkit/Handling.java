package dev.headgate.testkit;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of one handler at one record, from {@link Guarantees#start} to {@link #end} or {@link #fail}. Only the first of the
 * two counts. Safe for use by any thread: an asynchronous handler may end on another thread than it began on.
 */
public final class Handling {

    /** How far the attempt has come. */
    public enum State {
        RUNNING,
        DONE,
        FAILED
    }

    private static final int SHOWN = 40;

    private final Guarantees guarantees;
    private final String reader;
    private final TopicPartition partition;
    private final long offset;
    private final @Nullable Object key;
    private final String thread;
    private final long startNanos;
    private long endNanos;
    private State state = State.RUNNING;

    Handling(
            Guarantees guarantees,
            String reader,
            TopicPartition partition,
            long offset,
            @Nullable Object key,
            String thread,
            long startNanos) {
        this.guarantees = guarantees;
        this.reader = reader;
        this.partition = partition;
        this.offset = offset;
        this.key = key instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : key;
        this.thread = thread;
        this.startNanos = startNanos;
    }

    /** The record is handled. Call it before the handler returns, or the engine may commit before this is known. */
    public void end() {
        guarantees.ended(this, State.DONE);
    }

    /** The attempt failed; the record will be tried again, dropped or dead-lettered. */
    public void fail() {
        guarantees.ended(this, State.FAILED);
    }

    /** The intake or process whose handler this is. */
    public String reader() {
        return reader;
    }

    /** The record's partition. */
    public TopicPartition partition() {
        return partition;
    }

    /** The record's offset. */
    public long offset() {
        return offset;
    }

    /** The record's key, a {@code byte[]} as a ByteBuffer, so that equal keys are equal. */
    public @Nullable Object key() {
        return key;
    }

    /** How far the attempt has come; read it from within a {@link Checker}. */
    public State state() {
        return state;
    }

    void ended(State how, long nanos) {
        state = how;
        endNanos = nanos;
    }

    @Override
    public String toString() {
        String end = state == State.RUNNING ? "still running" : state + " at " + seconds(endNanos);
        return partition + "@" + offset + " key " + show(key) + " (" + reader + ", thread " + thread + ", started at "
                + seconds(startNanos) + ", " + end + ")";
    }

    private String seconds(long nanos) {
        return guarantees.sinceStart(nanos);
    }

    static String show(@Nullable Object key) {
        if (!(key instanceof ByteBuffer bytes)) {
            return String.valueOf(key);
        }
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate()).toString();
        } catch (CharacterCodingException notText) {
            text = "";
        }
        if (text.isEmpty() || text.chars().anyMatch(Character::isISOControl)) {
            text = "0x" + HexFormat.of().formatHex(bytes.array());
        }
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
