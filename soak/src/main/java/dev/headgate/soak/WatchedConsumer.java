package dev.headgate.soak;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Stands between an intake and its consumer, and writes down the commits, their acknowledgements and the partitions' coming and
 * going; and measures the time between polls. The intake's owner thread's, {@link #longestGapNanos} apart.
 */
final class WatchedConsumer implements InvocationHandler {
    private final Consumer<byte[], byte[]> real;
    private final Journal journal;
    private final CommitLog commits;
    private final int life;
    private long mark;
    private long polledAt;
    private boolean assigned;
    private volatile long longestGapNanos;

    WatchedConsumer(Consumer<byte[], byte[]> real, Journal journal, CommitLog commits, int life) {
        this.real = real;
        this.journal = journal;
        this.commits = commits;
        this.life = life;
        this.mark = journal.size();
    }

    @SuppressWarnings("unchecked")
    Consumer<byte[], byte[]> consumer() {
        return (Consumer<byte[], byte[]>)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Consumer.class}, this);
    }

    /** The longest time from one call of poll to the next since the first assignment. Any thread. */
    long longestGapNanos() {
        return longestGapNanos;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        Object[] given = args == null ? new Object[0] : args;
        return switch (method.getName()) {
            case "poll" -> poll(method, given);
            case "subscribe" -> call(method, listening(given));
            case "commitSync" -> commitSync(method, given);
            case "commitAsync" -> commitAsync(given);
            default -> call(method, given);
        };
    }

    private @Nullable Object poll(Method method, Object[] args) throws Throwable {
        long now = System.nanoTime();
        if (assigned) {
            longestGapNanos = Math.max(longestGapNanos, now - polledAt);
        }
        polledAt = now;
        try {
            return call(method, args);
        } finally {
            mark = journal.size();
        }
    }

    private @Nullable Object commitSync(Method method, Object[] args) throws Throwable {
        int number = commits.sending(offsets(args), mark);
        Object nothing = call(method, args);
        acknowledged(number);
        return nothing;
    }

    private @Nullable Object commitAsync(Object[] args) {
        Map<TopicPartition, OffsetAndMetadata> offsets = offsets(args);
        int number = commits.sending(offsets, mark);
        OffsetCommitCallback callback = (OffsetCommitCallback) args[1];
        real.commitAsync(offsets, (committed, failure) -> {
            if (failure == null) {
                acknowledged(number);
            }
            callback.onComplete(committed, failure);
        });
        return null;
    }

    private void acknowledged(int number) {
        journal.append(Event.Kind.ACKNOWLEDGED, life, 0, 0, number);
    }

    @SuppressWarnings("unchecked")
    private static Map<TopicPartition, OffsetAndMetadata> offsets(Object[] args) {
        return (Map<TopicPartition, OffsetAndMetadata>) args[0];
    }

    private Object[] listening(Object[] args) {
        Object[] wrapped = args.clone();
        for (int i = 0; i < args.length; i++) {
            if (args[i] instanceof ConsumerRebalanceListener listener) {
                wrapped[i] = new Listening(listener);
            }
        }
        return wrapped;
    }

    private @Nullable Object call(Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(real, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private final class Listening implements ConsumerRebalanceListener {
        private final ConsumerRebalanceListener listener;

        Listening(ConsumerRebalanceListener listener) {
            this.listener = listener;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (!assigned) {
                assigned = true;
                polledAt = System.nanoTime();
            }
            write(Event.Kind.ASSIGNED, partitions);
            listener.onPartitionsAssigned(partitions);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            write(Event.Kind.REVOKED, partitions);
            listener.onPartitionsRevoked(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            write(Event.Kind.LOST, partitions);
            listener.onPartitionsLost(partitions);
        }

        private void write(Event.Kind kind, Collection<TopicPartition> partitions) {
            journal.append(kind, life, 0, 0, partitions.size());
        }
    }
}
