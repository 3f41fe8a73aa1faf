package dev.headgate.testkit;

import dev.headgate.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ScriptedConsumer} and its {@link Script} share: the logs of a make-believe broker and the consumer's assignment.
 * Every method takes the lock itself or says that it is held.
 */
final class ScriptState {

    /** The consumer's side of an assigned partition: dies with the assignment. A position of -1 is not yet known. */
    static final class Assigned {
        long position = -1;
        boolean paused;
    }

    private static final ConsumerRebalanceListener DEAF = new ConsumerRebalanceListener() {
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
    };

    final ReentrantLock lock;
    /** Signalled at every change that a blocked poll, or a test waiting for a poll, may wait for. */
    final Condition changed;

    final Clock clock;
    final ScriptedCommits commits;
    final Map<TopicPartition, ScriptedLog> partitions = new HashMap<>();
    final Map<TopicPartition, Assigned> assigned = new LinkedHashMap<>();
    final ArrayDeque<RebalanceStep> steps = new ArrayDeque<>();
    final ArrayDeque<RuntimeException> pollFailures = new ArrayDeque<>();
    final List<ScriptEvent> events = new ArrayList<>();
    final List<RuntimeException> faults = new ArrayList<>();
    private final String offsetReset;
    private ConsumerRebalanceListener listener = DEAF;
    private Set<String> topics = Set.of();
    private @Nullable Pattern pattern;
    private boolean woken;
    int maxPollRecords = 500;
    long polls;
    boolean blockedInPoll;
    volatile boolean closing;
    boolean closed;

    ScriptState(Clock clock, String offsetReset, ReentrantLock lock) {
        this.clock = clock;
        this.offsetReset = offsetReset;
        this.lock = lock;
        this.changed = lock.newCondition();
        this.commits = new ScriptedCommits(this);
    }

    /** Held lock: whoever waits looks again. Until a blocked poll has looked it does not count as blocked. */
    void stir() {
        blockedInPoll = false;
        changed.signalAll();
    }

    void lookAgain() {
        lock.lock();
        try {
            stir();
        } finally {
            lock.unlock();
        }
    }

    boolean closed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            stir();
        } finally {
            lock.unlock();
        }
    }

    /** Held lock: the log of this partition, made when first named. */
    ScriptedLog partition(TopicPartition p) {
        return partitions.computeIfAbsent(p, any -> new ScriptedLog());
    }

    /** Held lock. */
    void subscribe(Set<String> names, @Nullable Pattern byPattern, @Nullable ConsumerRebalanceListener heard) {
        topics = names;
        pattern = byPattern;
        listener = heard == null ? DEAF : heard;
        events.add(new ScriptEvent.Subscribed(clock.nanos(), names, byPattern == null ? null : byPattern.pattern()));
        stir();
    }

    /** Held lock. */
    Set<String> subscription() {
        Pattern p = pattern;
        if (p == null) {
            return topics;
        }
        Set<String> matching = new LinkedHashSet<>();
        partitions.keySet().stream()
                .map(TopicPartition::topic)
                .filter(t -> p.matcher(t).matches())
                .forEach(matching::add);
        return matching;
    }

    /** Held lock. */
    void assignByHand(Set<TopicPartition> wanted) {
        assigned.keySet().retainAll(wanted);
        wanted.forEach(p -> assigned.computeIfAbsent(p, any -> new Assigned()));
    }

    ConsumerRebalanceListener listener() {
        lock.lock();
        try {
            return listener;
        } finally {
            lock.unlock();
        }
    }

    RebalanceStep leaving() {
        return new RebalanceStep(RebalanceStep.Going.REVOKED, all -> all, Set.of(), false);
    }

    Set<TopicPartition> assignedAmong(UnaryOperator<Set<TopicPartition>> choice) {
        lock.lock();
        try {
            Set<TopicPartition> chosen = new LinkedHashSet<>(choice.apply(Set.copyOf(assigned.keySet())));
            chosen.retainAll(assigned.keySet());
            return chosen;
        } finally {
            lock.unlock();
        }
    }

    void unassign(Set<TopicPartition> leaving) {
        lock.lock();
        try {
            assigned.keySet().removeAll(leaving);
        } finally {
            lock.unlock();
        }
    }

    /** Assigns those of {@code wanted} that are not assigned and answers them. */
    Set<TopicPartition> assignNew(Set<TopicPartition> wanted) {
        lock.lock();
        try {
            Set<TopicPartition> coming = new LinkedHashSet<>(wanted);
            coming.removeAll(assigned.keySet());
            for (TopicPartition p : coming) {
                partition(p);
                assigned.put(p, new Assigned());
            }
            return coming;
        } finally {
            lock.unlock();
        }
    }

    void again(RebalanceStep step) {
        lock.lock();
        try {
            steps.addFirst(step);
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    RebalanceStep nextStep() {
        lock.lock();
        try {
            return steps.poll();
        } finally {
            lock.unlock();
        }
    }

    /** The deadline of this poll by the clock, in ns. */
    long startPoll(Duration timeout) {
        lock.lock();
        try {
            polls++;
            stir();
            events.add(new ScriptEvent.Polled(clock.nanos(), timeout));
            return clock.nanos() + timeout.toNanos();
        } finally {
            lock.unlock();
        }
    }

    /** Blocks until there is something to hand out or to do, or until the deadline. */
    ConsumerRecords<byte[], byte[]> awaitRecords(long deadline) {
        lock.lock();
        try {
            while (true) {
                throwIfWoken();
                RuntimeException failure = pollFailures.poll();
                if (failure != null) {
                    throw failure;
                }
                ConsumerRecords<byte[], byte[]> found = fetch();
                long left = deadline - clock.nanos();
                if (!found.isEmpty() || left <= 0 || !steps.isEmpty() || commits.hasCallbacks() || closed) {
                    return found;
                }
                block(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private void block(long nanos) {
        blockedInPoll = true;
        changed.signalAll();
        try {
            if (clock instanceof ManualClock) {
                changed.await();
            } else {
                changed.await(nanos, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            blockedInPoll = false;
        }
    }

    ConsumerRecords<byte[], byte[]> fetch() {
        lock.lock();
        try {
            Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> found = new LinkedHashMap<>();
            Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
            int left = maxPollRecords;
            for (Map.Entry<TopicPartition, Assigned> entry : assigned.entrySet()) {
                if (left == 0) {
                    break;
                }
                if (entry.getValue().paused) {
                    continue;
                }
                List<ConsumerRecord<byte[], byte[]>> records = read(entry.getKey(), entry.getValue(), left);
                if (!records.isEmpty()) {
                    left -= records.size();
                    found.put(entry.getKey(), records);
                    next.put(entry.getKey(), new OffsetAndMetadata(entry.getValue().position));
                }
            }
            // A partition that was served goes to the end of the order, so that a small maximum starves none.
            for (TopicPartition served : found.keySet()) {
                Assigned again = assigned.remove(served);
                if (again != null) {
                    assigned.put(served, again);
                }
            }
            return new ConsumerRecords<>(found, next);
        } finally {
            lock.unlock();
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> read(TopicPartition p, Assigned reader, int max) {
        long from = position(p);
        ScriptedLog log = partition(p);
        if (from < log.start || from > log.end) {
            if (offsetReset.equals("none")) {
                throw new OffsetOutOfRangeException(Map.of(p, from));
            }
            from = reset(p);
        }
        List<ConsumerRecord<byte[], byte[]>> records =
                log.records.tailMap(from).values().stream().limit(max).toList();
        // Past trailing compacted offsets and transaction markers the position moves without a record.
        reader.position = records.size() == max ? records.getLast().offset() + 1 : log.end;
        return records;
    }

    /** Held lock: the position, found from the commit or the reset rule when not yet known. */
    long position(TopicPartition p) {
        Assigned reader = reader(p);
        if (reader.position < 0) {
            OffsetAndMetadata committed = commits.stored().get(p);
            reader.position = committed == null ? reset(p) : committed.offset();
        }
        return reader.position;
    }

    private long reset(TopicPartition p) {
        return switch (offsetReset) {
            case "earliest" -> partition(p).start;
            case "latest" -> partition(p).end;
            default -> throw new NoOffsetForPartitionException(p);
        };
    }

    /** Held lock. */
    void seek(TopicPartition p, long offset) {
        reader(p).position = offset;
        events.add(new ScriptEvent.Sought(clock.nanos(), p, offset));
    }

    /** Held lock. */
    void pause(Collection<TopicPartition> which, boolean on) {
        which.forEach(p -> reader(p).paused = on);
        Set<TopicPartition> all = Set.copyOf(which);
        if (!all.isEmpty()) {
            events.add(on ? new ScriptEvent.Paused(clock.nanos(), all) : new ScriptEvent.Resumed(clock.nanos(), all));
        }
    }

    /** Held lock. */
    Set<TopicPartition> paused() {
        Set<TopicPartition> found = new LinkedHashSet<>();
        assigned.forEach((p, reader) -> {
            if (reader.paused) {
                found.add(p);
            }
        });
        return Set.copyOf(found);
    }

    /** Held lock: unknown, as with the real client, until the position is. */
    OptionalLong lag(TopicPartition p) {
        Assigned reader = reader(p);
        return reader.position < 0 ? OptionalLong.empty() : OptionalLong.of(partition(p).end - reader.position);
    }

    /** Held lock. */
    Map<TopicPartition, OffsetAndMetadata> consumed() {
        Map<TopicPartition, OffsetAndMetadata> all = new HashMap<>();
        assigned.forEach((p, reader) -> {
            if (reader.position >= 0) {
                all.put(p, new OffsetAndMetadata(reader.position));
            }
        });
        return all;
    }

    void wakeUp() {
        lock.lock();
        try {
            woken = true;
            events.add(new ScriptEvent.Woken(clock.nanos()));
            stir();
        } finally {
            lock.unlock();
        }
    }

    void throwIfWoken() {
        lock.lock();
        try {
            if (woken) {
                woken = false;
                throw new WakeupException();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Held lock. */
    void throwIfClosing() {
        if (closing) {
            throw new TimeoutException("A consumer that closes does not find out what is committed");
        }
    }

    private Assigned reader(TopicPartition p) {
        Assigned reader = assigned.get(p);
        if (reader == null) {
            throw new IllegalStateException("No current assignment for partition " + p);
        }
        return reader;
    }
}
