package dev.headgate.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Judges a process that was killed and started again, by the {@link EventLog}s of its lives: nothing is lost, and handled again is
 * only what was in flight or was completed since the last acknowledged commit.
 *
 * <p>Both halves of the second are checked for each record that a life starts although an earlier life had started it. It must not be
 * covered by the last acknowledged commit (committed offset or what its metadata calls completed). And if it was done, then not
 * longer than a tolerance before that commit was sent: else the commit has left out what it should have carried. The tolerance is for
 * completions on their way to whoever commits.
 *
 * <p>Not thread-safe; for one reader after the other, not for several at once.
 */
public final class CrashCheck {

    /**
     * One life, in numbers.
     *
     * @param started records started, each counted once
     * @param done records done, each counted once
     * @param inFlight records started and not done at the end of the life
     * @param redelivered records started that an earlier life had started, too
     * @param acknowledged commits of single partitions acknowledged
     */
    public record Life(int started, int done, int inFlight, int redelivered, int acknowledged) {}

    /** The last acknowledged commit of a partition. */
    private record Acknowledged(OffsetAndMetadata commit, BitSet above, long sentMillis) {
        boolean covers(long offset) {
            return offset < commit.offset() || above.get(Math.toIntExact(offset - commit.offset()));
        }
    }

    private final CommitDecoder decoder;
    private final long toleranceMillis;
    private final Findings again =
            new Findings("Handled again only what was in flight or not yet in an acknowledged commit");
    private final OffsetSet expected = new OffsetSet();
    private final OffsetSet started = new OffsetSet();
    private final OffsetSet done = new OffsetSet();
    private final Map<TopicPartition, Map<Long, Long>> doneMillis = new HashMap<>();
    private Map<TopicPartition, Acknowledged> acknowledged = new HashMap<>();
    private final List<Life> lives = new ArrayList<>();

    /** Judges with this decoder of commit metadata, and a tolerance of at least the time that a completion takes to be committable. */
    public CrashCheck(CommitDecoder decoder, Duration tolerance) {
        this.decoder = decoder;
        this.toleranceMillis = tolerance.toMillis();
    }

    /** A record exists and shall be done in some life. */
    public void produced(TopicPartition partition, long offset) {
        expected.add(partition, offset);
    }

    /** All records of a partition from 0 to {@code end - 1} exist and shall be done. */
    public void produced(Map<TopicPartition, Long> ends) {
        ends.forEach((partition, end) -> expected.of(partition).set(0, Math.toIntExact(end)));
    }

    /** Adds the next life's log, in the order in which the process lived. */
    public Life life(Path log) {
        OneLife life = new OneLife(lives.size() + 1);
        EventLog.read(log, life::take);
        Life summary = life.end();
        lives.add(summary);
        return summary;
    }

    /** The lives so far. */
    public List<Life> lives() {
        return List.copyOf(lives);
    }

    /**
     * Says what was broken, when all lives are in.
     *
     * @throws AssertionError with at most 20 examples of each kind
     */
    public void verify() {
        Findings lost = new Findings("No record lost");
        for (TopicPartition partition : expected.partitions()) {
            BitSet missing = (BitSet) expected.of(partition).clone();
            missing.andNot(done.of(partition));
            missing.stream()
                    .forEach(offset -> lost.add(partition + "@" + offset + " was done in none of the "
                            + lives.size() + " lives"
                            + (started.contains(partition, offset) ? ", though started" : "")));
        }
        if (!lost.isEmpty() || !again.isEmpty()) {
            throw new AssertionError("Guarantees broken over " + lives.size() + " lives\n" + lost + "\n" + again);
        }
    }

    /** The reading of one log. */
    private final class OneLife {

        private final int number;
        private final OffsetSet startedNow = new OffsetSet();
        private final OffsetSet doneNow = new OffsetSet();
        private final Map<TopicPartition, ArrayDeque<EventLog.Event>> sent = new HashMap<>();
        private final Map<TopicPartition, Acknowledged> acknowledgedNow = new HashMap<>(acknowledged);
        private int starts;
        private int dones;
        private int redelivered;
        private int acks;

        OneLife(int number) {
            this.number = number;
        }

        void take(EventLog.Event event) {
            TopicPartition partition = event.partition();
            switch (event.kind()) {
                case START -> start(event);
                case DONE -> {
                    if (doneNow.add(partition, event.offset())) {
                        dones++;
                    }
                    done.add(partition, event.offset());
                    doneMillis
                            .computeIfAbsent(partition, any -> new HashMap<>())
                            .put(event.offset(), event.millis());
                }
                case FAILED -> {}
                case COMMIT_SENT ->
                    sent.computeIfAbsent(partition, any -> new ArrayDeque<>()).add(event);
                case COMMIT_ACKED -> acknowledge(event);
            }
        }

        private void start(EventLog.Event event) {
            TopicPartition partition = event.partition();
            long offset = event.offset();
            if (!startedNow.add(partition, offset)) {
                return;
            }
            starts++;
            if (!started.contains(partition, offset)) {
                return;
            }
            redelivered++;
            Acknowledged last = acknowledged.get(partition);
            if (last == null) {
                return;
            }
            String what = partition + "@" + offset + " is handled again in life " + number;
            String commit = "the last acknowledged commit at " + last.commit().offset() + ", sent at "
                    + last.sentMillis() + " ms";
            Optional<Long> doneAt = Optional.ofNullable(
                    doneMillis.getOrDefault(partition, Map.of()).get(offset));
            if (last.covers(offset)) {
                again.add(what + ", but " + commit + ", covers it");
            } else if (doneAt.isPresent() && doneAt.get() < last.sentMillis() - toleranceMillis) {
                again.add(what + ", though done at " + doneAt.get() + " ms: " + commit + ", left it out");
            }
        }

        private void acknowledge(EventLog.Event event) {
            acks++;
            // Answers come in the order of the commits; those before this one were refused or overtaken.
            ArrayDeque<EventLog.Event> waiting = sent.getOrDefault(event.partition(), new ArrayDeque<>());
            EventLog.Event commit = waiting.poll();
            while (commit != null
                    && !(commit.offset() == event.offset() && commit.metadata().equals(event.metadata()))) {
                commit = waiting.poll();
            }
            if (commit == null) {
                again.add("life " + number + " got an answer to a commit of " + event.partition() + " at "
                        + event.offset() + " that it has not sent");
                return;
            }
            OffsetAndMetadata offset = new OffsetAndMetadata(event.offset(), event.metadata());
            BitSet above = new BitSet();
            decoder.completedAbove(event.partition(), offset)
                    .forEach(completed -> above.set(Math.toIntExact(completed - event.offset())));
            acknowledgedNow.put(event.partition(), new Acknowledged(offset, above, commit.millis()));
        }

        Life end() {
            int inFlight = 0;
            for (TopicPartition partition : startedNow.partitions()) {
                BitSet open = (BitSet) startedNow.of(partition).clone();
                open.andNot(doneNow.of(partition));
                inFlight += open.cardinality();
                started.of(partition).or(startedNow.of(partition));
            }
            acknowledged = acknowledgedNow;
            return new Life(starts, dones, inFlight, redelivered, acks);
        }
    }
}
