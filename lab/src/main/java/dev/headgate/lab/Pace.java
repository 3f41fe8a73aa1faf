package dev.headgate.lab;

import java.time.Duration;

/**
 * How long the arms of small incidents take.
 *
 * @param warmUp before anything is counted
 * @param measured what is counted
 */
record Pace(Duration warmUp, Duration measured) {
    /** A thousand records and more. */
    static final Pace FULL = new Pace(Duration.ofMillis(1_500), Duration.ofMillis(6_000));

    /** Shows that all works; figures are rough. */
    static final Pace QUICK = new Pace(Duration.ofMillis(500), Duration.ofMillis(2_000));
}
