package dev.headgate.testkit;

import dev.headgate.Clock;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What a process did, in a file that survives its SIGKILL: each event is one line and one write to the system, which keeps it even
 * if the process dies right after. (It does not survive the machine: nothing is forced to disk.)
 *
 * <p>Safe for use by any thread, also by interrupted ones. A line costs about 2 µs. Lines:
 * {@code kind topic partition offset millis [metadata in base64]}.
 */
public final class EventLog implements AutoCloseable {

    /** What happened. */
    public enum Kind {
        /** A handler began. */
        START,
        /** A handler ended well. */
        DONE,
        /** A handler failed. */
        FAILED,
        /** A commit is about to be sent: offset and metadata of one partition. */
        COMMIT_SENT,
        /** A commit was acknowledged. */
        COMMIT_ACKED
    }

    /**
     * One line.
     *
     * @param offset the record's, or the committed one
     * @param millis wall-clock time, ms since 1970
     * @param metadata of a commit, else empty
     */
    public record Event(Kind kind, TopicPartition partition, long offset, long millis, String metadata) {}

    private final FileOutputStream file;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();

    private EventLog(FileOutputStream file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /** Opens a log for appending; makes it if need be. */
    public static EventLog open(Path path) {
        try {
            // Not a FileChannel: an interrupted handler would close that for everybody.
            return new EventLog(new FileOutputStream(path.toFile(), true), Clock.system());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot open the event log " + path, e);
        }
    }

    /** Writes that a handler begins with this record. */
    public void start(ConsumerRecord<?, ?> record) {
        write(Kind.START, new TopicPartition(record.topic(), record.partition()), record.offset());
    }

    /** Writes that a handler is done with this record. */
    public void done(ConsumerRecord<?, ?> record) {
        write(Kind.DONE, new TopicPartition(record.topic(), record.partition()), record.offset());
    }

    /** Writes an event of a record. */
    public void write(Kind kind, TopicPartition partition, long offset) {
        append(line(kind, partition, offset, ""));
    }

    /** Writes the commits that go through an {@link ObservedConsumer}, when sent and when acknowledged. */
    public ConsumerObserver observer() {
        return new ConsumerObserver() {
            @Override
            public void committing(Map<TopicPartition, OffsetAndMetadata> offsets) {
                commits(Kind.COMMIT_SENT, offsets);
            }

            @Override
            public void acknowledged(Map<TopicPartition, OffsetAndMetadata> offsets) {
                commits(Kind.COMMIT_ACKED, offsets);
            }
        };
    }

    @Override
    public void close() {
        lock.lock();
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot close an event log", e);
        } finally {
            lock.unlock();
        }
    }

    /** All whole lines of a log, in order; the cut-off end of a killed process's last line is left out. */
    public static List<Event> read(Path path) {
        List<Event> events = new ArrayList<>();
        read(path, events::add);
        return events;
    }

    /** As {@link #read(Path)} without keeping them: for logs of millions of lines. */
    public static void read(Path path, Consumer<Event> each) {
        Map<String, TopicPartition> known = new java.util.HashMap<>();
        StringBuilder line = new StringBuilder();
        try (Reader in = new BufferedReader(Files.newBufferedReader(path, StandardCharsets.UTF_8), 1 << 16)) {
            for (int c = in.read(); c >= 0; c = in.read()) {
                if (c == '\n') {
                    each.accept(parse(line.toString(), known));
                    line.setLength(0);
                } else {
                    line.append((char) c);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the event log " + path, e);
        }
    }

    private void commits(Kind kind, Map<TopicPartition, OffsetAndMetadata> offsets) {
        StringBuilder lines = new StringBuilder();
        offsets.forEach((partition, commit) -> lines.append(line(kind, partition, commit.offset(), commit.metadata())));
        append(lines);
    }

    private StringBuilder line(Kind kind, TopicPartition partition, long offset, String metadata) {
        StringBuilder line = new StringBuilder(64)
                .append(kind)
                .append(' ')
                .append(partition.topic())
                .append(' ')
                .append(partition.partition())
                .append(' ')
                .append(offset)
                .append(' ')
                .append(clock.millis());
        if (!metadata.isEmpty()) {
            line.append(' ').append(Base64.getEncoder().encodeToString(metadata.getBytes(StandardCharsets.UTF_8)));
        }
        return line.append('\n');
    }

    private void append(CharSequence lines) {
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        lock.lock();
        try {
            file.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write to an event log", e);
        } finally {
            lock.unlock();
        }
    }

    private static Event parse(String line, Map<String, TopicPartition> known) {
        String[] parts = line.split(" ", -1);
        try {
            TopicPartition partition = known.computeIfAbsent(
                    parts[1] + " " + parts[2], any -> new TopicPartition(parts[1], Integer.parseInt(parts[2])));
            String metadata =
                    parts.length < 6 ? "" : new String(Base64.getDecoder().decode(parts[5]), StandardCharsets.UTF_8);
            return new Event(
                    Kind.valueOf(parts[0]), partition, Long.parseLong(parts[3]), Long.parseLong(parts[4]), metadata);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("Not a line of an event log: " + line, e);
        }
    }
}
