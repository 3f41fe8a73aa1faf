package dev.headgate.kafka;

/** Where an intake is in its life; it only ever moves forward. */
public enum IntakeState {
    /** Built, not started. */
    NEW,
    /** Started: polls, dispatches, commits. */
    RUNNING,
    /** Being closed, or failed: starts nothing new, waits for what is in flight. */
    DRAINING,
    /** Closed, in order. */
    CLOSED,
    /** Stopped by a failure, which {@link Intake#health()} and {@link Intake#close} report. */
    FAILED
}
