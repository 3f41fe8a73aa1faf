package dev.headgate.kafka;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks at records before they may start, where a function of the value says when that is. One task a lane at a time, on a
 * virtual thread, since decoding and the functions are the user's code: the owner hands over a run of flights and gets it
 * back as a message.
 */
final class Reader<K, V> {
    private static final int RUN = 512;

    private final Attempts<K, V> attempts;
    private final @Nullable Function<? super Delivery<K, V>, ? extends @Nullable Instant> notBefore;
    private final @Nullable Function<? super Delivery<K, V>, ? extends @Nullable Instant> expiresAt;
    private final Mailbox mailbox;
    private final Crew.Starter starter;

    Reader(Attempts<K, V> attempts, Settings.Times<K, V> times, Mailbox mailbox, Crew.Starter starter) {
        this.attempts = attempts;
        this.notBefore = times.notBefore();
        this.expiresAt = times.expiresAt();
        this.mailbox = mailbox;
        this.starter = starter;
    }

    /** A run that has been read. */
    static final class Done extends Message {
        final Lane lane;
        final List<Flight> flights;

        Done(Lane lane, List<Flight> flights) {
            this.lane = lane;
            this.flights = flights;
        }
    }

    /** The owner: starts reading, if the lane has something to read and nothing is being read of it. */
    void readNext(Lane lane) {
        if (lane.reading || lane.draining || lane.unread.isEmpty()) {
            return;
        }
        List<Flight> run = new ArrayList<>(Math.min(RUN, lane.unread.size()));
        while (run.size() < RUN && !lane.unread.isEmpty()) {
            Flight flight = lane.unread.remove();
            if (flight.phase != Flight.Phase.GONE) {
                run.add(flight);
            }
        }
        if (run.isEmpty()) {
            return;
        }
        lane.reading = true;
        starter.start(() -> {
            run.forEach(this::read);
            mailbox.post(new Done(lane, run), Mailbox.Urgency.NOW);
        });
    }

    /** A record that has been read again, before another attempt. */
    static final class Again extends Message {
        final Flight flight;

        Again(Flight flight) {
            this.flight = flight;
        }
    }

    /** The owner: reads a record again for which the functions failed, so that no attempt is made too early or too late. */
    void readAgain(Flight flight) {
        starter.start(() -> {
            read(flight);
            mailbox.post(new Again(flight), Mailbox.Urgency.NOW);
        });
    }

    /** The owner: a run is back. */
    void done(Done done) {
        Lane lane = done.lane;
        if (lane.gone) {
            return;
        }
        lane.reading = false;
        lane.readUpTo(done.flights.getLast().offset() + 1);
        readNext(lane);
    }

    private void read(Flight flight) {
        try {
            Delivery<K, V> delivery = attempts.read(flight.raw);
            flight.read = delivery;
            flight.timesUnknown = false;
            if (notBefore != null) {
                Instant time = notBefore.apply(delivery);
                if (time != null) {
                    flight.notBefore = Math.max(flight.notBefore, millis(time, true));
                }
            }
            if (expiresAt != null) {
                Instant time = expiresAt.apply(delivery);
                if (time != null) {
                    flight.expiresAt = millis(time, false);
                }
            }
        } catch (Throwable failure) {
            // Its next attempt will fail with this.
            flight.unreadable = failure;
            flight.timesUnknown = true;
        }
    }

    /** Rounded so that nothing starts too early, or after its time. Times beyond the range of ms count as the end of it. */
    private static long millis(Instant time, boolean up) {
        try {
            long millis = time.toEpochMilli();
            return up && time.getNano() % 1_000_000 != 0 ? millis + 1 : millis;
        } catch (ArithmeticException e) {
            return time.getEpochSecond() < 0 ? Long.MIN_VALUE + 1 : Long.MAX_VALUE - 1;
        }
    }
}
