package dev.headgate.kafka;

import dev.headgate.Clock;
import dev.headgate.kafka.Flight.Phase;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns the Kafka client and every lane. It runs no user code, and waits only for Kafka, and for that only
 * while nothing else could be done; so polls are never late, whatever the handlers do.
 *
 * <p>Polling on every turn would cost more than it brings, so while records are in flight it polls at most every half ms when it
 * wants records, at least every 5 ms when it does not, and sleeps in between; when everything fetched is under way it waits
 * inside poll.
 */
final class Owner implements Runnable, Membership.Meanwhile {
    private static final Logger log = LoggerFactory.getLogger(Owner.class);

    private static final long POLL_SOON = 500_000;
    private static final long POLL_AT_LEAST = 5_000_000;
    private static final long LONGEST_POLL = 50_000_000;
    private static final long DRAIN_LOOK = 1_000_000;
    private static final long SHORTEST_POLL = 1_000_000;

    private final Parts parts;
    private final Clock clock;
    private final Desk desk;
    private final Lanes lanes;
    private final Mailbox mailbox;
    private final Fetch fetch;
    private final Failure failure;
    private final Consumer<IntakeState> entering;
    /** How long not to poll again although records are wanted: not at all while polls bring some, longer and longer while they do not. */
    private long pollAgain;

    private long blockedLookAt;

    /** @param entering told of each state as it is entered */
    Owner(Parts parts, Consumer<IntakeState> entering) {
        this.parts = parts;
        this.clock = parts.clock();
        this.desk = parts.desk();
        this.lanes = parts.lanes();
        this.mailbox = parts.mailbox();
        this.fetch = parts.fetch();
        this.failure = parts.failure();
        this.entering = entering;
        this.blockedLookAt = clock.nanos();
    }

    @Override
    public void run() {
        try {
            open();
            while (goOn()) {
                turn();
            }
        } catch (Throwable e) {
            failure.fail(causeOf(e));
        }
        close();
    }

    /** Kafka wraps what a rebalance callback throws in an exception that says nothing. */
    private static Throwable causeOf(Throwable e) {
        Throwable cause = e.getCause();
        boolean wrapped = e.getClass() == KafkaException.class
                && String.valueOf(e.getMessage()).contains("rebalance callback");
        return wrapped && cause != null ? cause : e;
    }

    /** Before the first turn. */
    void open() {
        mailbox.ownedBy(Thread.currentThread(), parts.consumer()::wakeup);
        parts.subscribe();
        entering.accept(IntakeState.RUNNING);
    }

    boolean goOn() {
        return failure.cause() == null && desk.stopAt() == Timers.NONE;
    }

    void turn() {
        long now = clock.nanos();
        boolean did = desk.work(now);
        if (!goOn()) {
            return;
        }
        parts.membership().restoreIfDue(now);
        parts.committer().commitIfDue(lanes.all(), now);
        parts.publisher().publishIfDue(now);
        reportBlocked(now);
        boolean wanted = parts.flow().judge(lanes.all());
        if (desk.quiet()) {
            pollQuietly(now);
            return;
        }
        long sincePoll = now - fetch.lastPollAt();
        long between = wanted ? pollAgain : POLL_AT_LEAST;
        if (sincePoll >= between) {
            poll(Duration.ZERO);
        } else if (!did) {
            long untilPoll = between - sincePoll;
            long nanos = Math.min(untilPoll, nextEventAt() - now);
            if (nanos > 0) {
                mailbox.sleep(desk.moreToHandOut() ? Mailbox.STOCKED : Mailbox.DOZING, nanos);
            }
        }
    }

    private void pollQuietly(long now) {
        long nanos = Math.max(0, Math.min(LONGEST_POLL, nextEventAt() - now));
        if (nanos < SHORTEST_POLL && now - fetch.lastPollAt() < pollAgain) {
            // Kafka's polls wait for whole ms.
            mailbox.sleep(Mailbox.DOZING, nanos);
            return;
        }
        boolean waits = nanos > 0 && mailbox.beginPoll(parts.flow().waitsForCompletions());
        try {
            poll(waits ? Duration.ofNanos(nanos) : Duration.ZERO);
        } finally {
            if (waits) {
                mailbox.endPoll();
            }
        }
    }

    private void poll(Duration wait) {
        parts.flow().regulate(lanes.all());
        boolean got = fetch.poll(wait) > 0;
        if (got) {
            parts.publisher().count(fetch.lastPollAt());
        }
        pollAgain = got ? 0 : Math.min(POLL_AT_LEAST, Math.max(POLL_SOON, 2 * pollAgain));
    }

    private long nextEventAt() {
        long at = Math.min(desk.nextAt(), parts.publisher().nextAt());
        for (Lane lane : lanes.all()) {
            if (lane.progress.due()) {
                return Math.min(at, parts.committer().nextAt());
            }
        }
        return at;
    }

    /** The watchdog: says of which record a frontier waits, once for each that does so for long. */
    private void reportBlocked(long now) {
        if (now < blockedLookAt) {
            return;
        }
        blockedLookAt = now + Duration.ofSeconds(1).toNanos();
        long wall = clock.millis();
        long limit = Check.nanos(parts.settings().times().blockedAfter()) / 1_000_000;
        for (Lane lane : lanes.all()) {
            Flight head = lane.head();
            if (head == null || lane.blockedReported || lane.blockedMillis(head, now, wall) < limit) {
                continue;
            }
            lane.blockedReported = true;
            log.warn(
                    "intake {}: {} has held back the commits of its partition for {} s (attempt {}, {}); the {}"
                            + " records behind it that are completed are remembered in the commit",
                    parts.settings().name(),
                    head,
                    lane.blockedMillis(head, now, wall) / 1000,
                    head.attempts,
                    head.phase,
                    lane.completedAboveFrontier());
        }
    }

    @Override
    public void drain(Collection<Lane> leaving, long deadline) {
        while (true) {
            long now = clock.nanos();
            desk.work(now);
            parts.committer().commitMoreIfDue(lanes.all(), now);
            parts.publisher().publishIfDue(now);
            boolean busy = leaving.stream().anyMatch(lane -> lane.count(Phase.OUT) + lane.count(Phase.DYING) > 0);
            long left = Math.min(deadline, desk.stopAt()) - now;
            if (!busy || left <= 0) {
                return;
            }
            mailbox.sleep(Mailbox.DOZING, Math.min(left, DRAIN_LOOK));
        }
    }

    @Override
    public void workUntil(long at) {
        for (long now = clock.nanos(); now < at; now = clock.nanos()) {
            desk.work(now);
            parts.publisher().publishIfDue(now);
            mailbox.sleep(Mailbox.DOZING, Math.min(at - now, DRAIN_LOOK));
        }
    }

    private void close() {
        entering.accept(IntakeState.DRAINING);
        long deadline = desk.stopAt() == Timers.NONE
                ? clock.nanos() + Check.nanos(parts.settings().times().drainOnRevoke())
                : desk.stopAt();
        Throwable cause = failure.cause();
        if (cause != null) {
            log.error(
                    "intake {}: stopped by a failure; what is in flight may finish",
                    parts.settings().name(),
                    cause);
        }
        try {
            List<Lane> all = List.of(lanes.all());
            parts.membership().leave(all, deadline);
        } catch (Throwable e) {
            failure.fail(e);
            log.error("intake {}: could not finish in order", parts.settings().name(), e);
        }
        try {
            parts.publisher().publish(clock.nanos());
        } catch (RuntimeException e) {
            log.debug("intake {}: no last reading", parts.settings().name(), e);
        }
        try {
            parts.closeClients(deadline);
        } catch (Throwable e) {
            failure.fail(e);
            log.error("intake {}: could not close its clients", parts.settings().name(), e);
        } finally {
            entering.accept(failure.cause() == null ? IntakeState.CLOSED : IntakeState.FAILED);
        }
    }
}
