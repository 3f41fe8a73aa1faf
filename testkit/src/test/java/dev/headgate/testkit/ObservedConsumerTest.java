package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ObservedConsumerTest {

    private static final TopicPartition P = new TopicPartition("a", 0);

    private final ScriptedConsumer real = new ScriptedConsumer();
    private final Script script = real.script();
    private final List<String> seen = new ArrayList<>();
    private final Consumer<byte[], byte[]> consumer = ObservedConsumer.of(real, new ConsumerObserver() {
        @Override
        public void polled(TopicPartition partition, long offset) {
            seen.add("polled " + partition + "@" + offset);
        }

        @Override
        public void assigned(Set<TopicPartition> partitions) {
            seen.add("assigned " + partitions);
        }

        @Override
        public void gone(Set<TopicPartition> partitions) {
            seen.add("gone " + partitions);
        }

        @Override
        public void committing(Map<TopicPartition, OffsetAndMetadata> offsets) {
            seen.add("committing " + offsets.get(P) + ", sent so far "
                    + script.commits().size());
        }

        @Override
        public void acknowledged(Map<TopicPartition, OffsetAndMetadata> offsets) {
            seen.add("acknowledged " + offsets.keySet());
        }
    });

    private void assign() {
        consumer.subscribe(Set.of("a"), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                seen.add("listener revoked");
            }

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                seen.add("listener assigned");
            }
        });
        script.give(P);
        script.append(P, null, null);
        consumer.poll(Duration.ZERO);
    }

    @Test
    void everythingIsSeenInOrder() {
        assign();
        script.revoke(P);
        consumer.poll(Duration.ZERO);
        assertThat(seen)
                .containsExactly(
                        "assigned [a-0]",
                        "listener assigned",
                        "polled a-0@0",
                        "listener revoked",
                        "gone [a-0]",
                        "listener assigned");
    }

    @Test
    void everyFormOfCommitIsSeenBeforeItIsSent() {
        assign();
        seen.clear();
        Map<TopicPartition, OffsetAndMetadata> one = Map.of(P, new OffsetAndMetadata(1));
        List<String> called = new ArrayList<>();
        consumer.commitSync(one);
        consumer.commitSync(one, Duration.ofSeconds(1));
        consumer.commitSync();
        consumer.commitSync(Duration.ofSeconds(1));
        consumer.commitAsync();
        consumer.commitAsync((offsets, e) -> called.add("1"));
        consumer.commitAsync(one, (offsets, e) -> called.add("2"));
        consumer.commitAsync(one, null);
        consumer.poll(Duration.ZERO);
        assertThat(seen.stream().filter(s -> s.startsWith("committing")).map(s -> s.replaceAll(".*so far ", "")))
                .containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
        assertThat(seen).filteredOn(s -> s.startsWith("acknowledged")).hasSize(8);
        assertThat(called).containsExactly("1", "2");
        assertThat(seen.getFirst()).contains("offset=1");
    }

    @Test
    void aFailureComesThroughAsItIsAndIsNoAcknowledgement() {
        assign();
        seen.clear();
        script.failCommit(new CommitFailedException()).failCommit(new CommitFailedException());
        List<Exception> failures = new ArrayList<>();
        assertThatThrownBy(() -> consumer.commitSync(Map.of(P, new OffsetAndMetadata(1))))
                .isInstanceOf(CommitFailedException.class);
        consumer.commitAsync(Map.of(P, new OffsetAndMetadata(1)), (offsets, e) -> failures.add(e));
        consumer.poll(Duration.ZERO);
        assertThat(failures).hasOnlyElementsOfType(CommitFailedException.class).hasSize(1);
        assertThat(seen).hasSize(2).allMatch(s -> s.startsWith("committing"));
    }

    @Test
    void guaranteesCheckEveryCommitOfAnEngine() {
        Guarantees kept = Guarantees.of(new FrontierCheck(CommitDecoder.NONE));
        Consumer<byte[], byte[]> checked = ObservedConsumer.of(real, kept.observer("engine"));
        checked.subscribe(Set.of("a"));
        script.give(P);
        script.append(P, null, null);
        script.append(P, null, null);
        checked.poll(Duration.ZERO).forEach(r -> {
            if (r.offset() == 1) {
                kept.start("engine", r).end();
            }
        });
        checked.commitSync();
        assertThatThrownBy(kept::verify).message().contains("a-0 at 2 is beyond the incomplete offset 0");
    }
}
