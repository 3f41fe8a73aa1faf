package dev.headgate.testkit;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * One rebalance: which of the assigned partitions go, how, and what is assigned after it. Runs on the polling thread with no lock
 * held, because the listener may use the consumer and may wait for the test.
 */
final class RebalanceStep {

    /** How partitions go. */
    enum Going {
        REVOKED,
        LOST
    }

    private final Going going;
    private final UnaryOperator<Set<TopicPartition>> leave;
    private final Set<TopicPartition> come;
    private final boolean tellAssigned;
    final CompletableFuture<Void> done = new CompletableFuture<>();

    /**
     * @param leave from the assigned partitions those that go
     * @param come those that are assigned after the others have gone
     * @param tellAssigned whether the listener hears of the assignment, empty or not, as at the end of a real rebalance
     */
    RebalanceStep(
            Going going, UnaryOperator<Set<TopicPartition>> leave, Set<TopicPartition> come, boolean tellAssigned) {
        this.going = going;
        this.leave = leave;
        this.come = come;
        this.tellAssigned = tellAssigned;
    }

    /**
     * @throws WakeupException as thrown through the listener; then nothing has changed and the step may be run again
     * @throws KafkaException around anything else that the listener throws, as the real client does it; the rebalance is done all the same
     */
    void run(ScriptState state) {
        try {
            ConsumerRebalanceListener listener = state.listener();
            Set<TopicPartition> leaving = state.assignedAmong(leave);
            RuntimeException failure = null;
            if (!leaving.isEmpty() && going == Going.REVOKED) {
                // While it hears of a revocation the listener still owns the partitions, and may commit and ask for
                // positions.
                failure = call(() -> listener.onPartitionsRevoked(leaving));
                state.unassign(leaving);
            } else if (!leaving.isEmpty()) {
                state.unassign(leaving);
                failure = call(() -> listener.onPartitionsLost(leaving));
            }
            Set<TopicPartition> coming = state.assignNew(come);
            if (tellAssigned) {
                RuntimeException another = call(() -> listener.onPartitionsAssigned(coming));
                failure = failure == null ? another : failure;
            }
            if (failure != null) {
                throw new KafkaException("User rebalance callback throws an error", failure);
            }
            done.complete(null);
        } catch (WakeupException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
            throw e;
        }
    }

    private static @Nullable RuntimeException call(Runnable callback) {
        try {
            callback.run();
            return null;
        } catch (WakeupException | InterruptException e) {
            throw e;
        } catch (RuntimeException e) {
            return e;
        }
    }
}
