package dev.headgate.kafka;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;

/** Which topics an intake reads. */
sealed interface Subscription {
    void apply(Consumer<?, ?> consumer, ConsumerRebalanceListener listener);

    /** Whether records of this topic come, should it exist. */
    boolean reads(String topic);

    record Names(List<String> topics) implements Subscription {
        @Override
        public void apply(Consumer<?, ?> consumer, ConsumerRebalanceListener listener) {
            consumer.subscribe(topics, listener);
        }

        @Override
        public boolean reads(String topic) {
            return topics.contains(topic);
        }

        @Override
        public String toString() {
            return "topics " + topics;
        }
    }

    record Matching(Pattern pattern) implements Subscription {
        @Override
        public void apply(Consumer<?, ?> consumer, ConsumerRebalanceListener listener) {
            consumer.subscribe(pattern, listener);
        }

        @Override
        public boolean reads(String topic) {
            return pattern.matcher(topic).matches();
        }

        @Override
        public String toString() {
            return "topics that match " + pattern;
        }
    }
}
