package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/** Stalls that users of other libraries met when they closed, and when the poller had died. See docs/guide/faults.md. */
class StallsOnCloseTest {

    /** RK 378, 51: work that was done was not committed when the reader closed. */
    @Test
    void closeWaitsForWhatIsInFlightAndCommitsIt() {
        try (IntakeFixture f = IntakeFixture.of(1).with(b -> b.commitEvery(Duration.ofHours(1)))) {
            f.handler.hold(0, 1);
            f.appendMany(0, 3);
            f.startWith(0);
            f.untilEnded(2);
            CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> f.closeIntake(Duration.ofMinutes(1)));
            f.untilStats("the intake to drain", stats -> stats.state() == IntakeState.DRAINING);
            assertThat(closed).isNotDone();
            assertThat(f.committed(0)).isEqualTo(-1);
            f.handler.release(0, 1);
            closed.join();
            assertThat(f.committed(0)).isEqualTo(3);
            assertThat(f.script.closed()).isTrue();
            assertThat(f.stats().state()).isEqualTo(IntakeState.CLOSED);
        }
    }

    /** PC 459, 617: the poller went on polling, and starting records, after it was told to close. */
    @Test
    void closePollsNoMoreAndStartsNothing() {
        try (IntakeFixture f = IntakeFixture.of(1).with(b -> b.inFlight(1))) {
            f.handler.hold(0, 0);
            f.appendMany(0, 50);
            f.startWith(0);
            f.untilBegan(0, 0);
            CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> f.closeIntake(Duration.ofMinutes(1)));
            f.untilStats("the intake to drain", stats -> stats.state() == IntakeState.DRAINING);
            long polls = f.script.polls();
            f.appendMany(0, 50);
            f.handler.release(0, 0);
            closed.join();
            assertThat(f.script.polls()).isEqualTo(polls);
            assertThat(f.handler.began()).containsExactly(new Place(0, 0));
            assertThat(f.committed(0)).isEqualTo(1);
        }
    }

    /** PC 648, 685: close hung, or took several deadlines one after the other, when a handler did not end. */
    @Test
    void closeEndsByItsDeadlineThoughAHandlerDoesNotEnd() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.handler.hold(0, 0);
            f.appendMany(0, 2);
            f.startWith(0);
            f.untilEnded(1);
            f.closeIntake(Duration.ofMillis(100));
            assertThat(f.handler.running()).isEqualTo(1);
            assertThat(f.stats().state()).isEqualTo(IntakeState.CLOSED);
            assertThat(f.committed(0)).isZero();
            int commits = f.script.commits().size();
            f.handler.releaseAll();
            f.until("the late handler to end", () -> f.handler.running() == 0);
            assertThat(f.script.commits()).hasSize(commits);
        }
    }

    /** PC 617: close waited for an answer to a commit that never came. */
    @Test
    void closeEndsThoughKafkaAnswersNoCommit() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.script.holdCommits();
            f.appendMany(0, 2);
            f.startWith(0);
            f.until("a commit on its way", () -> f.script.heldCommits() == 1);
            f.closeIntake(Duration.ofMillis(100));
            assertThat(f.stats().state()).isEqualTo(IntakeState.CLOSED);
        }
    }

    /** PC 648: two owners of the end, each waiting for the other. */
    @Test
    void closingFromSeveralThreadsAndTwiceIsOneEnd() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.handler.hold(0, 0);
            f.append(0, "v");
            f.startWith(0);
            f.untilBegan(0, 0);
            CompletableFuture<?>[] closing = new CompletableFuture<?>[4];
            for (int i = 0; i < closing.length; i++) {
                closing[i] = CompletableFuture.runAsync(() -> f.closeIntake(Duration.ofMinutes(1)));
            }
            f.untilStats("the intake to drain", stats -> stats.state() == IntakeState.DRAINING);
            CompletableFuture<Void> late = CompletableFuture.runAsync(() -> f.closeIntake(Duration.ofMinutes(1)));
            f.handler.releaseAll();
            CompletableFuture.allOf(closing).join();
            late.join();
            f.closeIntake(Duration.ZERO);
            assertThat(f.committed(0)).isEqualTo(1);
        }
    }

    /** PC 685: records that wait for a retry, a hold or a dead letter that is not due for hours held up the end. */
    @Test
    void closeDoesNotWaitForRetriesAndHoldsThatAreFarAway() {
        try (IntakeFixture f = IntakeFixture.of(1)
                .with(b -> b.retry(Retry.fixed(Duration.ofHours(1))).notBefore(Duration.ZERO))) {
            f.handler.tell(0, 0, delivery -> {
                throw new IllegalStateException("not now");
            });
            f.appendMany(0, 2);
            f.startWith(0);
            f.untilStats("a record to wait for its retry", stats -> stats.retrying() == 1);
            CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> f.closeIntake(Duration.ofHours(1)));
            f.until("the end", closed::isDone);
            closed.join();
            assertThat(f.committed(0)).isZero();
        }
    }

    /** PC 809, 833: the poller had died, and all that anybody saw was a timeout of something else. */
    @Test
    void aDeadPollersCauseIsWhatCloseAndHealthReport() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.startWith(0);
            f.script.failPoll(new TopicAuthorizationException("not for you"));
            f.untilStats("the intake to fail", stats -> stats.state() == IntakeState.FAILED);
            Health health = f.intake().health();
            assertThat(health.live()).isFalse();
            assertThat(health.ready()).isFalse();
            assertThat(health.cause()).isInstanceOf(TopicAuthorizationException.class);
            assertThatThrownBy(() -> f.closeIntake(Duration.ofSeconds(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(f.intake().name())
                    .hasMessageContaining("not for you")
                    .cause()
                    .isInstanceOf(TopicAuthorizationException.class);
        }
    }

    /** PC 833: a commit that can never succeed looked like one that takes long. */
    @Test
    void aCommitThatCannotSucceedStopsTheIntakeWithItsCause() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.script.failCommit(GroupAuthorizationException.forGroupId("g"));
            f.append(0, "v");
            f.startWith(0);
            f.untilStats("the intake to fail", stats -> stats.state() == IntakeState.FAILED);
            assertThat(f.intake().health().cause()).isInstanceOf(GroupAuthorizationException.class);
            assertThatThrownBy(() -> f.closeIntake(Duration.ofSeconds(1)))
                    .hasCauseInstanceOf(GroupAuthorizationException.class);
        }
    }
}
