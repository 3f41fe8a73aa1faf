package dev.headgate.systems.trips;

import dev.headgate.Clock;
import java.sql.Timestamp;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Completes trips: works out the fare, records it, and lets the arm do the rest. Idempotent by trip id: who asks again is told what is recorded,
 * and nothing else happens.
 */
@Service
class TripCompletion {
    private static final long BASE_CENTS = 250;
    private static final long CENTS_PER_KILOMETRE = 120;
    private static final long CENTS_PER_MINUTE = 30;

    private final Pauses pauses;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final SideEffects effects;
    private final Clock clock;

    TripCompletion(
            Pauses pauses, JdbcTemplate jdbc, TransactionTemplate transaction, SideEffects effects, Clock clock) {
        this.pauses = pauses;
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.effects = effects;
        this.clock = clock;
    }

    /** Blocks for as long as the fare takes, and for as long as the arm keeps the thread. */
    TripAnswer complete(TripRequest request) throws InterruptedException {
        // Outside the transaction: a connection is held for the database's work alone.
        pauses.fare();
        RideCompleted ride = new RideCompleted(
                request.tripId(),
                request.riderId(),
                request.zone(),
                request.distanceMetres(),
                request.minutes(),
                fareCents(request.distanceMetres(), request.minutes()),
                clock.millis());
        boolean first = Objects.requireNonNull(transaction.execute(status -> {
            if (!record(ride)) {
                return false;
            }
            effects.within(ride);
            return true;
        }));
        if (!first) {
            return recorded(ride.tripId());
        }
        effects.after(ride);
        return new TripAnswer(ride.tripId(), ride.fareCents());
    }

    /** A base price, and so much for every kilometre and minute begun. */
    static long fareCents(int distanceMetres, int minutes) {
        return BASE_CENTS + Math.ceilDiv(distanceMetres, 1_000) * CENTS_PER_KILOMETRE + minutes * CENTS_PER_MINUTE;
    }

    private boolean record(RideCompleted ride) {
        return jdbc.update(
                        """
                        insert into trips (trip_id, rider_id, zone, distance_metres, minutes, fare_cents, completed_at)
                        values (?, ?, ?, ?, ?, ?, ?) on conflict (trip_id) do nothing""",
                        ride.tripId(),
                        ride.riderId(),
                        ride.zone(),
                        ride.distanceMetres(),
                        ride.minutes(),
                        ride.fareCents(),
                        new Timestamp(ride.completedAt()))
                == 1;
    }

    private TripAnswer recorded(UUID tripId) {
        return Objects.requireNonNull(jdbc.queryForObject(
                "select fare_cents from trips where trip_id = ?",
                (row, n) -> new TripAnswer(tripId, row.getLong(1)),
                tripId));
    }
}
