package dev.headgate.kafka;

import dev.headgate.Stop;
import dev.headgate.kafka.Flight.Phase;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the owner does in a turn, polling and committing apart: hear what is new, let time pass, move frontiers, fill the line. */
final class Desk {
    private static final Logger log = LoggerFactory.getLogger(Desk.class);
    private static final long DEAD_LETTER_AGAIN = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final Mailbox mailbox;
    private final Lanes lanes;
    private final Timers timers;
    private final Settlement settlement;
    private final Dispatcher dispatcher;
    private final @Nullable Reader<?, ?> reader;
    private final @Nullable DeadLetters deadLetters;
    private final Fetch fetch;
    private final Failure failure;

    private long stopAt = Timers.NONE;
    private boolean moreToHandOut;

    Desk(
            String name,
            Mailbox mailbox,
            Lanes lanes,
            Timers timers,
            Settlement settlement,
            Dispatcher dispatcher,
            @Nullable Reader<?, ?> reader,
            @Nullable DeadLetters deadLetters,
            Fetch fetch,
            Failure failure) {
        this.name = name;
        this.mailbox = mailbox;
        this.lanes = lanes;
        this.timers = timers;
        this.settlement = settlement;
        this.dispatcher = dispatcher;
        this.reader = reader;
        this.deadLetters = deadLetters;
        this.fetch = fetch;
        this.failure = failure;
    }

    /** Asks the intake to finish. */
    static final class Finish extends Message {
        final long deadline;

        Finish(long deadline) {
            this.deadline = deadline;
        }
    }

    /** One turn; true if there was anything to do. */
    boolean work(long now) {
        boolean did = hear(now);
        did |= ring(now);
        for (Lane lane : lanes.all()) {
            if (lane.advance(now)) {
                lane.progress.completed(now);
            }
            if (!lane.beyond.isEmpty()) {
                lane.takeBeyond(now, fetch::arrived);
            }
            if (reader != null) {
                reader.readNext(lane);
            }
        }
        moreToHandOut = dispatcher.topUp(lanes.all(), now);
        return did;
    }

    /** When the intake was asked to be finished by; {@link Timers#NONE} if it was not. */
    long stopAt() {
        return stopAt;
    }

    /** Whether records are left that could be in line if it were longer. */
    boolean moreToHandOut() {
        return moreToHandOut;
    }

    /** When the passing of time alone next gives the desk something to do. */
    long nextAt() {
        return Math.min(timers.nextAt(), dispatcher.nextAt());
    }

    /** Everything that was fetched has been started or waits for its time: nobody waits for a completion. */
    boolean quiet() {
        for (Lane lane : lanes.all()) {
            if (lane.unstarted() > lane.count(Phase.HELD)) {
                return false;
            }
        }
        return true;
    }

    private boolean hear(long now) {
        Message message = mailbox.take();
        boolean did = message != null;
        while (message != null) {
            Message earlier = message.earlier;
            message.earlier = null;
            switch (message) {
                case Flight flight -> settlement.attempted(flight);
                case Bundle bundle -> settlement.attempted(bundle);
                case Reader.Done done -> read(done);
                case Reader.Again again -> readAgain(again.flight);
                case DeadLetters.Sent sent -> sent(sent, now);
                case Finish finish -> stopAt = Math.min(stopAt, finish.deadline);
                default -> throw new IllegalStateException("unknown message " + message);
            }
            message = earlier;
        }
        return did;
    }

    private void read(Reader.Done done) {
        if (reader != null) {
            reader.done(done);
        }
    }

    private void readAgain(Flight flight) {
        if (!flight.lane.gone && flight.phase == Phase.RETRYING) {
            settlement.mayStart(flight);
        }
    }

    private void sent(DeadLetters.Sent sent, long now) {
        Flight flight = sent.flight;
        if (flight.lane.gone || deadLetters == null) {
            return;
        }
        if (sent.failure == null) {
            settlement.buried(flight);
        } else if (sent.retriable()) {
            log.warn(
                    "intake {}: the dead letter of {} to {} failed and is sent again in a second",
                    name,
                    flight,
                    deadLetters.topic(),
                    sent.failure);
            timers.add(flight, now + DEAD_LETTER_AGAIN);
        } else {
            // Nothing is on its way any more that a drain would have to wait for.
            flight.lane.move(flight, Phase.RETRYING);
            failure.fail(new IllegalStateException(
                    "intake " + name + ": the dead letter of " + flight + " cannot be sent to " + deadLetters.topic()
                            + "; make the topic accept it, then start the intake again: the record is not lost",
                    sent.failure));
        }
    }

    private boolean ring(long now) {
        boolean did = false;
        for (Flight flight = timers.due(now); flight != null; flight = timers.due(now)) {
            did = true;
            if (flight.phase == Phase.DYING) {
                if (deadLetters != null) {
                    deadLetters.send(flight);
                }
                continue;
            }
            if (flight.recorder != null) {
                boolean held = flight.phase == Phase.HELD;
                long since = held ? flight.readyAt : flight.finishedAt;
                flight.recorder.add(new Stop(
                        held ? Stop.Kind.HOLD : Stop.Kind.RETRY, held ? "hold" : "retry", 0, since, since, now));
            }
            if (flight.timesUnknown && reader != null) {
                reader.readAgain(flight);
            } else {
                settlement.mayStart(flight);
            }
        }
        return did;
    }
}
