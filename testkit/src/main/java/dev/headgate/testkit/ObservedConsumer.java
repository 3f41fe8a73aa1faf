package dev.headgate.testkit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Puts observers between an engine and its consumer: they hear of every commit before it is sent.
 *
 * <p>A proxy, so that it has whatever methods the consumer of the client on the class path has.
 */
public final class ObservedConsumer {

    private ObservedConsumer() {}

    /** A consumer that does what {@code real} does and tells the observers. As little thread-safe as {@code real}. */
    @SuppressWarnings("unchecked")
    public static <K, V> Consumer<K, V> of(Consumer<K, V> real, ConsumerObserver... observers) {
        return (Consumer<K, V>) Proxy.newProxyInstance(
                ObservedConsumer.class.getClassLoader(),
                new Class<?>[] {Consumer.class},
                new Observing(real, List.of(observers)));
    }

    private static final class Observing implements InvocationHandler {

        private final Consumer<?, ?> real;
        private final List<ConsumerObserver> observers;

        Observing(Consumer<?, ?> real, List<ConsumerObserver> observers) {
            this.real = real;
            this.observers = observers;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
            Object[] given = args == null ? new Object[0] : args;
            return switch (method.getName()) {
                case "poll" -> polled(call(method, given));
                case "subscribe" -> call(method, listening(given));
                case "commitSync", "commitAsync" -> commit(method, given);
                default -> call(method, given);
            };
        }

        private @Nullable Object polled(@Nullable Object records) {
            if (records instanceof ConsumerRecords<?, ?> some) {
                some.forEach(r -> {
                    TopicPartition partition = new TopicPartition(r.topic(), r.partition());
                    observers.forEach(observer -> observer.polled(partition, r.offset()));
                });
            }
            return records;
        }

        private @Nullable Object commit(Method method, Object[] args) throws Throwable {
            Map<TopicPartition, OffsetAndMetadata> offsets = offsets(args);
            observers.forEach(observer -> observer.committing(offsets));
            if (method.getName().equals("commitSync")) {
                Object nothing = call(method, args);
                observers.forEach(observer -> observer.acknowledged(offsets));
                return nothing;
            }
            OffsetCommitCallback callback = (committed, failure) -> {
                if (failure == null) {
                    observers.forEach(observer -> observer.acknowledged(offsets));
                }
                for (Object arg : args) {
                    if (arg instanceof OffsetCommitCallback original) {
                        original.onComplete(committed, failure);
                    }
                }
            };
            real.commitAsync(offsets, callback);
            return null;
        }

        /** Those that the caller names, or else all positions, as the consumer itself would commit. */
        @SuppressWarnings("unchecked")
        private Map<TopicPartition, OffsetAndMetadata> offsets(Object[] args) {
            if (args.length > 0 && args[0] instanceof Map<?, ?> named) {
                return Map.copyOf((Map<TopicPartition, OffsetAndMetadata>) named);
            }
            Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
            real.assignment().forEach(p -> positions.put(p, new OffsetAndMetadata(real.position(p))));
            return Map.copyOf(positions);
        }

        /** The subscription with a listener that tells the observers, too. */
        private Object[] listening(Object[] args) {
            Object[] wrapped = args.clone();
            for (int i = 0; i < args.length; i++) {
                if (args[i] instanceof ConsumerRebalanceListener listener) {
                    wrapped[i] = new Listening(listener, observers);
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
    }

    private record Listening(ConsumerRebalanceListener listener, List<ConsumerObserver> observers)
            implements ConsumerRebalanceListener {

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                observers.forEach(observer -> observer.assigned(Set.copyOf(partitions)));
            }
            listener.onPartitionsAssigned(partitions);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            listener.onPartitionsRevoked(partitions);
            observers.forEach(observer -> observer.gone(Set.copyOf(partitions)));
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            listener.onPartitionsLost(partitions);
            observers.forEach(observer -> observer.gone(Set.copyOf(partitions)));
        }
    }
}
