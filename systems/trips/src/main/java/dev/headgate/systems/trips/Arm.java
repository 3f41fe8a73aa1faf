package dev.headgate.systems.trips;

import java.util.Locale;

/** How the service does what the rider does not wait for. */
public enum Arm {
    /** All of it in the request, as the team had it. */
    SYNC,
    /** An event sent to Kafka after the transaction, and not waited for, as the team cured it. */
    ASYNC,
    /** An event written in the transaction of the trip, and relayed to Kafka from there. */
    OUTBOX;

    /** The value of the property {@code trips.arm}. */
    public String property() {
        return name().toLowerCase(Locale.ROOT);
    }
}
