package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.Itinerary;
import dev.headgate.Stop;
import dev.headgate.testkit.NeverNegative;
import dev.headgate.testkit.Seeds;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What users of other libraries were not told, or were told wrongly. See docs/guide/faults.md. */
class BeingToldTest {
    private static final Duration SECONDS = Duration.ofSeconds(5);

    /** SR 3281: slow records made a reader declare itself dead ("too many messages without ack"), and it went on as a zombie. */
    @Test
    void slowIsNotDead() {
        try (IntakeFixture f = IntakeFixture.manual(2)) {
            f.handler.hold(0, 0);
            f.appendMany(0, 10);
            f.startWith(0, 1);
            f.untilEnded(9);
            f.passPolling(Duration.ofMinutes(10), SECONDS);
            Health health = f.intake().health();
            assertThat(health.live()).isTrue();
            assertThat(health.ready()).isTrue();
            assertThat(health.cause()).isNull();
            assertThat(health.blocked())
                    .singleElement()
                    .satisfies(lane -> assertThat(lane.partition()).isZero());
            f.appendMany(0, 5);
            f.untilEnded(14);
        }
    }

    /** SR 3035, 866, quarkus 22561: the age in the queue and the age in the handler were one number, and the queue's made pods restart. */
    @Test
    void queueAgeAndRunAgeAreTwoNumbers() {
        try (IntakeFixture f = IntakeFixture.manual(1).with(b -> b.inFlight(1))) {
            f.handler.holdAll();
            f.append(0, "runs");
            f.startWith(0);
            f.untilBegan(0, 0);
            f.passPolling(Duration.ofSeconds(60), SECONDS);
            f.append(0, "waits");
            f.untilStats("one to wait", stats -> stats.inFlight().waiting() == 1);
            f.passPolling(Duration.ofSeconds(30), SECONDS);
            IntakeStats stats = f.freshStats();
            assertThat(stats.inFlight().oldestHolderNanos())
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(90).toNanos());
            assertThat(stats.inFlight().oldestWaiterNanos())
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(30).toNanos())
                    .isLessThan(Duration.ofSeconds(60).toNanos());
        }
    }

    /** SR 3035, 866: liveness and readiness failed around every rebalance. */
    @Test
    void aRebalanceIsNeitherDeadNorUnready() {
        try (IntakeFixture f = IntakeFixture.manual(2).with(b -> b.drainOnRevoke(Duration.ofSeconds(10)))) {
            f.handler.hold(0, 0);
            f.append(0, "stuck");
            f.startWith(0, 1);
            f.untilBegan(0, 0);
            CompletableFuture<Void> revoked = f.script.revoke(IntakeFixture.partitions(0, 1));
            f.until("the revocation to be done", () -> {
                assertThat(f.intake().health()).satisfies(BeingToldTest::wellAndReady);
                return revoked.isDone();
            });
            f.untilStats("no lane", stats -> stats.lanes().isEmpty());
            assertThat(f.intake().health()).satisfies(BeingToldTest::wellAndReady);

            f.join(f.script.give(IntakeFixture.partition(1)));
            f.join(f.script.loseAll());
            f.untilStats("no lane", stats -> stats.lanes().isEmpty());
            assertThat(f.intake().health()).satisfies(BeingToldTest::wellAndReady);
        }
    }

    private static void wellAndReady(Health health) {
        assertThat(health.live()).isTrue();
        assertThat(health.ready()).isTrue();
    }

    /** quarkus 22561: and a reader that had got nothing assigned yet was told from a dead one. */
    @Test
    void aliveButNotReadyBeforeTheFirstAssignment() {
        try (IntakeFixture f = IntakeFixture.of(1)) {
            f.start(f.builder().handleOutcome(f.handler));
            f.script.awaitPolls(1);
            assertThat(f.intake().health().live()).isTrue();
            assertThat(f.intake().health().ready()).isFalse();
            f.join(f.script.give());
            assertThat(f.intake().health().ready()).isTrue();
        }
    }

    /** The other side of SR 3281: an owner that does not come back from Kafka is dead, and comes alive when it does. */
    @Test
    void notLiveWhenTheOwnerDoesNotPoll() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            StuckPoll stuck = new StuckPoll(f.consumer);
            f.start(f.builder().consumer(config -> stuck.consumer()).handleOutcome(f.handler));
            f.join(f.script.give(IntakeFixture.partition(0)));
            stuck.stickNow();
            f.until("the owner to be stuck", stuck::isStuck);
            assertThat(f.intake().health().live()).isTrue();
            f.pass(Duration.ofMinutes(5));
            assertThat(f.intake().health().live()).isFalse();
            assertThat(f.intake().health().sincePollMillis())
                    .isGreaterThanOrEqualTo(Duration.ofMinutes(5).toMillis());
            stuck.letGo();
            f.until("life", () -> f.intake().health().live());
        }
    }

    /** PC 832: gauges went below zero, for they were counted beside what they stood for. */
    @Test
    void noReadingIsEverNegative() {
        Random random = new Random(Seeds.next("readings"));
        NeverNegative check = new NeverNegative();
        try (IntakeFixture f = IntakeFixture.manual(3)
                .with(b -> b.drainOnRevoke(Duration.ZERO)
                        .ordering(Ordering.BY_KEY)
                        .inFlight(8)
                        .retry(Retry.fixed(Duration.ofMillis(300)).attempts(3))
                        .dropExhausted())) {
            check.watchAll("stats", () -> numbers(f.stats()));
            f.handler.hold(delivery -> delivery.offset() % 7 == 3);
            f.handler.otherwise(delivery -> delivery.offset() % 5 == 0 ? Outcome.again() : Outcome.done());
            f.startWith(0, 1, 2);
            for (int round = 0; round < 150; round++) {
                int partition = random.nextInt(3);
                switch (random.nextInt(6)) {
                    case 0 -> f.join(f.script.revoke(IntakeFixture.partition(partition)));
                    case 1 -> f.join(f.script.lose(IntakeFixture.partition(partition)));
                    case 2 -> f.join(f.script.rebalanceEagerly(IntakeFixture.partitions(0, 1, 2)));
                    case 3 -> f.handler.release(partition, random.nextInt(200));
                    default -> {
                        for (int i = 0; i < 10; i++) {
                            f.append(partition, "k" + random.nextInt(3), "v");
                        }
                        f.join(f.script.give(IntakeFixture.partition(partition)));
                    }
                }
                f.freshStats();
                check.sample();
            }
            // With nothing left, whatever a counter had missed would show.
            f.join(f.script.loseAll());
            f.handler.releaseAll();
            f.until("all handlers to end", () -> f.handler.running() == 0);
            f.untilStats("the slots to be free", stats -> stats.inFlight().inUse() == 0);
            check.sample();
            assertThat(f.freshStats()).satisfies(last -> {
                assertThat(last.buffered()).isZero();
                assertThat(last.bufferedBytes()).isZero();
                assertThat(last.retrying()).isZero();
                assertThat(last.inFlight().waiting()).isZero();
            });
        }
        assertThat(check.findings().examples()).isEmpty();
    }

    /** Documented as -1 while unknown. */
    private static final Set<String> MAY_BE_UNKNOWN = Set.of("lagRecords", "frontier", "committed", "reach");

    private static Map<String, Double> numbers(IntakeStats stats) {
        Map<String, Double> all = new HashMap<>();
        add(all, "", stats);
        add(all, "inFlight.", stats.inFlight());
        stats.lanes().forEach(lane -> add(all, "lane " + lane.partition() + ".", lane));
        return all;
    }

    private static void add(Map<String, Double> all, String prefix, Record reading) {
        for (RecordComponent component : reading.getClass().getRecordComponents()) {
            // Monotonic time has no zero that means anything.
            if (!component.getType().isPrimitive()
                    || component.getType() == boolean.class
                    || component.getName().equals("atNanos")) {
                continue;
            }
            double value;
            try {
                value = ((Number) component.getAccessor().invoke(reading)).doubleValue();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
            if (value != -1 || !MAY_BE_UNKNOWN.contains(component.getName())) {
                all.put(prefix + component.getName(), value);
            }
        }
    }

    /** PC 484, 222: no state to read, and no way to see how far the completed records had run ahead of the one that holds the commit. */
    @Test
    void theHeadOfTheLineAndTheGapBehindItCanBeRead() {
        try (IntakeFixture f = IntakeFixture.manual(1)) {
            f.handler.hold(0, 3);
            f.appendMany(0, 100);
            f.startWith(0);
            f.untilEnded(99);
            f.passPolling(Duration.ofSeconds(20), SECONDS);
            f.untilCommitted(0, 3);
            f.freshStats();
            LaneStats lane = Objects.requireNonNull(f.lane(0));
            assertThat(lane.frontier()).isEqualTo(3);
            assertThat(lane.committed()).isEqualTo(3);
            assertThat(lane.reach() - lane.frontier()).as("the gap").isEqualTo(97);
            assertThat(lane.open()).isEqualTo(1);
            assertThat(lane.running()).isEqualTo(1);
            LaneStats.Head head = Objects.requireNonNull(lane.head());
            assertThat(head.offset()).isEqualTo(3);
            assertThat(head.ageMillis()).isGreaterThanOrEqualTo(20_000);
            assertThat(head.attempts()).isEqualTo(1);
            assertThat(head.state()).isEqualTo("being handled");
        }
    }

    /** PC 222: nobody could say how long a record had been inside, from its fetch to its end, and where. */
    @Test
    void howLongARecordWasInsideCanBeRead() {
        Retry retry = Retry.fixed(Duration.ofSeconds(40));
        try (IntakeFixture f = IntakeFixture.manual(1).with(b -> b.retry(retry))) {
            f.handler.tell(0, 0, delivery -> Outcome.again());
            f.append(0, "v");
            f.startWith(0);
            f.untilStats("the record to wait for its retry", stats -> stats.retrying() == 1);
            f.handler.hold(0, 0);
            f.passPolling(Duration.ofSeconds(45), SECONDS);
            f.until("the second attempt", () -> f.handler.running() == 1);
            f.passPolling(Duration.ofSeconds(10), SECONDS);
            f.handler.releaseAll();
            f.untilCommitted(0, 1);
            List<Itinerary> sample = f.intake().itineraries();
            assertThat(sample).singleElement().satisfies(life -> {
                assertThat(life.endNanos() - life.startNanos())
                        .isGreaterThanOrEqualTo(Duration.ofSeconds(55).toNanos());
                assertThat(life.attempts()).isEqualTo(2);
                assertThat(life.outcome()).isEqualTo("done");
                assertThat(life.stops())
                        .extracting(Stop::kind)
                        .containsExactly(Stop.Kind.GATE, Stop.Kind.RETRY, Stop.Kind.GATE);
                Stop again = life.stops().get(1);
                assertThat(again.leftNanos() - again.arrivedNanos())
                        .isBetween(
                                Duration.ofSeconds(40).toNanos(),
                                Duration.ofSeconds(46).toNanos());
            });
        }
    }
}
