package dev.headgate.testkit;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * The test's side of a {@link ScriptedConsumer}: it writes the logs of a make-believe broker, schedules what shall happen, and
 * tells what the owner did.
 *
 * <p>Safe for use by any thread. Rebalances are carried out one a {@code poll}, in the order in which they were asked for; the
 * future of each completes when the listener has returned, or with what the listener threw. Only the {@code await} methods block.
 */
public final class Script {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ScriptState state;

    Script(ScriptState state) {
        this.state = state;
    }

    /** Makes a topic known, with partitions 0 to {@code partitions - 1}; more partitions may be added by calling it again. */
    public Script topic(String name, int partitions) {
        return locked(() -> {
            for (int i = 0; i < partitions; i++) {
                state.partition(new TopicPartition(name, i));
            }
            return this;
        });
    }

    /** Appends a record with this clock's time as its timestamp; answers its offset. Assignment does not matter. */
    public long append(TopicPartition partition, byte @Nullable [] key, byte @Nullable [] value) {
        return locked(() -> {
            long offset = state.partition(partition).end;
            put(new ConsumerRecord<>(
                    partition.topic(),
                    partition.partition(),
                    offset,
                    state.clock.millis(),
                    TimestampType.CREATE_TIME,
                    key == null ? -1 : key.length,
                    value == null ? -1 : value.length,
                    key,
                    value,
                    new RecordHeaders(),
                    Optional.empty()));
            return offset;
        });
    }

    /** Appends a whole record at its own offset, at or above the log's end; offsets left out do not exist. */
    public Script append(ConsumerRecord<byte[], byte[]> record) {
        return locked(() -> {
            put(record);
            return this;
        });
    }

    /** Appends {@code count} offsets without records, as compaction and transaction markers leave them. */
    public Script skip(TopicPartition partition, long count) {
        return locked(() -> {
            state.partition(partition).end += count;
            state.stir();
            return this;
        });
    }

    /** Removes all records below {@code offset}, as retention does. */
    public Script truncateBefore(TopicPartition partition, long offset) {
        return locked(() -> {
            ScriptedLog log = state.partition(partition);
            log.records.headMap(offset).clear();
            log.start = offset;
            log.end = Math.max(log.end, offset);
            return this;
        });
    }

    /** Empties the log and begins it anew at offset 0, as a topic that is deleted and made again under its name. */
    public Script remake(TopicPartition partition) {
        return locked(() -> {
            ScriptedLog log = state.partition(partition);
            log.records.clear();
            log.start = 0;
            log.end = 0;
            return this;
        });
    }

    /** At most this many records a {@code poll}; 500 unless set. */
    public Script maxPollRecords(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("maxPollRecords(" + max + "): at least 1");
        }
        return locked(() -> {
            state.maxPollRecords = max;
            return this;
        });
    }

    /** Cooperative: these partitions come, the others stay; the listener hears of the new ones alone. */
    public CompletableFuture<Void> give(TopicPartition... partitions) {
        return schedule(new RebalanceStep(RebalanceStep.Going.REVOKED, all -> Set.of(), setOf(partitions), true));
    }

    /** Cooperative: these partitions are revoked, the others stay; then the listener hears of an empty assignment. */
    public CompletableFuture<Void> revoke(TopicPartition... partitions) {
        Set<TopicPartition> leaving = setOf(partitions);
        return schedule(new RebalanceStep(RebalanceStep.Going.REVOKED, all -> leaving, Set.of(), true));
    }

    /** These partitions are lost: when the listener hears of it they already belong to others. */
    public CompletableFuture<Void> lose(TopicPartition... partitions) {
        Set<TopicPartition> leaving = setOf(partitions);
        return schedule(new RebalanceStep(RebalanceStep.Going.LOST, all -> leaving, Set.of(), false));
    }

    /** All assigned partitions are lost, as after an eviction from the group. */
    public CompletableFuture<Void> loseAll() {
        return schedule(new RebalanceStep(RebalanceStep.Going.LOST, all -> all, Set.of(), false));
    }

    /** Eager: everything is revoked, then exactly these are assigned, also those that were there before. */
    public CompletableFuture<Void> rebalanceEagerly(TopicPartition... partitions) {
        return schedule(new RebalanceStep(RebalanceStep.Going.REVOKED, all -> all, setOf(partitions), true));
    }

    /** The next {@code poll} throws this; several queue up. */
    public Script failPoll(RuntimeException exception) {
        return locked(() -> {
            state.pollFailures.add(exception);
            state.stir();
            return this;
        });
    }

    /** The next commit is refused with this exception and not stored; several queue up. */
    public Script failCommit(RuntimeException exception) {
        state.commits.failNext(exception, false);
        return this;
    }

    /** The next commit is stored, but its answer is lost: the sender gets this exception. */
    public Script loseCommitAnswer(RuntimeException exception) {
        state.commits.failNext(exception, true);
        return this;
    }

    /** From now on no commit is stored or answered; {@code commitSync} blocks until its timeout. */
    public Script holdCommits() {
        state.commits.hold();
        return this;
    }

    /** Stores and answers the oldest held commit; its callback runs in the owner's next call. False if none is held. */
    public boolean answerOneCommit() {
        return state.commits.answerHeld(1) == 1;
    }

    /** Answers all held commits and holds back no more. */
    public Script releaseCommits() {
        state.commits.release();
        return this;
    }

    /** How many {@code commitAsync} wait for an answer. */
    public int heldCommits() {
        return state.commits.heldCount();
    }

    /** Puts a committed offset into the group, as a consumer before this one would have. */
    public Script setCommitted(TopicPartition partition, OffsetAndMetadata offset) {
        return locked(() -> {
            state.commits.stored().put(partition, offset);
            return this;
        });
    }

    /** What the broker has stored for this partition, or null. */
    public @Nullable OffsetAndMetadata committed(TopicPartition partition) {
        return locked(() -> state.commits.stored().get(partition));
    }

    /** Every commit that was sent, in order, whatever became of it. */
    public List<ScriptEvent.Committed> commits() {
        return eventsOf(ScriptEvent.Committed.class);
    }

    /** Everything seen so far, in order. It grows with every {@code poll}: not for runs of hours. */
    public List<ScriptEvent> events() {
        return locked(() -> List.copyOf(state.events));
    }

    /** The events of one kind, in order. */
    public <T extends ScriptEvent> List<T> eventsOf(Class<T> kind) {
        return events().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Uses of the consumer by two threads at once; empty in a sound engine. */
    public List<RuntimeException> faults() {
        return locked(() -> List.copyOf(state.faults));
    }

    /** Partitions paused at this moment. */
    public Set<TopicPartition> paused() {
        return locked(state::paused);
    }

    /** Partitions assigned at this moment. */
    public Set<TopicPartition> assignment() {
        return locked(() -> Set.copyOf(state.assigned.keySet()));
    }

    /** The next offset to be fetched, -1 while unknown, for an assigned partition. */
    public long position(TopicPartition partition) {
        return locked(() -> {
            ScriptState.Assigned reader = state.assigned.get(partition);
            return reader == null ? -1 : reader.position;
        });
    }

    /** How often {@code poll} was called. */
    public long polls() {
        return locked(() -> state.polls);
    }

    /** How often {@code wakeup} was called. */
    public int wakeups() {
        return eventsOf(ScriptEvent.Woken.class).size();
    }

    /** Whether the consumer was closed. */
    public boolean closed() {
        return locked(() -> state.closed);
    }

    /** Blocks until {@code poll} was called {@code more} times after this call, at most 20 s. */
    public void awaitPolls(int more) {
        await(more + " more polls", new BooleanSupplier() {
            private final long goal = polls() + more;

            @Override
            public boolean getAsBoolean() {
                return state.polls >= goal;
            }
        });
    }

    /** Blocks until the owner waits inside {@code poll} with nothing to fetch and no rebalance to do, at most 20 s. */
    public void awaitBlockedInPoll() {
        await("the owner to block in poll", () -> state.blockedInPoll && state.steps.isEmpty());
    }

    void fault(RuntimeException fault) {
        locked(() -> state.faults.add(fault));
    }

    private void await(String what, BooleanSupplier done) {
        locked(() -> {
            long left = PATIENCE.toNanos();
            while (!done.getAsBoolean()) {
                if (left <= 0) {
                    throw new IllegalStateException("Waited " + PATIENCE.toSeconds() + " s for " + what
                            + "; polls so far: " + state.polls + ", closed: " + state.closed);
                }
                try {
                    // A slice only: a poll that goes straight from one wait to the next need not signal.
                    left -= TimeUnit.MILLISECONDS.toNanos(10)
                            - Math.max(0, state.changed.awaitNanos(TimeUnit.MILLISECONDS.toNanos(10)));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("Interrupted while waiting for " + what, e);
                }
            }
            return this;
        });
    }

    private CompletableFuture<Void> schedule(RebalanceStep step) {
        return locked(() -> {
            state.steps.add(step);
            state.stir();
            return step.done;
        });
    }

    private void put(ConsumerRecord<byte[], byte[]> record) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        ScriptedLog log = state.partition(partition);
        if (record.offset() < log.end) {
            throw new IllegalArgumentException(
                    "Offset " + record.offset() + " of " + partition + " is below the log's end " + log.end);
        }
        log.records.put(record.offset(), record);
        log.end = record.offset() + 1;
        state.stir();
    }

    private <T extends @Nullable Object> T locked(Supplier<T> action) {
        state.lock.lock();
        try {
            return action.get();
        } finally {
            state.lock.unlock();
        }
    }

    private static Set<TopicPartition> setOf(TopicPartition... partitions) {
        return new LinkedHashSet<>(Arrays.asList(partitions));
    }
}
