package dev.headgate.kafka;

import static dev.headgate.kafka.IntakeFixture.partition;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

/** What a key is: the raw bytes within a partition; and that a key's order neither breaks nor sticks. */
class KeysTest {

    private static IntakeFixture byKey(int partitions) {
        return IntakeFixture.of(partitions).with(b -> b.ordering(Ordering.BY_KEY));
    }

    /** PC 184: keys of different topics were taken for one. */
    @Test
    void equalKeysOfDifferentTopicsDoNotWaitForEachOther() {
        try (IntakeFixture f = byKey(1)) {
            TopicPartition other = new TopicPartition("u", 0);
            f.with(b -> b.topics(IntakeFixture.TOPIC, "u")).script.topic("u", 1);
            f.handler.holdAll();
            f.append(0, "k", "1");
            f.script.append(other, new byte[] {'k'}, new byte[] {'2'});
            f.startWith(0);
            f.join(f.script.give(other));
            f.until("both to run", () -> f.handler.running() == 2);
        }
    }

    /** PC 184, within a topic: equal keys in different partitions are different keys. */
    @Test
    void equalKeysOfDifferentPartitionsDoNotWaitForEachOther() {
        try (IntakeFixture f = byKey(2)) {
            f.handler.holdAll();
            f.append(0, "k", "1");
            f.append(1, "k", "2");
            f.startWith(0, 1);
            f.until("both to run", () -> f.handler.running() == 2);
        }
    }

    /** PC 318: records without a key failed, or were all taken for one key. */
    @Test
    void recordsWithoutAKeyAreUnorderedAmongThemselvesAndHoldUpNobody() {
        try (IntakeFixture f = byKey(1)) {
            f.handler.hold(delivery -> !delivery.hasKey());
            f.append(0, null, "1");
            f.append(0, null, "2");
            f.append(0, "a", "3");
            f.append(0, null, "4");
            f.startWith(0);
            f.until("the three without a key to run", () -> f.handler.running() == 3);
            f.until("the one with a key to end", () -> f.handler.ended().contains(new Place(0, 2)));
            f.handler.releaseAll();
            f.untilCommitted(0, 4);
        }
    }

    /** An empty key is a key like any other, and not the same as none. */
    @Test
    void anEmptyKeyIsAKey() {
        try (IntakeFixture f = byKey(1)) {
            f.handler.hold(0, 0);
            f.append(0, "", "1");
            f.append(0, "", "2");
            f.append(0, null, "3");
            f.startWith(0);
            f.untilEnded(1);
            assertThat(f.handler.ended()).containsExactly(new Place(0, 2));
            assertThat(f.handler.attempts(0, 1)).isZero();
            f.handler.releaseAll();
            f.untilCommitted(0, 3);
            assertThat(f.handler.doubledKeys()).isEmpty();
        }
    }

    /** PC 579: keys that decode to arrays never equalled each other, so their order was lost. */
    @Test
    void keysThatAreArraysKeepTheirOrder() {
        List<String> handled = new CopyOnWriteArrayList<>();
        CountDownLatch first = new CountDownLatch(1);
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.append(0, "k", "1");
            f.append(0, "k", "2");
            f.append(0, "l", "3");
            Intake<byte[], String> intake = Intake.<byte[], String>of("array-keys", f.properties)
                    .topics(IntakeFixture.TOPIC)
                    .keys(new ByteArrayDeserializer())
                    .values(new StringDeserializer())
                    .ordering(Ordering.BY_KEY)
                    .consumer(config -> f.consumer)
                    .handle(delivery -> {
                        if (delivery.value().equals("1")) {
                            first.await();
                        }
                        handled.add(delivery.value());
                    });
            intake.start();
            try {
                f.script.give(partition(0)).join();
                f.until("the other key to be handled", () -> !handled.isEmpty());
                assertThat(handled).containsExactly("3");
                first.countDown();
                f.until("all to be handled", () -> handled.size() == 3);
                assertThat(handled).containsExactly("3", "1", "2");
            } finally {
                intake.close(Duration.ofSeconds(5));
            }
        }
    }

    /** PC 184: a key was stuck for good after one of its records had ended in another way than done. */
    @Test
    void aKeyGoesOnWhateverWayItsRecordsEnd() {
        try (IntakeFixture f = byKey(1)) {
            f.with(b -> b.deadLetters("dead")
                    .retry(Retry.fixed(Duration.ofMillis(1)).attempts(2)));
            List<OutcomeHandler<String, String>> ends = List.of(
                    delivery -> Outcome.done(),
                    delivery -> Outcome.dropped("filtered"),
                    delivery -> Outcome.dead("spoilt"),
                    delivery -> Outcome.againAfter(Duration.ofMillis(2)),
                    delivery -> {
                        throw new IllegalStateException("failed");
                    },
                    delivery -> {
                        throw new StackOverflowError("failed badly");
                    });
            for (OutcomeHandler<String, String> end : ends) {
                long offset = f.append(0, "k", "v");
                f.handler.tell(0, offset, end, end);
            }
            long last = f.append(0, "k", "last");
            f.startWith(0);
            f.untilCommitted(0, last + 1);
            assertThat(f.handler.ended().stream().map(Place::offset).distinct())
                    .isSorted()
                    .hasSize(7);
            assertThat(f.handler.doubledKeys()).isEmpty();
            f.untilStats(
                    "all to be counted",
                    stats -> stats.done() == 2
                            && stats.dead() == 4
                            && stats.dropped().equals(Map.of("filtered", 1L)));
        }
    }

    /** A record whose key cannot be decoded is its own attempt's failure, and the records of that key go on after it. */
    @Test
    void aKeyThatCannotBeDecodedHoldsUpNobody() {
        try (IntakeFixture f = byKey(1)) {
            f.with(b -> b.dropExhausted().retry(Retry.none()).keys(new StringDeserializer() {
                @Override
                public String deserialize(String topic, byte[] data) {
                    throw new IllegalStateException("no key of ours");
                }
            }));
            f.append(0, "k", "1");
            f.append(0, "k", "2");
            f.append(0, null, "3");
            f.startWith(0);
            f.untilCommitted(0, 3);
            f.untilStats("two to be dropped", stats -> stats.dropped().equals(Map.of("exhausted", 2L)));
            assertThat(f.handler.ended()).containsExactly(new Place(0, 2));
        }
    }

    /**
     * A history of benchmarks with all-distinct keys measured unordered processing under another name: here keys are skewed, as real
     * ones are, and fail now and then. Every key's records are handled one at a time and in order, and different keys at once.
     */
    @Test
    void underSkewedKeysEachKeyIsHandledInOrderAndOneAtATime() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int n = 3_000;
        Map<String, Long> lastOfKey = new ConcurrentHashMap<>();
        Set<String> disorders = ConcurrentHashMap.newKeySet();
        List<Integer> zipf = zipf(100);
        try (IntakeFixture f = byKey(2)) {
            for (int i = 0; i < n; i++) {
                f.append(i % 2, "k" + zipf.get(random.nextInt(zipf.size())), random.nextInt(20) == 0 ? "fails" : "v");
            }
            f.handler.otherwise(delivery -> {
                if (delivery.value().equals("fails") && delivery.attempt() == 1) {
                    return Outcome.againAfter(Duration.ofMillis(1));
                }
                Long before = lastOfKey.put(delivery.partition() + "/" + delivery.key(), delivery.offset());
                if (before != null && before >= delivery.offset()) {
                    disorders.add(delivery + " after " + before);
                }
                return Outcome.done();
            });
            f.handler.hold(0, 0);
            f.handler.hold(1, 0);
            f.startWith(0, 1);
            f.until("different keys to run at once", () -> f.handler.running() >= 2);
            f.handler.releaseAll();
            f.untilCommitted(0, n / 2);
            f.untilCommitted(1, n / 2);
            assertThat(disorders).isEmpty();
            assertThat(f.handler.doubledKeys()).isEmpty();
        }
    }

    /** Key numbers, each as often as a Zipf distribution of exponent 1 has it. */
    private static List<Integer> zipf(int keys) {
        List<Integer> all = new ArrayList<>();
        for (int key = 1; key <= keys; key++) {
            for (int i = 0; i < 1000 / key; i++) {
                all.add(key);
            }
        }
        return all;
    }
}
