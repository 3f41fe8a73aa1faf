package dev.headgate.systems.trips;

import java.util.UUID;

/**
 * The event: a ride is completed and its fare charged.
 *
 * @param completedAt in ms since 1970
 */
record RideCompleted(
        UUID tripId, String riderId, String zone, int distanceMetres, int minutes, long fareCents, long completedAt) {

    static final String TOPIC = "ride-completed";
    /** Where a group puts what it cannot process. */
    static final String DEAD_LETTERS = "ride-completed.dead";

    static final int PARTITIONS = 12;

    /** The record's key. */
    String key() {
        return tripId.toString();
    }
}
