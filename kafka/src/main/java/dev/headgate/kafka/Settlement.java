package dev.headgate.kafka;

import dev.headgate.Clock;
import dev.headgate.Stop;
import dev.headgate.kafka.Flight.Phase;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a record when an attempt at it has ended, or when it ends without one. The owner's.
 */
final class Settlement {
    /** Dead on arrival. */
    static final Outcome EXPIRED = new Outcome.Dropped("expired");
    /** A newer record of its key was there. */
    static final Outcome SUPERSEDED = new Outcome.Dropped("superseded");
    /** In a batch behind a record of its key that is to be tried again: not an attempt of its own. */
    static final Outcome BEHIND = new Outcome.Again(Duration.ZERO, null);

    private static final long LONGEST_HOLD_MILLIS = 1L << 40;
    private static final Outcome EXHAUSTED = new Outcome.Dropped("exhausted");

    /** Takes records that no attempt is left for. */
    interface DeadLetterBox {
        void send(Flight flight);
    }

    /** Stops the intake. */
    interface Alarm {
        void fail(Throwable cause);
    }

    private final String intake;
    private final Settings.Failures failures;
    private final Clock clock;
    private final Timers timers;
    private final Tally tally;
    private final @Nullable DeadLetterBox deadLetters;
    private final Alarm alarm;
    private final Stragglers stragglers;

    Settlement(
            String intake,
            Settings.Failures failures,
            Clock clock,
            Timers timers,
            Tally tally,
            Stragglers stragglers,
            @Nullable DeadLetterBox deadLetters,
            Alarm alarm) {
        this.intake = intake;
        this.failures = failures;
        this.clock = clock;
        this.timers = timers;
        this.tally = tally;
        this.stragglers = stragglers;
        this.deadLetters = deadLetters;
        this.alarm = alarm;
    }

    /**
     * A batch has ended: the last record first, so that those to be tried again behind another of their key are back in its chain before
     * that one is settled.
     */
    void attempted(Bundle bundle) {
        for (int i = bundle.flights.size() - 1; i >= 0; i--) {
            Flight flight = bundle.flights.get(i);
            if (flight.claim() == Flight.FINISHED) {
                attempted(flight);
            }
        }
    }

    /** An attempt has ended. */
    void attempted(Flight flight) {
        tally.attempt(flight);
        if (flight.recorder != null) {
            flight.recorder.add(new Stop(
                    Stop.Kind.GATE, intake + " in-flight", 0, flight.arrivedAt(), flight.startedAt, flight.finishedAt));
        }
        flight.holding = null;
        Lane lane = flight.lane;
        if (lane.gone) {
            Lane now = stragglers.finished(flight);
            if (now != null) {
                release(now, flight);
            }
            return;
        }
        if (!flight.goesOn) {
            takeBackFollowers(flight);
        }
        Outcome outcome = flight.outcome == null ? Outcome.done() : flight.outcome;
        flight.outcome = null;
        switch (outcome) {
            case Outcome.Done done -> completed(flight, "done", outcome);
            case Outcome.Dropped dropped -> completed(flight, dropped.reason(), outcome);
            case Outcome.Dead(String reason, Throwable cause) -> noMoreAttempts(flight, reason, cause);
            case Outcome.Again(Duration after, Throwable cause) -> again(flight, outcome, after, cause);
        }
    }

    /** The worker has stopped at {@code flight}: those with which it would have gone on wait in their chain again. */
    private static void takeBackFollowers(Flight flight) {
        for (Flight next = flight.follower; next != null; next = next.follower) {
            if (next.phase == Phase.OUT) {
                Dispatcher.takeBack(next);
            }
        }
    }

    /** Ends a record that is not being handled. */
    void drop(Flight flight, Outcome outcome) {
        completed(flight, ((Outcome.Dropped) outcome).reason(), outcome);
    }

    /** A dead letter is acknowledged. */
    void buried(Flight flight) {
        if (flight.lane.gone) {
            return;
        }
        completed(flight, "dead", new Outcome.Dead("", null));
    }

    /** The first of a chain: held, dropped, or ready. */
    void mayStart(Flight flight) {
        long now = clock.nanos();
        Lane lane = flight.lane;
        if (flight.expired(clock)) {
            drop(flight, EXPIRED);
            return;
        }
        long wait = flight.notBefore == Long.MIN_VALUE ? 0 : flight.notBefore - clock.millis();
        if (wait > 0) {
            lane.move(flight, Phase.HELD);
            timers.add(flight, now + Math.min(wait, LONGEST_HOLD_MILLIS) * 1_000_000L);
        } else {
            lane.move(flight, Phase.READY);
            flight.readyAt = now;
            flight.joinedAt = now;
            lane.ready.add(flight);
        }
    }

    private void again(Flight flight, Outcome outcome, @Nullable Duration after, @Nullable Throwable cause) {
        if (outcome == BEHIND) {
            flight.attempts--;
            flight.lane.move(flight, Phase.CHAINED);
            if (flight.superseded) {
                drop(flight, SUPERSEDED);
            }
            return;
        }
        if (flight.superseded) {
            drop(flight, SUPERSEDED);
            return;
        }
        if (failures.retry().exhaustedBy(flight.attempts)) {
            noMoreAttempts(flight, "attempts used up", cause);
            return;
        }
        tally.retries++;
        long delay = after == null ? failures.retry().delayNanos(flight.attempts) : Check.nanos(after);
        flight.lane.move(flight, Phase.RETRYING);
        timers.add(flight, flight.finishedAt + Math.max(0, delay));
    }

    private void noMoreAttempts(Flight flight, String reason, @Nullable Throwable cause) {
        switch (failures.exhausted()) {
            case DROP -> drop(flight, EXHAUSTED);
            case DEAD_LETTER -> {
                flight.lane.move(flight, Phase.DYING);
                flight.outcome = new Outcome.Dead(reason, cause);
                if (deadLetters != null) {
                    deadLetters.send(flight);
                }
            }
            case STOP -> {
                flight.lane.move(flight, Phase.RETRYING);
                alarm.fail(new IllegalStateException(
                        "intake " + intake + ": record " + flight + ": " + reason + " after attempt " + flight.attempts
                                + ", and the intake has neither deadLetters(...) nor dropExhausted(); nothing is lost, the record"
                                + " comes again when the intake is started again",
                        cause));
            }
        }
    }

    private void completed(Flight flight, String how, Outcome outcome) {
        boolean firstOfChain = flight.key != null && flight.phase != Phase.CHAINED;
        end(flight, how, outcome);
        if (firstOfChain) {
            release(flight.lane, flight);
        }
    }

    private void end(Flight flight, String how, Outcome outcome) {
        boolean timed = flight.phase == Phase.HELD || flight.phase == Phase.RETRYING;
        if (flight.phase == Phase.READY) {
            tally.leftLine(flight, clock.nanos());
        }
        flight.lane.complete(flight);
        if (timed) {
            timers.forget();
        }
        tally.ended(outcome);
        if (flight.recorder != null) {
            flight.recorder.finish(how, clock.nanos());
            flight.recorder = null;
        }
    }

    /** Lets the next one of the chain go, past those that were completed, or expired, while they waited. */
    private void release(Lane lane, Flight first) {
        Chains chains = lane.chains;
        if (chains == null) {
            return;
        }
        Flight next = chains.leave(first);
        while (next != null && (next.phase == Phase.GONE || (next.phase == Phase.CHAINED && next.expired(clock)))) {
            if (next.phase == Phase.CHAINED) {
                end(next, "expired", EXPIRED);
            }
            next = chains.leave(next);
        }
        if (next != null && next.phase == Phase.CHAINED) {
            mayStart(next);
        }
    }
}
