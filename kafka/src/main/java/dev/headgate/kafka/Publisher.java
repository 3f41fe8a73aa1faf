package dev.headgate.kafka;

import dev.headgate.Clock;
import dev.headgate.kafka.Flight.Phase;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Publishes readings now and then, so that whoever asks neither waits for the owner nor disturbs it. The owner's. */
final class Publisher {
    private static final long EVERY = Duration.ofMillis(250).toNanos();

    private final Clock clock;
    private final Readings readings;
    private final Lanes lanes;
    private final Stragglers stragglers;
    private final Tally tally;
    private final Crew crew;
    private final Dispatcher dispatcher;
    private final Supplier<IntakeState> state;
    private final Consumer<IntakeStats> reader;
    private long nextAt;
    private long countedAt;
    private int unreached;

    Publisher(
            Clock clock,
            Readings readings,
            Lanes lanes,
            Stragglers stragglers,
            Tally tally,
            Crew crew,
            Dispatcher dispatcher,
            Supplier<IntakeState> state,
            Consumer<IntakeStats> reader) {
        this.clock = clock;
        this.readings = readings;
        this.lanes = lanes;
        this.stragglers = stragglers;
        this.tally = tally;
        this.crew = crew;
        this.dispatcher = dispatcher;
        this.state = state;
        this.reader = reader;
        this.countedAt = clock.nanos();
        this.nextAt = countedAt;
    }

    long nextAt() {
        return nextAt;
    }

    /** Keeps the integral of who waits: called whenever the owner may have changed how many do. */
    void count(long now) {
        tally.unreachedNanos += unreached * Math.max(0, now - countedAt);
        countedAt = now;
        unreached = countUnreached(now);
    }

    /** Every turn, after the line was filled. */
    void publishIfDue(long now) {
        count(now);
        if (now >= nextAt) {
            publish(now);
        }
    }

    void publish(long now) {
        nextAt = now + EVERY;
        reader.accept(readings.read(state.get(), lanes, stragglers, crew.capacity(), unreached, now, clock.millis()));
    }

    /** Fetched records that could start but for a slot, as the line has no room for them. They change in the owner's turns alone. */
    private int countUnreached(long now) {
        int records = 0;
        for (Lane lane : lanes.all()) {
            if (lane.draining || !dispatcher.reaches(lane)) {
                lane.reachableSince = Flight.NEVER;
            } else {
                lane.reachableSince = Math.min(lane.reachableSince, now);
                records += lane.count(Phase.FETCHED);
            }
        }
        return records;
    }
}
