package dev.headgate.systems.trips;

import java.util.UUID;

/** What the rider is told: the same for every request with the same trip id. */
record TripAnswer(UUID tripId, long fareCents, String currency) {
    TripAnswer(UUID tripId, long fareCents) {
        this(tripId, fareCents, "EUR");
    }
}
