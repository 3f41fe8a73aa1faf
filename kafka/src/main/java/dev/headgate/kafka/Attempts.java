package dev.headgate.kafka;

import dev.headgate.Clock;
import dev.headgate.Holding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a record, on a worker's thread: decode, call the handler, take down how it ended. Whatever is thrown on the
 * way, by a deserialiser or by the handler, is the attempt's failure and nobody else's. Shared by all workers; immutable.
 */
final class Attempts<K, V> implements Crew.Station, Hand.Attempting {
    private final Work<K, V> work;
    private final Deserializer<K> keys;
    private final Deserializer<V> values;
    private final Clock clock;
    private final LogContext logContext;
    private final Mailbox mailbox;
    private final Mailbox.Urgency urgency;
    private volatile @Nullable Crew crew;

    /**
     * @param ordered whether other records may wait for a completion, so that the owner has to hear of it soon
     */
    Attempts(
            Work<K, V> work,
            Settings.Coding<K, V> coding,
            Clock clock,
            LogContext logContext,
            Mailbox mailbox,
            boolean ordered) {
        this.work = work;
        this.keys = Objects.requireNonNull(coding.keys(), "keys");
        this.values = Objects.requireNonNull(coding.values(), "values");
        this.clock = clock;
        this.logContext = logContext;
        this.mailbox = mailbox;
        this.urgency = ordered ? Mailbox.Urgency.SOON : Mailbox.Urgency.WHENEVER;
    }

    /** The crew that gets slots back from stages; set once, before the first attempt. */
    void workingFor(Crew crew) {
        this.crew = crew;
    }

    @Override
    public Crew.Ended handle(Entry entry, Holding holding) {
        return switch (entry) {
            case Bundle bundle -> together(bundle, holding);
            case Flight flight -> alone(flight, holding);
            default -> throw new IllegalStateException("unknown entry " + entry);
        };
    }

    /** Decodes a record outside an attempt, for functions that have to look at it before it may start. */
    Delivery<K, V> read(ConsumerRecord<byte[], byte[]> raw) {
        return decode(raw, 1);
    }

    private Crew.Ended alone(Flight flight, Holding holding) {
        if (!begin(flight, holding)) {
            return Crew.Ended.FINISHED;
        }
        if (flight.expired(clock)) {
            return finish(flight, Settlement.EXPIRED);
        }
        holding.itinerary(flight.recorder);
        try {
            logContext.enter(flight);
            Delivery<K, V> delivery = decoded(flight);
            return switch (work) {
                case Work.One<K, V>(OutcomeHandler<K, V> handler) ->
                    finish(flight, orFailure(handler.handle(delivery)));
                case Work.Async<K, V>(AsyncHandler<K, V> handler) -> await(flight, handler.handle(delivery));
                case Work.Many<K, V> many -> throw new IllegalStateException("a single record for a batch handler");
            };
        } catch (Throwable failure) {
            return finish(flight, failed(failure));
        } finally {
            leave();
            holding.itinerary(null);
        }
    }

    private Crew.Ended await(Flight flight, @Nullable CompletionStage<?> stage) {
        if (stage == null) {
            return finish(flight, failed(new NullPointerException("the handler returned no stage")));
        }
        Hand hand = new Hand(this, flight);
        try {
            stage.whenComplete(hand);
        } catch (Throwable failure) {
            hand.accept(null, failure);
        }
        return hand.finishedOnCallersThread() ? Crew.Ended.FINISHED : Crew.Ended.ELSEWHERE;
    }

    /** Nothing of one attempt is left for the worker's next record: neither logging context nor an interrupt. */
    private void leave() {
        logContext.leave();
        boolean unused = Thread.interrupted();
    }

    @Override
    public void finishAsync(Flight flight, @Nullable Object result, @Nullable Throwable failure) {
        if (failure != null) {
            finish(flight, failed(failure));
        } else {
            finish(flight, result instanceof Outcome outcome ? outcome : Outcome.done());
        }
    }

    /** A stage completed after its worker had gone on. */
    @Override
    public void slotBack(@Nullable Holding holding) {
        if (holding != null) {
            holding.end(clock.nanos());
        }
        Crew c = crew;
        if (c != null) {
            c.finishedElsewhere();
        }
    }

    /** All records of a batch end at once, after the handler: none of a key may be settled while an earlier one of it is still in there. */
    private Crew.Ended together(Bundle bundle, Holding holding) {
        List<Attempt> attempts = new ArrayList<>(bundle.flights.size());
        List<Delivery<K, V>> deliveries = new ArrayList<>(bundle.flights.size());
        Set<KeyBytes> failedKeys = new HashSet<>();
        for (Flight flight : bundle.flights) {
            flight.leads = attempts.isEmpty();
            if (begin(flight, holding)) {
                attempts.add(prepared(flight, deliveries, failedKeys));
            }
        }
        if (attempts.isEmpty()) {
            return Crew.Ended.FINISHED;
        }
        Batch<K, V> batch = new Batch<>(deliveries);
        Outcome rest = Outcome.done();
        try {
            if (!deliveries.isEmpty()) {
                logContext.enterBatch();
                ((Work.Many<K, V>) work).handler().handle(batch);
            }
        } catch (Throwable failure) {
            rest = failed(failure);
        } finally {
            leave();
        }
        mailbox.post(bundle, settle(attempts, batch, rest));
        return Crew.Ended.FINISHED;
    }

    /** @param without how it ended without the handler; null if the handler got it, as number {@code index} */
    private record Attempt(
            Flight flight, int index, @Nullable Outcome without) {}

    private Attempt prepared(Flight flight, List<Delivery<K, V>> deliveries, Set<KeyBytes> failedKeys) {
        if (flight.expired(clock)) {
            return new Attempt(flight, -1, Settlement.EXPIRED);
        }
        if (flight.key != null && failedKeys.contains(flight.key)) {
            return new Attempt(flight, -1, Settlement.BEHIND);
        }
        try {
            deliveries.add(decoded(flight));
            return new Attempt(flight, deliveries.size() - 1, null);
        } catch (Throwable failure) {
            // Those before it go ahead; those of its key behind it must not.
            if (flight.key != null) {
                failedKeys.add(flight.key);
            }
            return new Attempt(flight, -1, failed(failure));
        }
    }

    /** Says of each record how it ended, and how soon the owner has to hear of it. */
    private Mailbox.Urgency settle(List<Attempt> attempts, Batch<K, V> batch, Outcome rest) {
        Mailbox.Urgency most = urgency;
        Set<KeyBytes> toTryAgain = new HashSet<>();
        long now = clock.nanos();
        for (Attempt attempt : attempts) {
            Flight flight = attempt.flight;
            Outcome said = attempt.without == null ? batch.settled(attempt.index) : attempt.without;
            Outcome outcome = said == null ? rest : said;
            if (flight.key != null) {
                if (toTryAgain.contains(flight.key)) {
                    outcome = Settlement.BEHIND;
                } else if (outcome instanceof Outcome.Again) {
                    toTryAgain.add(flight.key);
                }
            }
            flight.finish(outcome, now);
            most = over(outcome) ? most : Mailbox.Urgency.NOW;
        }
        return most;
    }

    private boolean begin(Flight flight, Holding holding) {
        flight.holding = holding;
        return flight.start(clock.nanos());
    }

    private Crew.Ended finish(Flight flight, Outcome outcome) {
        boolean over = over(outcome);
        Crew c = crew;
        boolean goesOn = over && flight.follower != null && c != null && c.mayGoOn();
        flight.goesOn = goesOn;
        flight.finish(outcome, clock.nanos());
        // From here on the flight is the owner's.
        if (goesOn) {
            mailbox.post(flight, Mailbox.Urgency.WHENEVER);
            return Crew.Ended.GOES_ON;
        }
        mailbox.post(flight, over ? urgency : Mailbox.Urgency.NOW);
        return Crew.Ended.FINISHED;
    }

    /** What is to be tried again, or buried, goes on only when the owner has heard of it; what is over can wait. */
    private static boolean over(Outcome outcome) {
        return outcome instanceof Outcome.Done || outcome instanceof Outcome.Dropped;
    }

    @SuppressWarnings("unchecked")
    private Delivery<K, V> decoded(Flight flight) {
        Throwable unreadable = flight.unreadable;
        if (unreadable != null) {
            // Read before it could start, and failed then: that was its first attempt's decoding.
            flight.unreadable = null;
            throw new CompletionException(unreadable);
        }
        Delivery<?, ?> read = flight.read;
        if (read != null && flight.attempts == 1) {
            return (Delivery<K, V>) read;
        }
        return decode(flight.raw, flight.attempts);
    }

    private Delivery<K, V> decode(ConsumerRecord<byte[], byte[]> raw, int attempt) {
        byte[] key = raw.key();
        byte[] value = raw.value();
        return new Delivery<>(
                raw,
                key == null ? null : keys.deserialize(raw.topic(), raw.headers(), key),
                value == null ? null : values.deserialize(raw.topic(), raw.headers(), value),
                attempt);
    }

    private static Outcome orFailure(@Nullable Outcome outcome) {
        return outcome == null ? failed(new NullPointerException("the handler returned no outcome")) : outcome;
    }

    private static Outcome failed(Throwable failure) {
        boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
        return new Outcome.Again(null, wrapped ? failure.getCause() : failure);
    }
}
