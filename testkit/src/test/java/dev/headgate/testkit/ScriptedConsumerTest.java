package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ScriptedConsumerTest {

    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final TopicPartition A1 = new TopicPartition("a", 1);
    private static final Duration NOW = Duration.ZERO;
    private static final Duration LONG = Duration.ofSeconds(20);

    private final ScriptedConsumer consumer = new ScriptedConsumer();
    private final Script script = consumer.script().topic("a", 2);
    private final Heard heard = new Heard();

    @Test
    void recordsAreFetchedAgainByWhoeverIsAssignedLater() {
        consumer.subscribe(Set.of("a"), heard);
        fill(A0, 3);
        script.give(A0);
        assertThat(offsets(consumer.poll(NOW), A0)).containsExactly(0L, 1L, 2L);
        consumer.commitSync(Map.of(A0, new OffsetAndMetadata(1, "bits")));
        assertThat(script.committed(A0)).isEqualTo(new OffsetAndMetadata(1, "bits"));

        script.revoke(A0);
        script.give(A0);
        assertThat(consumer.poll(NOW).isEmpty()).isTrue();
        assertThat(offsets(consumer.poll(NOW), A0)).containsExactly(1L, 2L);
        assertThat(heard.calls).containsExactly("assigned [a-0]", "revoked [a-0]", "assigned []", "assigned [a-0]");
    }

    @Test
    void anEagerRebalanceTakesAllAndGivesBack() {
        consumer.subscribe(Set.of("a"), heard);
        script.give(A0);
        consumer.poll(NOW);
        var done = script.rebalanceEagerly(A0, A1);
        assertThat(done).isNotDone();
        consumer.poll(NOW);
        assertThat(done).isCompleted();
        assertThat(heard.calls).startsWith("assigned [a-0]", "revoked [a-0]");
        assertThat(consumer.assignment()).containsExactlyInAnyOrder(A0, A1);
    }

    @Test
    void aLostPartitionIsGoneBeforeTheListenerHears() {
        consumer.subscribe(Set.of("a"), heard);
        script.give(A0);
        consumer.poll(NOW);
        heard.during = () -> assertThatThrownBy(() -> consumer.position(A0)).isInstanceOf(IllegalStateException.class);
        script.loseAll();
        consumer.poll(NOW);
        assertThat(heard.calls).endsWith("lost [a-0]");
    }

    @Test
    void aPauseDiesWithTheAssignment() {
        consumer.subscribe(Set.of("a"), heard);
        fill(A0, 1);
        script.give(A0);
        heard.during = () -> consumer.pause(Set.of(A0));
        assertThat(consumer.poll(NOW).isEmpty()).isTrue();
        assertThat(consumer.paused()).containsExactly(A0);
        heard.during = () -> {};
        script.rebalanceEagerly(A0);
        assertThat(offsets(consumer.poll(NOW), A0)).containsExactly(0L);
        assertThat(script.paused()).isEmpty();
        assertThat(script.eventsOf(ScriptEvent.Paused.class)).hasSize(1);
    }

    @Test
    void aBlockedPollReturnsForRecordsRebalancesAndWakeUps() throws Exception {
        consumer.subscribe(Set.of("a"), heard);
        var polls = new ArrayList<CompletableFuture<ConsumerRecords<byte[], byte[]>>>();
        polls.add(CompletableFuture.supplyAsync(() -> consumer.poll(LONG)));
        script.awaitBlockedInPoll();
        script.give(A0).get(10, TimeUnit.SECONDS);
        assertThat(polls.getLast().get(10, TimeUnit.SECONDS).isEmpty()).isTrue();

        polls.add(CompletableFuture.supplyAsync(() -> consumer.poll(LONG)));
        script.awaitBlockedInPoll();
        fill(A0, 1);
        assertThat(polls.getLast().get(10, TimeUnit.SECONDS).count()).isEqualTo(1);

        polls.add(CompletableFuture.supplyAsync(() -> consumer.poll(LONG)));
        script.awaitBlockedInPoll();
        consumer.wakeup();
        assertThatThrownBy(() -> polls.getLast().get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(WakeupException.class);
        assertThat(script.wakeups()).isEqualTo(1);
        assertThat(script.polls()).isEqualTo(3);
    }

    @Test
    void aManualClockEndsAPoll() throws Exception {
        ManualClock clock = new ManualClock();
        ScriptedConsumer timed = new ScriptedConsumer(clock, "earliest");
        timed.subscribe(Set.of("a"), heard);
        var poll = CompletableFuture.supplyAsync(() -> timed.poll(Duration.ofMillis(100)));
        timed.script().awaitBlockedInPoll();
        clock.advance(Duration.ofMillis(99));
        timed.script().awaitBlockedInPoll();
        assertThat(poll).isNotDone();
        clock.advance(Duration.ofMillis(1));
        assertThat(poll.get(10, TimeUnit.SECONDS).isEmpty()).isTrue();
    }

    @Test
    void twoThreadsAtOnceAreAFault() throws Exception {
        consumer.subscribe(Set.of("a"), heard);
        var poll = CompletableFuture.supplyAsync(() -> consumer.poll(LONG));
        script.awaitBlockedInPoll();
        assertThatThrownBy(consumer::assignment).isInstanceOf(ConcurrentModificationException.class);
        assertThat(script.faults()).hasSize(1);
        consumer.wakeup();
        assertThatThrownBy(() -> poll.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(WakeupException.class);
    }

    @Test
    void heldCommitsAreAnsweredInALaterPoll() {
        consumer.subscribe(Set.of("a"), heard);
        script.give(A0);
        consumer.poll(NOW);
        script.holdCommits();
        List<String> answers = new ArrayList<>();
        consumer.commitAsync(Map.of(A0, new OffsetAndMetadata(1)), (offsets, e) -> answers.add("1:" + e));
        consumer.commitAsync(Map.of(A0, new OffsetAndMetadata(2)), (offsets, e) -> answers.add("2:" + e));
        consumer.poll(NOW);
        assertThat(answers).isEmpty();
        assertThat(script.committed(A0)).isNull();
        assertThatThrownBy(() -> consumer.commitSync(Map.of(A0, new OffsetAndMetadata(3)), Duration.ofMillis(1)))
                .isInstanceOf(TimeoutException.class);

        assertThat(script.answerOneCommit()).isTrue();
        assertThat(answers).as("callbacks run on the owner's thread only").isEmpty();
        consumer.poll(NOW);
        assertThat(answers).containsExactly("1:null");
        script.failCommit(new RebalanceInProgressException()).releaseCommits();
        consumer.poll(NOW);
        assertThat(answers).hasSize(2).last().asString().contains("RebalanceInProgress");
        assertThat(script.committed(A0)).isEqualTo(new OffsetAndMetadata(1));
        assertThat(script.commits()).hasSize(3);
    }

    @Test
    void aLostAnswerFailsAndIsStoredAllTheSame() {
        consumer.subscribe(Set.of("a"), heard);
        script.give(A0);
        consumer.poll(NOW);
        script.failCommit(new CommitFailedException()).loseCommitAnswer(new TimeoutException("lost"));
        assertThatThrownBy(() -> consumer.commitSync(Map.of(A0, new OffsetAndMetadata(1))))
                .isInstanceOf(CommitFailedException.class);
        assertThat(script.committed(A0)).isNull();
        assertThatThrownBy(() -> consumer.commitSync(Map.of(A0, new OffsetAndMetadata(2))))
                .hasMessage("lost");
        assertThat(script.committed(A0)).isEqualTo(new OffsetAndMetadata(2));
    }

    @Test
    void aWakeUpBreaksACommitThatWasSent() {
        consumer.subscribe(Set.of("a"), heard);
        script.give(A0);
        consumer.poll(NOW);
        consumer.wakeup();
        assertThatThrownBy(() -> consumer.commitSync(Map.of(A0, new OffsetAndMetadata(1))))
                .isInstanceOf(WakeupException.class);
        assertThat(script.committed(A0)).isEqualTo(new OffsetAndMetadata(1));
    }

    @Test
    void aWakeUpThroughTheListenerBeginsTheRebalanceAgain() {
        consumer.subscribe(Set.of("a"), heard);
        script.give(A0);
        consumer.poll(NOW);
        script.revoke(A0);
        heard.during = () -> {
            throw new WakeupException();
        };
        assertThatThrownBy(() -> consumer.poll(NOW)).isInstanceOf(WakeupException.class);
        assertThat(consumer.assignment()).containsExactly(A0);
        heard.during = () -> {};
        consumer.poll(NOW);
        assertThat(heard.calls).containsExactly("assigned [a-0]", "revoked [a-0]", "revoked [a-0]", "assigned []");
    }

    @Test
    void whatAListenerThrowsComesOutOfPollAndTheFuture() {
        consumer.subscribe(Set.of("a"), heard);
        heard.during = () -> {
            throw new IllegalArgumentException("mine");
        };
        var done = script.give(A0);
        assertThatThrownBy(() -> consumer.poll(NOW))
                .isInstanceOf(KafkaException.class)
                .hasRootCauseMessage("mine");
        assertThat(done).isCompletedExceptionally();
        assertThat(consumer.assignment()).containsExactly(A0);
    }

    @Test
    void pollFailsAsToldAndGoesOn() {
        consumer.subscribe(Set.of("a"), heard);
        fill(A0, 1);
        script.give(A0);
        script.failPoll(new KafkaException("broken"));
        assertThatThrownBy(() -> consumer.poll(NOW)).hasMessage("broken");
        assertThat(consumer.poll(NOW).count()).isEqualTo(1);
    }

    @Test
    void gapsSeeksLagAndTruncation() {
        consumer.subscribe(Set.of("a"), heard);
        fill(A0, 2);
        script.skip(A0, 3);
        fill(A0, 1);
        script.skip(A0, 1);
        script.give(A0);
        assertThat(offsets(consumer.poll(NOW), A0)).containsExactly(0L, 1L, 5L);
        assertThat(consumer.position(A0)).isEqualTo(7);
        assertThat(consumer.currentLag(A0)).hasValue(0);
        assertThat(consumer.endOffsets(Set.of(A0))).containsEntry(A0, 7L);

        consumer.seek(A0, 1);
        assertThat(consumer.currentLag(A0)).hasValue(6);
        script.truncateBefore(A0, 5);
        assertThat(offsets(consumer.poll(NOW), A0))
                .as("out of range: reset to the beginning")
                .containsExactly(5L);
        assertThat(script.eventsOf(ScriptEvent.Sought.class)).hasSize(1);
    }

    @Test
    void resetNoneThrowsAndLatestSkips() {
        ScriptedConsumer none = new ScriptedConsumer(new ManualClock(), "none");
        none.subscribe(Set.of("a"), heard);
        none.script().give(A0);
        assertThatThrownBy(() -> none.poll(NOW)).isInstanceOf(NoOffsetForPartitionException.class);

        ScriptedConsumer latest = new ScriptedConsumer(new ManualClock(), "latest");
        latest.subscribe(Pattern.compile("a.*"), heard);
        latest.script().append(A0, null, null);
        latest.script().give(A0);
        assertThat(latest.poll(NOW).isEmpty()).isTrue();
        assertThat(latest.subscription()).containsExactly("a");
    }

    @Test
    void aSmallMaximumStarvesNoPartition() {
        consumer.subscribe(Set.of("a"), heard);
        fill(A0, 4);
        fill(A1, 4);
        script.maxPollRecords(2).give(A0, A1);
        var first = consumer.poll(NOW).partitions();
        var second = consumer.poll(NOW).partitions();
        assertThat(first).hasSize(1).doesNotContainAnyElementsOf(second);
    }

    @Test
    void closeRevokesAndAnswers() {
        consumer.subscribe(Set.of("a"), heard);
        script.give(A0);
        consumer.poll(NOW);
        CountDownLatch answered = new CountDownLatch(1);
        consumer.commitAsync(Map.of(A0, new OffsetAndMetadata(1)), (o, e) -> answered.countDown());
        consumer.close(Duration.ofSeconds(1));
        consumer.close();
        assertThat(answered.getCount()).isZero();
        assertThat(heard.calls).endsWith("revoked [a-0]");
        assertThat(script.closed()).isTrue();
        assertThatThrownBy(() -> consumer.poll(NOW)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whoAsksForCommitsWhileItClosesGetsNoAnswer() {
        consumer.subscribe(Set.of("a"), heard);
        script.give(A0);
        consumer.poll(NOW);
        heard.during = () -> consumer.committed(Set.of(A0));
        assertThatThrownBy(consumer::close)
                .isInstanceOf(KafkaException.class)
                .hasCauseInstanceOf(TimeoutException.class);
    }

    private void fill(TopicPartition partition, int count) {
        for (int i = 0; i < count; i++) {
            script.append(partition, ("k" + i).getBytes(StandardCharsets.UTF_8), new byte[0]);
        }
    }

    private static List<Long> offsets(ConsumerRecords<byte[], byte[]> records, TopicPartition partition) {
        return records.records(partition).stream().map(r -> r.offset()).toList();
    }

    /** Writes down what it hears and does as told while it hears. */
    private static final class Heard implements ConsumerRebalanceListener {
        private final List<String> calls = new ArrayList<>();
        private Runnable during = () -> {};

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            calls.add("revoked " + partitions);
            during.run();
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            calls.add("lost " + partitions);
            during.run();
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            calls.add("assigned " + partitions);
            during.run();
        }
    }
}
