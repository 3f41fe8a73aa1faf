package dev.headgate.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The commits that one life of a process sent, word for word, written to a file before each is sent. That one was acknowledged is
 * in the {@link Journal}. Used by one thread.
 */
final class CommitLog {

    /**
     * What a commit says of one partition.
     *
     * @param mark a slot of the journal: what is done in earlier slots was known to the intake when it made the commit, unless its
     *     handler had not returned yet
     */
    record Entry(int partition, long frontier, String metadata, long mark) {}

    private final FileChannel file;
    private int commits;

    private CommitLog(FileChannel file) {
        this.file = file;
    }

    static CommitLog create(Path path) {
        try {
            return new CommitLog(FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the commits to " + path, e);
        }
    }

    /** A commit is about to be sent; its number. */
    int sending(Map<TopicPartition, OffsetAndMetadata> offsets, long mark) {
        int number = ++commits;
        StringBuilder lines = new StringBuilder();
        offsets.forEach((partition, commit) -> lines.append(number)
                .append(' ')
                .append(mark)
                .append(' ')
                .append(partition.partition())
                .append(' ')
                .append(commit.offset())
                .append(' ')
                .append(commit.metadata())
                .append('\n'));
        ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write a commit down", e);
        }
        return number;
    }

    /** The commits of a life, by number. A line that a kill cut off is left out: its commit was never sent. */
    static Map<Integer, List<Entry>> read(Path path) {
        Map<Integer, List<Entry>> commits = new HashMap<>();
        if (!Files.exists(path)) {
            return commits;
        }
        try {
            String text = Files.readString(path);
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            whole.lines().forEach(line -> {
                String[] words = line.split(" ", 5);
                commits.computeIfAbsent(Integer.valueOf(words[0]), number -> new ArrayList<>())
                        .add(new Entry(
                                Integer.parseInt(words[2]),
                                Long.parseLong(words[3]),
                                words[4],
                                Long.parseLong(words[1])));
            });
            return commits;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the commits in " + path, e);
        }
    }
}
