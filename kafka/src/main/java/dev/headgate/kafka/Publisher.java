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
    private final ReadyQueue line;
    private final Dispatcher dispatcher;
    private final Supplier<IntakeState> state;
    private final Consumer<IntakeStats> reader;
    private long nextAt;
    private long countedAt;
    private int waiting;

    Publisher(
            Clock clock,
            Readings readings,
            Lanes lanes,
            Stragglers stragglers,
            Tally tally,
            Crew crew,
            ReadyQueue line,
            Dispatcher dispatcher,
            Supplier<IntakeState> state,
            Consumer<IntakeStats> reader) {
        this.clock = clock;
        this.readings = readings;
        this.lanes = lanes;
        this.stragglers = stragglers;
        this.tally = tally;
        this.crew = crew;
        this.line = line;
        this.dispatcher = dispatcher;
        this.state = state;
        this.reader = reader;
        this.countedAt = clock.nanos();
        this.nextAt = countedAt;
    }

    long nextAt() {
        return nextAt;
    }

    /** Every turn: keeps the integral of who waits, and publishes when it is time. */
    void publishIfDue(long now) {
        tally.waitingNanos += waiting * (now - countedAt);
        countedAt = now;
        waiting = countWaiting();
        if (now >= nextAt) {
            publish(now);
        }
    }

    void publish(long now) {
        nextAt = now + EVERY;
        reader.accept(readings.read(state.get(), lanes, stragglers, crew.capacity(), waiting, now, clock.millis()));
    }

    /** Records that could start but for a slot: those in line, and those that the line has no room for. */
    private int countWaiting() {
        int records = 0;
        for (Lane lane : lanes.all()) {
            if (!lane.draining) {
                records += lane.count(Phase.READY);
                if (lane.count(Phase.FETCHED) > 0 && dispatcher.reaches(lane)) {
                    records += lane.count(Phase.FETCHED);
                }
            }
        }
        return dispatcher.inSlots(records) + line.size();
    }
}
