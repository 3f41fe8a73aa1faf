package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

/** Attempts and commits that end in unusual ways. */
class EndingsTest {

    @Test
    void commitWithAnEpochThatTheGroupHasLeftBehindIsMadeAgain() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.script.failCommit(new StaleMemberEpochException("scripted"));
            f.appendMany(0, 3);
            f.startWith(0);
            f.untilCommitted(0, 3);
            assertThat(f.intake().health().live()).isTrue();
        }
    }

    @Test
    void placeOfALaneWithoutCommitIsCommittedBeforeAnythingIsCompleted() {
        try (IntakeFixture f = IntakeFixture.of(2)) {
            f.script.skip(IntakeFixture.partition(0), 7);
            f.script.truncateBefore(IntakeFixture.partition(0), 7);
            f.handler.holdAll();
            f.append(1, "v");
            f.startWith(0, 1);
            f.untilBegan(1, 0);
            f.untilCommitted(0, 7);
            f.untilCommitted(1, 0);
        }
    }

    @Test
    void delayForEverIsADelayAndNotAFailure() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.handler.tell(0, 0, delivery -> Outcome.againAfter(ChronoUnit.FOREVER.getDuration()));
            f.appendMany(0, 2);
            f.startWith(0);
            f.untilStats("one retrying, one done", stats -> stats.retrying() == 1 && stats.done() == 1);
            assertThat(f.intake().health().cause()).isNull();
        }
    }

    @Test
    void interruptThatAHandlerLeavesBehindDoesNotReachTheNextRecord() {
        List<Boolean> found = new CopyOnWriteArrayList<>();
        try (IntakeFixture f = IntakeFixture.of(1).with(b -> b.inFlight(1))) {
            f.handler.otherwise(delivery -> {
                found.add(Thread.currentThread().isInterrupted());
                Thread.currentThread().interrupt();
                return Outcome.done();
            });
            f.appendMany(0, 50);
            f.startWith(0);
            f.untilCommitted(0, 50);
            assertThat(found).hasSize(50).containsOnly(false);
        }
    }

    @Test
    void recordThatWasHandledWhenANewerOneCameIsNotTriedAgain() {
        try (IntakeFixture f = IntakeFixture.of(1).with(IntakeBuilder::latestPerKey)) {
            f.handler.hold(0, 0);
            f.handler.tell(0, 0, delivery -> Outcome.againAfter(Duration.ZERO));
            f.append(0, "k", "old");
            f.startWith(0);
            f.untilBegan(0, 0);
            f.append(0, "k", "new");
            f.untilStats("the newer one done", stats -> stats.done() == 1);
            f.handler.release(0, 0);
            f.untilCommitted(0, 2);
            f.untilStats("the older one dropped", stats -> stats.dropped().getOrDefault("superseded", 0L) == 1);
            assertThat(f.handler.attempts(0, 0)).isEqualTo(1);
        }
    }

    /** Calls its action once more than it should. */
    private static final class Twice extends CompletableFuture<String> {
        @Override
        public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
            CompletableFuture<String> first = super.whenComplete(action);
            return first.whenComplete(action);
        }
    }

    @Test
    void stageThatCompletesTwiceEndsItsAttemptOnce() {
        try (IntakeFixture f = IntakeFixture.of(1).with(b -> b.inFlight(1))) {
            AtomicInteger running = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            f.appendMany(0, 200);
            f.start(f.builder().handleAsync(delivery -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Twice stage = new Twice();
                Thread.startVirtualThread(() -> {
                    running.decrementAndGet();
                    stage.complete("done");
                });
                return stage;
            }));
            f.join(f.script.give(IntakeFixture.partition(0)));
            f.untilCommitted(0, 200);
            f.untilStats("all done", stats -> stats.done() == 200);
            assertThat(f.stats().attempts()).isEqualTo(200);
            assertThat(most).hasValue(1);
        }
    }

    @Test
    void batchOfOneKeyThatFailsForGoodLeavesNothingBehind() {
        try (IntakeFixture f = IntakeFixture.of(1)
                .with(b -> b.ordering(Ordering.BY_KEY).retry(Retry.none()).dropExhausted())) {
            for (int i = 0; i < 500; i++) {
                f.append(0, "k", "v" + i);
            }
            f.start(f.builder().handleBatch(5, Duration.ofMillis(1), batch -> {
                throw new IllegalStateException("scripted");
            }));
            f.join(f.script.give(IntakeFixture.partition(0)));
            f.untilCommitted(0, 500);
        }
    }

    @Test
    void recordThatCannotBeDecodedIsNotTriedAgainWhileAnEarlierOneOfItsKeyIsInTheBatch() {
        AtomicBoolean failed = new AtomicBoolean();
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<String> handled = new CopyOnWriteArrayList<>();
        try (IntakeFixture f = IntakeFixture.manual(1)
                .with(b -> b.ordering(Ordering.BY_KEY)
                        .retry(Retry.fixed(Duration.ofMillis(1)))
                        .values(new StringDeserializer() {
                            @Override
                            public String deserialize(String topic, byte[] data) {
                                String value = super.deserialize(topic, data);
                                if (value.equals("bad") && failed.compareAndSet(false, true)) {
                                    throw new SerializationException("scripted");
                                }
                                return value;
                            }
                        }))) {
            // Goes alone; those behind it then make one batch.
            f.append(0, "k", "first");
            f.append(0, "k", "good");
            f.append(0, "k", "bad");
            f.append(0, "k", "last");
            f.start(f.builder().handleBatch(3, Duration.ofMillis(100), batch -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                batch.forEach(delivery -> handled.add(delivery.value()));
                if (handled.contains("good")) {
                    goOn.await();
                }
                inside.decrementAndGet();
            }));
            f.join(f.script.give(IntakeFixture.partition(0)));
            f.until("the batch to be in the handler", () -> handled.contains("good"));
            for (int i = 0; i < 5; i++) {
                f.pass(Duration.ofMillis(50));
                f.untilOwnerWentRound();
            }
            goOn.countDown();
            f.untilCommitted(0, 4);
            assertThat(most).hasValue(1);
            assertThat(handled).containsExactly("first", "good", "bad", "last");
        }
    }
}
