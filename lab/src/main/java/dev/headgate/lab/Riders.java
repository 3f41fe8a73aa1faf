package dev.headgate.lab;

import dev.headgate.load.OpenLoad;
import dev.headgate.load.Step;
import dev.headgate.systems.trips.TripsProcess;
import java.time.Duration;
import java.util.List;

/** The riders of trips: each completes one trip, drawn at random, and gives up after a while. */
public final class Riders {
    /** In the story's time, which does not say: over four times what sync takes when nothing waits. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final String TRIP = "{\"tripId\":\"#{id}\",\"riderId\":\"rider-#{randomInt(1,100000)}\","
            + "\"zone\":\"zone-#{randomInt(1,50)}\",\"distanceMetres\":#{randomInt(500,30000)},\"minutes\":#{randomInt(2,90)}}";

    private Riders() {}

    /** How long a rider waits for an answer in a world of that scale. */
    public static Duration patience(double scale) {
        return Duration.ofNanos(Math.round(PATIENCE.toNanos() * scale));
    }

    /** Sends riders to a service; blocks until the first is about to come, a few seconds. */
    public static OpenLoad start(TripsProcess service, double scale, List<Step> steps) {
        return OpenLoad.start(service.completeUrl(), TRIP, patience(scale), steps);
    }
}
