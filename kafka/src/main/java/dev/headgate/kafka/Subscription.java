package dev.headgate.kafka;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;

/** Which topics an intake reads. */
sealed interface Subscription {
    void apply(Consumer<?, ?> consumer, ConsumerRebalanceListener listener);

    record Names(List<String> topics) implements Subscription {
        @Override
        public void apply(Consumer<?, ?> consumer, ConsumerRebalanceListener listener) {
            consumer.subscribe(topics, listener);
        }
    }

    record Matching(Pattern pattern) implements Subscription {
        @Override
        public void apply(Consumer<?, ?> consumer, ConsumerRebalanceListener listener) {
            consumer.subscribe(pattern, listener);
        }
    }
}
