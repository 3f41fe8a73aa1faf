package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Every checker stays green in a sound run and goes red on the fault that it is for. */
class GuaranteesTest {

    private static final TopicPartition P = new TopicPartition("prices", 0);
    private static final TopicPartition Q = new TopicPartition("prices", 1);

    private final ManualClock clock = new ManualClock();

    private static byte[] key(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void red(Guarantees guarantees, String... parts) {
        assertThatThrownBy(guarantees::verify)
                .isInstanceOf(AssertionError.class)
                .message()
                .contains(parts);
    }

    private static void green(Guarantees guarantees) {
        assertThatCode(guarantees::verify).doesNotThrowAnyException();
    }

    @Nested
    class Loss {
        private final Guarantees kept = Guarantees.of(clock, new NoLoss());

        @Test
        void doneDroppedAndDeadAreNotLost() {
            kept.produced(P, 0);
            kept.start("a", P, 0, null).end();
            kept.produced(P, 1);
            kept.dropped(P, 1);
            kept.produced(P, 2);
            kept.dead(P, 2);
            green(kept);
        }

        @Test
        void neverStartedIsLost() {
            kept.produced(Q, 7);
            red(kept, "No record lost", "prices-1@7");
        }

        @Test
        void failedAndNotTriedAgainIsLost() {
            Handling failed = kept.start("a", P, 3, null);
            failed.fail();
            failed.end();
            red(kept, "prices-0@3");
        }

        @Test
        void stillRunningIsLost() {
            kept.start("a", P, 3, null);
            red(kept, "prices-0@3");
        }

        @Test
        void atMostTwentyExamplesArePrinted() {
            for (int i = 0; i < 100; i++) {
                kept.produced(P, i);
            }
            assertThatThrownBy(kept::verify)
                    .message()
                    .contains("broken 100 times", "prices-0@19 ", "and 80 more")
                    .doesNotContain("prices-0@20 ");
        }
    }

    @Nested
    class Twice {
        private final Guarantees kept = Guarantees.of(clock, Duplicates.atMost(1));

        @Test
        void aRetryIsNoDuplicate() {
            for (int i = 0; i < 5; i++) {
                kept.start("a", P, 0, null).fail();
            }
            kept.start("a", P, 0, null).end();
            green(kept);
        }

        @Test
        void withinTheBoundIsGreenAndBeyondIsRed() {
            kept.start("a", P, 0, null).end();
            kept.start("b", P, 0, null).end();
            green(kept);
            kept.start("b", P, 0, key("k")).end();
            red(kept, "At most 1 records handled again", "broken 2 times", "prices-0@0 key k", "completed before");
        }

        @Test
        void aSecondStartWhileTheFirstRunsCounts() {
            kept.start("a", P, 0, null);
            kept.start("b", P, 0, null);
            kept.dropped(P, 1);
            kept.start("b", P, 1, null);
            kept.start("b", P, 1, null);
            red(kept, "broken 2 times", "started before");
        }
    }

    @Nested
    class KeyOrder {
        private final Guarantees kept = Guarantees.of(clock, new OrderPerKey());

        @Test
        void keysPartitionsAndNullsAreIndependent() {
            Handling slow = kept.start("a", P, 0, key("slow"));
            kept.start("a", P, 5, key("k")).end();
            kept.start("a", Q, 1, key("slow")).end();
            kept.start("a", P, 7, null);
            kept.start("a", P, 6, null);
            slow.end();
            kept.start("a", P, 4, key("slow")).end();
            green(kept);
        }

        @Test
        void aRetryAndARedeliveryAreInOrder() {
            kept.start("a", P, 0, key("k")).fail();
            kept.start("a", P, 0, key("k")).end();
            kept.start("a", P, 1, key("k")).end();
            kept.observer("a").assigned(Set.of(P));
            kept.start("a", P, 0, key("k")).end();
            kept.start("a", P, 1, key("k")).end();
            kept.start("b", P, 1, key("k")).end();
            kept.start("b", P, 2, key("k")).end();
            green(kept);
        }

        @Test
        void anEarlierRecordAfterALaterOneIsRed() {
            kept.start("intake-a", P, 9, key("k")).end();
            clock.advance(Duration.ofMillis(1500));
            kept.start("intake-a", P, 8, key("k")).end();
            red(
                    kept,
                    "Order per key",
                    "prices-0@8 key k",
                    "started after prices-0@9",
                    "intake-a",
                    "+1.500000 s",
                    "thread");
        }

        @Test
        void aLaterRecordBetweenAttemptsIsRed() {
            kept.start("a", P, 0, key("k")).fail();
            kept.start("a", P, 1, key("k")).end();
            kept.start("a", P, 0, key("k")).end();
            red(kept, "prices-0@0", "started after prices-0@1");
        }

        @Test
        void anOverlapIsRed() {
            kept.start("a", P, 0, key("k"));
            kept.start("a", P, 1, key("k"));
            red(kept, "prices-0@1", "started while prices-0@0");
        }

        @Test
        void handledAgainInTheSameAssignmentIsRed() {
            kept.start("a", P, 0, key("k")).end();
            kept.start("a", P, 0, key("k")).end();
            red(kept, "started again, in the same assignment");
        }

        @Test
        void firstSeenOutOfOrderAcrossReadersIsRed() {
            Guarantees each = Guarantees.of(clock, OrderPerKey.withinReaders());
            for (Guarantees g : new Guarantees[] {kept, each}) {
                g.start("a", P, 5, key("k")).end();
                g.start("b", P, 4, key("k")).end();
            }
            red(kept, "prices-0@4", "first seen after prices-0@5");
            green(each);
        }

        @Test
        void keysThatAreNoTextAreShownInHex() {
            kept.start("a", P, 0, new byte[] {0, (byte) 0xff});
            kept.start("a", P, 1, new byte[] {0, (byte) 0xff});
            red(kept, "key 0x00ff");
        }
    }

    @Nested
    class PartitionOrder {
        private final Guarantees kept = Guarantees.of(clock, new OrderPerPartition());

        @Test
        void oneAfterTheOtherIsGreen() {
            kept.start("a", P, 0, key("k")).end();
            kept.start("a", Q, 9, key("k"));
            kept.start("a", P, 3, null).end();
            kept.observer("a").assigned(Set.of(P));
            kept.start("a", P, 1, null).end();
            green(kept);
        }

        @Test
        void overlapAndDisorderAreRed() {
            Handling first = kept.start("a", P, 1, key("k"));
            kept.start("a", P, 2, key("other")).end();
            first.end();
            kept.start("a", P, 0, null).end();
            red(kept, "broken 2 times", "prices-0@2 key other", "prices-0@0 key null", "started after prices-0@2");
        }

        @Test
        void anotherPartitionsAssignmentChangesNothing() {
            kept.start("a", P, 1, null).end();
            kept.observer("a").assigned(Set.of(Q));
            kept.observer("b").assigned(Set.of(P));
            kept.start("a", P, 0, null).end();
            red(kept, "prices-0@0");
        }
    }

    @Nested
    class TwoThreads {
        private final Guarantees kept = Guarantees.of(clock, new NoKeyOnTwoThreads());

        @Test
        void onlyOverlapsOfOneKeyInOneReaderCount() {
            kept.start("a", P, 2, key("k")).end();
            kept.start("a", P, 1, key("k"));
            kept.start("a", P, 0, key("other"));
            kept.start("b", P, 3, key("k"));
            kept.start("a", Q, 3, key("k"));
            kept.start("a", P, 3, null);
            kept.start("a", P, 4, null);
            green(kept);
        }

        @Test
        void anOverlapAcrossAssignmentsIsRedAndNamesBothThreads() throws Exception {
            try (var pool = Executors.newSingleThreadExecutor(r -> new Thread(r, "worker-x"))) {
                pool.submit(() -> kept.start("a", P, 0, key("k"))).get(10, TimeUnit.SECONDS);
            }
            kept.observer("a").assigned(Set.of(P));
            kept.start("a", P, 0, key("k"));
            red(
                    kept,
                    "No key on two threads",
                    "thread worker-x",
                    "thread " + Thread.currentThread().getName());
        }
    }

    @Nested
    class Frontier {
        private final FrontierCheck check = new FrontierCheck((p, commit) ->
                commit.metadata().isEmpty() ? LongStream.empty() : LongStream.of(Long.parseLong(commit.metadata())));
        private final Guarantees kept = Guarantees.of(clock, check);
        private final ConsumerObserver consumer = kept.observer("a");

        private void commit(long offset, String metadata) {
            consumer.committing(Map.of(P, new OffsetAndMetadata(offset, metadata)));
        }

        @Test
        void soundCommitsAreGreen() {
            for (int i = 0; i < 4; i++) {
                consumer.polled(P, i);
            }
            consumer.polled(P, 9);
            kept.start("a", P, 0, null).end();
            kept.start("a", P, 2, null).end();
            commit(1, "2");
            kept.dropped(P, 1);
            kept.dead(P, 3);
            commit(9, "");
            consumer.assigned(Set.of(P));
            commit(1, "");
            assertThat(check.commits()).isEqualTo(3);
            green(kept);
        }

        @Test
        void beyondAnIncompleteOffsetIsRed() {
            consumer.polled(P, 0);
            kept.produced(P, 1);
            kept.start("a", P, 0, null).end();
            commit(2, "");
            red(kept, "commit 1 of a for prices-0 at 2", "beyond the incomplete offset 1");
        }

        @Test
        void aRecordThatTurnsUpBelowTheCommitIsRed() {
            commit(2, "");
            kept.produced(P, 1);
            red(kept, "prices-0@1", "2 was committed before");
        }

        @Test
        void aBitOfAnIncompleteOffsetIsRed() {
            consumer.polled(P, 0);
            consumer.polled(P, 5);
            kept.start("a", P, 5, null).fail();
            commit(0, "5");
            red(kept, "calls 5 completed");
        }

        @Test
        void unreadableMetadataIsRed() {
            commit(0, "garbage");
            red(kept, "cannot be read");
        }

        @Test
        void goingBackInOneAssignmentIsRed() {
            commit(5, "");
            commit(4, "");
            red(kept, "goes back: 5");
        }
    }

    @Nested
    class Gauges {
        @Test
        void aNegativeMomentIsRedAndNamesTheGauge() {
            AtomicInteger inFlight = new AtomicInteger();
            NeverNegative gauges = new NeverNegative()
                    .watch("in-flight", inFlight::get)
                    .watch("gone", () -> Double.NaN)
                    .watchAll("lag", () -> Map.of("{partition=3}", 1.0));
            gauges.sample();
            green(Guarantees.of(gauges));
            inFlight.set(-1);
            gauges.sample();
            inFlight.set(0);
            gauges.sample();
            red(Guarantees.of(gauges), "in-flight = -1.0 in sample 2");
        }

        @Test
        void theBackgroundSamplesUntilClosed() {
            NeverNegative gauges = new NeverNegative().watch("x", () -> 1);
            try (var sampling = gauges.sampleEvery(Duration.ofMillis(1))) {
                assertThat(sampling).isNotNull();
                org.awaitility.Awaitility.await().until(() -> gauges.samples() > 2);
            }
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .doesNotContain("never-negative");
        }
    }

    @Test
    void itTakesRecordsAsTheyAre() {
        Guarantees kept = Guarantees.of(new NoLoss(), Duplicates.atMost(0), new OrderPerKey(), new NoKeyOnTwoThreads());
        kept.start("a", new ConsumerRecord<>("prices", 0, 0, "key", "value")).end();
        green(kept);
        kept.start("a", new ConsumerRecord<>("prices", 0, 1, "key", "value"));
        red(kept, "No record lost");
    }
}
