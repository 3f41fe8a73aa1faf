package dev.headgate.testkit;

import dev.headgate.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * A consumer without a broker, whose owner thread polls it while a test thread feeds it through {@link #script()}.
 *
 * <p>It takes after {@code KafkaConsumer} where Kafka's own {@code MockConsumer} does not, because engines break exactly there:
 *
 * <ul>
 *   <li>{@code poll} blocks until there are records, a rebalance, a wake-up, or the timeout (by the given clock);
 *   <li>one rebalance happens inside one {@code poll}, on the polling thread, and the listener may use the consumer;
 *   <li>a revoked partition forgets that it was paused; committed offsets outlive assignments; unread records are fetched again;
 *   <li>callbacks of {@code commitAsync} come inside a later {@code poll}, {@code commitSync} or {@code close};
 *   <li>a pending wake-up makes {@code commitSync} and {@code committed} throw too, <em>after</em> the commit was sent;
 *   <li>while it closes, {@code committed} does not answer (KIP-848), so a listener that asks gets a {@code TimeoutException};
 *   <li>two threads in it at once get a {@code ConcurrentModificationException}.
 * </ul>
 *
 * <p>Everything but {@code wakeup} and the script is for one thread at a time.
 */
public final class ScriptedConsumer extends MockConsumer<byte[], byte[]> {

    /** Guards everything below; never held while a listener or a callback runs. */
    private final ReentrantLock lock = new ReentrantLock();

    private final ScriptState state;
    private final Script script;
    private final OneUser user;

    /** Partitions without a committed offset are read from the beginning; time is the machine's. */
    public ScriptedConsumer() {
        this(Clock.system(), "earliest");
    }

    /**
     * @param clock by which poll times out: with a {@link ManualClock} a blocked {@code poll} returns when the clock is advanced far enough
     * @param offsetReset {@code earliest}, {@code latest} or {@code none}
     */
    public ScriptedConsumer(Clock clock, String offsetReset) {
        super(offsetReset);
        this.state = new ScriptState(clock, offsetReset, lock);
        this.script = new Script(state);
        this.user = new OneUser(script::fault);
        if (clock instanceof ManualClock manual) {
            manual.onMove(state::lookAgain);
        }
    }

    /** The test's side: what to feed, what shall happen, and what was seen. */
    public Script script() {
        return script;
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        Objects.requireNonNull(listener, "listener");
        act(() -> state.subscribe(Set.copyOf(topics), null, listener));
    }

    @Override
    public void subscribe(Collection<String> topics) {
        act(() -> state.subscribe(Set.copyOf(topics), null, null));
    }

    @Override
    public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
        Objects.requireNonNull(listener, "listener");
        act(() -> state.subscribe(Set.of(), pattern, listener));
    }

    @Override
    public void subscribe(Pattern pattern) {
        act(() -> state.subscribe(Set.of(), pattern, null));
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        act(() -> state.assignByHand(Set.copyOf(partitions)));
    }

    @Override
    public void unsubscribe() {
        enter();
        try {
            leaveGroup();
        } finally {
            exit();
        }
    }

    @Override
    public Set<String> subscription() {
        return use(state::subscription);
    }

    @Override
    public Set<TopicPartition> assignment() {
        return use(() -> Set.copyOf(state.assigned.keySet()));
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        enter();
        try {
            long deadline = state.startPoll(timeout);
            state.throwIfWoken();
            runCallbacks();
            boolean rebalanced = runRebalance();
            ConsumerRecords<byte[], byte[]> records = state.awaitRecords(deadline);
            // The real client runs a rebalance that arrives while poll blocks inside that same poll.
            if (!rebalanced && records.isEmpty() && runRebalance()) {
                records = state.fetch();
            }
            runCallbacks();
            return records;
        } finally {
            exit();
        }
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback) {
        enter();
        try {
            runCallbacks();
            state.commits.async(offsets, callback);
        } finally {
            exit();
        }
    }

    @Override
    public void commitAsync() {
        commitAsync(use(state::consumed), null);
    }

    @Override
    public void commitAsync(@Nullable OffsetCommitCallback callback) {
        commitAsync(use(state::consumed), callback);
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        enter();
        try {
            if (offsets.isEmpty()) {
                return;
            }
            RuntimeException failure = state.commits.sync(offsets, timeout);
            runCallbacks();
            state.throwIfWoken();
            if (failure != null) {
                throw failure;
            }
        } finally {
            exit();
        }
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        commitSync(offsets, Duration.ofSeconds(60));
    }

    @Override
    public void commitSync() {
        commitSync(use(state::consumed));
    }

    @Override
    public void commitSync(Duration timeout) {
        commitSync(use(state::consumed), timeout);
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
        return use(() -> {
            state.throwIfWoken();
            state.throwIfClosing();
            Map<TopicPartition, OffsetAndMetadata> found = new HashMap<>();
            partitions.forEach(p -> found.put(p, state.commits.stored().get(p)));
            return found;
        });
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        return committed(partitions, Duration.ofSeconds(60));
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("seek offset must not be a negative number: " + offset);
        }
        act(() -> state.seek(partition, offset));
    }

    @Override
    public void seek(TopicPartition partition, OffsetAndMetadata offset) {
        seek(partition, offset.offset());
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        act(() -> partitions.forEach(p -> state.seek(p, state.partition(p).start)));
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        act(() -> partitions.forEach(p -> state.seek(p, state.partition(p).end)));
    }

    @Override
    public long position(TopicPartition partition, Duration timeout) {
        return use(() -> state.position(partition));
    }

    @Override
    public long position(TopicPartition partition) {
        return position(partition, Duration.ofSeconds(60));
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        act(() -> state.pause(partitions, true));
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        act(() -> state.pause(partitions, false));
    }

    @Override
    public Set<TopicPartition> paused() {
        return use(state::paused);
    }

    @Override
    public OptionalLong currentLag(TopicPartition partition) {
        return use(() -> state.lag(partition));
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
        return offsets(partitions, log -> log.start);
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
        return offsets(partitions, log -> log.end);
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        return use(() -> ScriptedLog.infos(topic, state.partitions.keySet()));
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics() {
        return use(() -> {
            Map<String, List<PartitionInfo>> topics = new HashMap<>();
            state.partitions
                    .keySet()
                    .forEach(p -> topics.computeIfAbsent(
                            p.topic(), topic -> ScriptedLog.infos(topic, state.partitions.keySet())));
            return topics;
        });
    }

    @Override
    public void setMaxPollRecords(long maxPollRecords) {
        script.maxPollRecords(Math.toIntExact(maxPollRecords));
    }

    /** Adds a record to the partition's log at its own offset; offsets left out do not exist. Assignment does not matter. */
    @Override
    public void addRecord(ConsumerRecord<byte[], byte[]> record) {
        script.append(record);
    }

    /** Schedules an eager rebalance to exactly these partitions: see {@link Script#rebalanceEagerly}. */
    @Override
    public void rebalance(Collection<TopicPartition> newAssignment) {
        script.rebalanceEagerly(newAssignment.toArray(TopicPartition[]::new));
    }

    /** Safe for use by any thread: the next or the blocked {@code poll} throws {@link WakeupException}. */
    @Override
    public void wakeup() {
        state.wakeUp();
    }

    /** Leaves the group as the real one does: the listener hears of the revocation, pending callbacks run. */
    @Override
    public void close(Duration timeout) {
        if (state.closed()) {
            return;
        }
        enter();
        try {
            state.closing = true;
            runCallbacks();
            leaveGroup();
        } finally {
            exit();
            state.close();
            super.close(timeout);
        }
    }

    @Override
    public void close() {
        close(Duration.ofSeconds(30));
    }

    private Map<TopicPartition, Long> offsets(
            Collection<TopicPartition> partitions, Function<ScriptedLog, Long> which) {
        return use(() -> {
            state.throwIfWoken();
            Map<TopicPartition, Long> found = new HashMap<>();
            partitions.forEach(p -> found.put(p, which.apply(state.partition(p))));
            return found;
        });
    }

    private void leaveGroup() {
        state.leaving().run(state);
    }

    private boolean runRebalance() {
        RebalanceStep step = state.nextStep();
        if (step == null) {
            return false;
        }
        try {
            step.run(state);
        } catch (WakeupException e) {
            // A wake-up thrown through the listener cuts the rebalance short: the next poll begins it again.
            state.again(step);
            throw e;
        }
        return true;
    }

    private void runCallbacks() {
        for (Optional<Runnable> next = state.commits.nextCallback();
                next.isPresent();
                next = state.commits.nextCallback()) {
            next.get().run();
        }
    }

    private <T extends @Nullable Object> T use(Supplier<T> action) {
        enter();
        try {
            lock.lock();
            try {
                return action.get();
            } finally {
                lock.unlock();
            }
        } finally {
            exit();
        }
    }

    private void act(Runnable action) {
        use(() -> {
            action.run();
            return action;
        });
    }

    private void enter() {
        user.enter(state.closed());
    }

    private void exit() {
        user.exit();
    }
}
