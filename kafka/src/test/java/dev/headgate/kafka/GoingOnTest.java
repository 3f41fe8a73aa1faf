package dev.headgate.kafka;

import static dev.headgate.kafka.IntakeFixture.partition;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Where records are ordered, a worker goes on with the next of the chain by itself: what that may not change. */
class GoingOnTest {

    private static IntakeFixture byKey() {
        return IntakeFixture.of(1).with(b -> b.ordering(Ordering.BY_KEY));
    }

    private static void append(IntakeFixture f, String key, int count) {
        for (int i = 0; i < count; i++) {
            f.append(0, key, "v");
        }
    }

    private static List<Place> places(long... offsets) {
        return LongStream.of(offsets).mapToObj(offset -> new Place(0, offset)).toList();
    }

    /** A chain of so many, of which the second runs: when it came to its turn all were there, so that its worker may go on. */
    private static void holdAtSecond(IntakeFixture f, int count) {
        f.handler.hold(0, 0);
        f.handler.hold(0, 1);
        append(f, "k", count);
        f.startWith(0);
        f.untilBegan(0, 0);
        f.until("all to be fetched", () -> f.script.position(partition(0)) == count);
        f.untilOwnerWentRound();
        f.handler.release(0, 0);
        f.untilBegan(0, 1);
    }

    @Test
    void aChainGoesOnThoughTheOwnerIsStuckInAPoll() {
        try (IntakeFixture f = byKey()) {
            StuckPoll stuck = new StuckPoll(f.consumer);
            f.with(b -> b.consumer(config -> stuck.consumer()));
            holdAtSecond(f, 10);
            stuck.stickNow();
            f.until("the owner to be stuck", stuck::isStuck);
            f.handler.releaseAll();
            f.untilEnded(10);
            stuck.letGo();
            f.untilCommitted(0, 10);
            assertThat(f.handler.ended()).isEqualTo(places(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
        }
    }

    @Test
    void aRecordThatIsTriedAgainKeepsThoseBehindItWaiting() {
        try (IntakeFixture f = byKey()) {
            f.with(b -> b.retry(Retry.fixed(Duration.ZERO).attempts(5)));
            f.handler.tell(0, 2, delivery -> Outcome.again(), delivery -> {
                throw new IllegalStateException("once more");
            });
            holdAtSecond(f, 6);
            f.handler.releaseAll();
            f.untilCommitted(0, 6);
            assertThat(f.handler.ended()).isEqualTo(places(0, 1, 2, 2, 2, 3, 4, 5));
            assertThat(f.handler.deliveries().stream().map(Delivery::attempt))
                    .as("those taken back did not have an attempt")
                    .containsExactly(1, 1, 1, 2, 3, 1, 1, 1);
        }
    }

    @Test
    void aRecordThatIsBuriedKeepsThoseBehindItWaitingUntilItsLetterIsThere() {
        try (IntakeFixture f = byKey()) {
            f.with(b -> b.retry(Retry.none()).deadLetters("dead"));
            f.handler.tell(0, 2, delivery -> Outcome.dead("no use"));
            holdAtSecond(f, 4);
            f.handler.releaseAll();
            f.untilCommitted(0, 4);
            assertThat(f.handler.ended()).isEqualTo(places(0, 1, 2, 3));
            assertThat(f.letters.history()).hasSize(1);
        }
    }

    /** First come, first served: the next of a chain came when the one before it ended. */
    @Test
    void nobodyOvertakesThoseThatWaitForASlot() {
        try (IntakeFixture f = byKey()) {
            f.with(b -> b.inFlight(1));
            holdAtSecond(f, 4);
            append(f, "b", 1);
            append(f, "c", 1);
            f.untilStats("two to wait", stats -> stats.inFlight().waiting() == 2);
            f.handler.releaseAll();
            f.untilCommitted(0, 6);
            assertThat(f.handler.ended()).isEqualTo(places(0, 1, 4, 5, 2, 3));
        }
    }

    @Test
    void aGateThatIsMadeSmallerIsHeededBetweenTwoRecordsOfAChain() {
        try (IntakeFixture f = byKey()) {
            f.with(b -> b.inFlight(2));
            f.handler.holdAll();
            for (int i = 0; i < 4; i++) {
                f.append(0, "a", "v");
                f.append(0, "b", "v");
            }
            f.startWith(0);
            f.until("both keys to run", () -> f.handler.running() == 2);
            f.until("all to be fetched", () -> f.script.position(partition(0)) == 8);
            f.untilOwnerWentRound();
            f.handler.release(0, 0);
            f.handler.release(0, 1);
            f.untilBegan(0, 2);
            f.untilBegan(0, 3);
            f.intake().inFlight().resize(1);
            f.handler.release(0, 2);
            f.untilStats("one slot to be given back", stats -> stats.inFlight().inUse() == 1);
            f.untilOwnerWentRound();
            assertThat(f.handler.began()).as("nothing more").hasSize(4);
            f.handler.releaseAll();
            f.untilCommitted(0, 8);
            assertThat(f.handler.doubledKeys()).isEmpty();
        }
    }

    @Test
    void aLaneThatGoesInTheMiddleOfAChainTakesTheRestAlong() {
        try (IntakeFixture f = byKey()) {
            holdAtSecond(f, 8);
            var revoked = f.script.revoke(partition(0));
            f.untilStill("the one that runs to be waited for", () -> !revoked.isDone());
            f.handler.release(0, 1);
            f.join(revoked);
            assertThat(f.handler.ended()).isEqualTo(places(0, 1));
            assertThat(f.committed(0)).isEqualTo(2);
            f.join(f.script.give(partition(0)));
            f.untilCommitted(0, 8);
            assertThat(f.handler.ended()).isEqualTo(places(0, 1, 2, 3, 4, 5, 6, 7));
        }
    }

    @Test
    void thoseThatFollowDoNotWaitForASlot() {
        try (IntakeFixture f = byKey()) {
            f.handler.hold(0, 5);
            holdAtSecond(f, 6);
            f.untilStats(
                    "the one that runs to be known",
                    stats -> stats.inFlight().exits() == 1 && stats.inFlight().inUse() == 1);
            assertThat(f.stats().inFlight().waiting()).isZero();
            assertThat(f.stats().lanes().getFirst().startable()).isZero();
            f.handler.release(0, 1);
            f.untilBegan(0, 5);
            f.untilStats("five to have left", stats -> stats.inFlight().exits() == 5);
            assertThat(f.stats().inFlight().inUse()).isEqualTo(1);
            f.handler.release(0, 5);
            f.untilCommitted(0, 6);
            f.untilStats("all to have left", stats -> stats.inFlight().exits() == 6);
            assertThat(f.stats().inFlight().waitNanos())
                    .as("only the first may have waited")
                    .isLessThanOrEqualTo(f.stats().inFlight().waitingNanos());
        }
    }

    /** One in the middle of a batch that is superseded is not the first of its chain: those behind it still wait for those before it. */
    @Test
    void aRecordSupersededInTheMiddleOfABatchLetsNothingOvertake() {
        try (IntakeFixture f = IntakeFixture.of(2)) {
            List<Place> began = new CopyOnWriteArrayList<>();
            CountDownLatch first = new CountDownLatch(1);
            CountDownLatch others = new CountDownLatch(1);
            f.append(0, "z", "first of its partition");
            f.start(f.builder()
                    .ordering(Ordering.BY_PARTITION)
                    .latestPerKey()
                    .inFlight(1)
                    .handleBatch(2, Duration.ZERO, batch -> {
                        batch.deliveries().forEach(delivery -> began.add(Place.of(delivery)));
                        String key = batch.get(0).key();
                        if ("z".equals(key)) {
                            first.await();
                        } else if ("x".equals(key) || "a".equals(key)) {
                            others.await();
                        }
                    }));
            f.join(f.script.give(partition(0), partition(1)));
            f.until("the first to run", () -> began.size() == 1);
            f.append(0, "a", "1");
            f.append(0, "b", "2");
            f.append(1, "x", "takes the slot next");
            f.untilStats("the next to be in line", stats -> stats.inFlight().waiting() == 1);
            f.untilOwnerWentRound();
            first.countDown();
            f.until("the slot to be taken", () -> began.size() == 2);
            f.untilStats(
                    "a batch of two to be in line",
                    stats -> stats.lanes().stream().anyMatch(lane -> lane.partition() == 0 && lane.startable() == 2));
            f.append(0, "b", "3");
            f.untilStats("one to be superseded", stats -> stats.dropped().equals(Map.of("superseded", 1L)));
            f.intake().inFlight().resize(4);
            f.until("what is left of the batch to run", () -> began.size() == 3);
            f.untilOwnerWentRound();
            f.untilOwnerWentRound();
            assertThat(began).containsExactly(new Place(0, 0), new Place(1, 0), new Place(0, 1));
            others.countDown();
            f.untilCommitted(0, 4);
            assertThat(began).endsWith(new Place(0, 3)).hasSize(4);
        }
    }
}
