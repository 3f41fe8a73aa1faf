package dev.headgate.testkit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The commit side of the make-believe broker: stores, holds back, or fails what is sent. Every method takes the state's lock. */
final class ScriptedCommits {

    /** A commit that waits for its answer. */
    private record Held(
            Map<TopicPartition, OffsetAndMetadata> offsets,
            @Nullable OffsetCommitCallback callback) {}

    /** What shall happen to a commit: {@code stored} although it fails is an answer that got lost. */
    private record Failure(RuntimeException exception, boolean stored) {}

    private final ScriptState state;
    private final Map<TopicPartition, OffsetAndMetadata> stored = new HashMap<>();
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private final ArrayDeque<Failure> failures = new ArrayDeque<>();
    private final ArrayDeque<Runnable> callbacks = new ArrayDeque<>();
    private boolean holding;

    ScriptedCommits(ScriptState state) {
        this.state = state;
    }

    void async(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback) {
        state.lock.lock();
        try {
            Held commit = new Held(sent(offsets, false), callback);
            if (holding) {
                held.add(commit);
            } else {
                answer(commit);
            }
            state.stir();
        } finally {
            state.lock.unlock();
        }
    }

    /** The failure to throw, or null. While commits are held back it waits {@code timeout} in real time. */
    @Nullable
    RuntimeException sync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        state.lock.lock();
        try {
            Map<TopicPartition, OffsetAndMetadata> copy = sent(offsets, true);
            long left = timeout.toNanos();
            while (holding) {
                if (left <= 0) {
                    return new TimeoutException("Timeout of " + timeout.toMillis()
                            + "ms expired before successfully committing offsets " + copy);
                }
                left = state.changed.awaitNanos(left);
            }
            return store(copy);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            state.lock.unlock();
        }
    }

    /** Held lock. */
    Map<TopicPartition, OffsetAndMetadata> stored() {
        return stored;
    }

    /** Held lock. */
    boolean hasCallbacks() {
        return !callbacks.isEmpty();
    }

    Optional<Runnable> nextCallback() {
        state.lock.lock();
        try {
            return Optional.ofNullable(callbacks.poll());
        } finally {
            state.lock.unlock();
        }
    }

    void hold() {
        state.lock.lock();
        try {
            holding = true;
        } finally {
            state.lock.unlock();
        }
    }

    /** Answers the oldest {@code count} held commits; answers the number that it found. */
    int answerHeld(int count) {
        state.lock.lock();
        try {
            int answered = 0;
            while (answered < count && !held.isEmpty()) {
                answer(held.remove());
                answered++;
            }
            state.stir();
            return answered;
        } finally {
            state.lock.unlock();
        }
    }

    void release() {
        state.lock.lock();
        try {
            holding = false;
            answerHeld(Integer.MAX_VALUE);
        } finally {
            state.lock.unlock();
        }
    }

    void failNext(RuntimeException exception, boolean butStore) {
        state.lock.lock();
        try {
            failures.add(new Failure(exception, butStore));
        } finally {
            state.lock.unlock();
        }
    }

    int heldCount() {
        state.lock.lock();
        try {
            return held.size();
        } finally {
            state.lock.unlock();
        }
    }

    private Map<TopicPartition, OffsetAndMetadata> sent(Map<TopicPartition, OffsetAndMetadata> offsets, boolean sync) {
        Map<TopicPartition, OffsetAndMetadata> copy = Map.copyOf(offsets);
        state.events.add(new ScriptEvent.Committed(
                state.clock.nanos(), copy, sync, Thread.currentThread().getName()));
        return copy;
    }

    private void answer(Held commit) {
        RuntimeException failure = store(commit.offsets());
        OffsetCommitCallback callback = commit.callback();
        if (callback != null) {
            callbacks.add(() -> callback.onComplete(commit.offsets(), failure));
        }
    }

    private @Nullable RuntimeException store(Map<TopicPartition, OffsetAndMetadata> offsets) {
        Failure failure = failures.poll();
        if (failure == null || failure.stored()) {
            stored.putAll(offsets);
        }
        return failure == null ? null : failure.exception();
    }
}
