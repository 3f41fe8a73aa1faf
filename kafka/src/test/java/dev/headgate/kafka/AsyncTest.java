package dev.headgate.kafka;

import static dev.headgate.kafka.IntakeFixture.partition;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Handlers that return a stage. */
class AsyncTest {
    private final List<Delivery<String, String>> seen = new CopyOnWriteArrayList<>();
    private final Queue<CompletableFuture<Object>> pending = new ConcurrentLinkedQueue<>();

    private CompletionStage<?> later(Delivery<String, String> delivery) {
        seen.add(delivery);
        CompletableFuture<Object> stage = new CompletableFuture<>();
        pending.add(stage);
        return stage;
    }

    private CompletableFuture<Object> next() {
        CompletableFuture<Object> stage = pending.poll();
        assertThat(stage).as("a stage").isNotNull();
        return stage;
    }

    private static void start(IntakeFixture f, AsyncHandler<String, String> handler) {
        f.start(f.builder().handleAsync(handler));
        f.join(f.script.give(partition(0)));
    }

    @Test
    void aStageThatIsCompletedAlreadyIsDone() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.inFlight(2));
            f.appendMany(0, 1_000);
            start(f, delivery -> CompletableFuture.completedFuture("any"));
            f.untilCommitted(0, 1_000);
            f.untilStats(
                    "no slot to be taken",
                    stats -> stats.done() == 1_000 && stats.inFlight().inUse() == 0);
        }
    }

    @Test
    void aRecordKeepsItsSlotUntilItsStageCompletesElsewhere() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.inFlight(2));
            f.appendMany(0, 5);
            start(f, this::later);
            f.untilStats(
                    "two to run, three to wait",
                    stats -> stats.inFlight().inUse() == 2 && stats.inFlight().waiting() == 3);
            f.untilOwnerWentRound();
            assertThat(pending).hasSize(2);
            next().complete(null);
            f.until("the third to begin", () -> seen.size() == 3);
            f.untilStats("one to be done", stats -> stats.done() == 1);
            for (int i = 1; i < 5; i++) {
                f.until("a stage", () -> !pending.isEmpty());
                next().complete(null);
            }
            f.untilCommitted(0, 5);
        }
    }

    @Test
    void aStageThatNeverCompletesIsSeenAsAnOldHolderAndHoldsBackItsOffsetAlone() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            f.with(b -> b.blockedAfter(Duration.ofMinutes(1)).inFlight(2));
            f.appendMany(0, 10);
            start(f, delivery -> delivery.offset() == 0 ? later(delivery) : CompletableFuture.completedFuture(null));
            f.untilStats("the others to be done", stats -> stats.done() == 9);
            f.pass(Duration.ofMinutes(5));
            f.untilStats(
                    "an old holder",
                    stats -> stats.inFlight().oldestHolderNanos()
                            >= Duration.ofMinutes(5).toNanos());
            assertThat(f.stats().inFlight().inUse()).isEqualTo(1);
            assertThat(f.intake().health().live()).isTrue();
            assertThat(f.intake().health().blocked())
                    .singleElement()
                    .satisfies(lane -> assertThat(lane.head())
                            .isNotNull()
                            .extracting(LaneStats.Head::offset)
                            .isEqualTo(0L));
            assertThat(f.committed(0)).isEqualTo(0);
            next().complete(null);
            f.untilCommitted(0, 10);
        }
    }

    @Test
    void aStageThatFailsIsRetriedAndItsCauseIsToldUnwrapped() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.deadLetters("dead")
                    .retry(Retry.fixed(Duration.ofMillis(1)).attempts(2)));
            f.appendMany(0, 1);
            start(f, this::later);
            for (int attempt = 1; attempt <= 2; attempt++) {
                f.until("an attempt", () -> !pending.isEmpty());
                next().completeExceptionally(new CompletionException(new IllegalStateException("ads said 503")));
            }
            f.untilCommitted(0, 1);
            assertThat(seen).extracting(Delivery::attempt).containsExactly(1, 2);
            assertThat(PoisonTest.header(f.letters.history().getFirst(), "exception"))
                    .isEqualTo(IllegalStateException.class.getName());
            assertThat(PoisonTest.header(f.letters.history().getFirst(), "message"))
                    .isEqualTo("ads said 503");
        }
    }

    @Test
    @SuppressWarnings("NullAway") // the fault itself
    void aHandlerThatThrowsOrReturnsNoStageHasFailedAndGivesItsSlotBack() {
        AtomicInteger calls = new AtomicInteger();
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.inFlight(1)
                    .dropExhausted()
                    .retry(Retry.fixed(Duration.ofMillis(1)).attempts(2)));
            f.appendMany(0, 3);
            start(f, delivery -> {
                calls.incrementAndGet();
                if (delivery.offset() == 0) {
                    return (@Nullable CompletionStage<?>) null;
                }
                if (delivery.offset() == 1) {
                    throw new IllegalStateException("at once");
                }
                return CompletableFuture.completedFuture(null);
            });
            f.untilCommitted(0, 3);
            assertThat(calls.get()).isEqualTo(5);
            f.untilStats(
                    "two dropped",
                    stats -> stats.dropped().equals(Map.of("exhausted", 2L))
                            && stats.done() == 1
                            && stats.inFlight().inUse() == 0);
        }
    }

    @Test
    void aStagesOutcomeIsTheRecords() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.deadLetters("dead"));
            f.appendMany(0, 4);
            start(
                    f,
                    delivery -> CompletableFuture.supplyAsync(() -> switch ((int) delivery.offset()) {
                        case 0 -> Outcome.dropped("filtered");
                        case 1 -> Outcome.dead("spoilt");
                        case 2 -> delivery.attempt() == 1 ? Outcome.againAfter(Duration.ofMillis(1)) : Outcome.done();
                        default -> "no outcome at all";
                    }));
            f.untilCommitted(0, 4);
            f.untilStats(
                    "one dropped, one dead, two done, one of them at the second attempt",
                    stats -> stats.dropped().equals(Map.of("filtered", 1L))
                            && stats.dead() == 1
                            && stats.done() == 2
                            && stats.retries() == 1);
        }
    }

    @Test
    void inKeyOrderTheNextOfAKeyStartsWhenTheStageBeforeItIsCompleted() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.ordering(Ordering.BY_KEY));
            f.append(0, "a", "1");
            f.append(0, "a", "2");
            f.append(0, "b", "3");
            start(f, this::later);
            f.until("the first of each key", () -> seen.size() == 2);
            f.untilOwnerWentRound();
            assertThat(seen).extracting(Delivery::offset).containsExactlyInAnyOrder(0L, 2L);
            pending.forEach(stage -> stage.complete(null));
            f.until("the second of the key", () -> seen.size() == 3);
            pending.forEach(stage -> stage.complete(null));
            f.untilCommitted(0, 3);
        }
    }

    @Test
    void aPlainHandlersOutcomeIsTheRecords() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.with(b -> b.deadLetters("dead"));
            f.appendMany(0, 4);
            f.handler.tell(0, 0, delivery -> Outcome.dropped("filtered"));
            f.handler.tell(0, 1, delivery -> Outcome.dead("spoilt"));
            f.handler.tell(0, 2, delivery -> Outcome.again(), delivery -> Outcome.againAfter(Duration.ZERO));
            f.startWith(0);
            f.untilCommitted(0, 4);
            assertThat(f.handler.attempts(0, 2)).isEqualTo(3);
            f.untilStats(
                    "one dropped, one dead, two done, one of them at the third attempt",
                    stats -> stats.dropped().equals(Map.of("filtered", 1L))
                            && stats.dead() == 1
                            && stats.done() == 2
                            && stats.retries() == 2);
        }
    }
}
