package dev.headgate.systems.trips;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the service is told beyond Boot's own and Headgate's properties.
 *
 * @param arm how it does what the rider does not wait for
 * @param consumers whether this instance takes part in the three consumer groups
 * @param scale by which the times of the story are multiplied
 * @param emailUrl where receipts are posted
 * @param relayAtMost events that this instance's relay brings to Kafka in a second, at most: what waits after a time without Kafka is not to slow
 *     riders down
 * @param endWithParent whether the end of standard input ends the service
 */
@ConfigurationProperties("trips")
record TripsProperties(
        @DefaultValue("outbox") Arm arm,
        @DefaultValue("true") boolean consumers,
        @DefaultValue("3") double scale,
        URI emailUrl,
        @DefaultValue Delays delays,
        @DefaultValue("600") int relayAtMost,
        @DefaultValue("false") boolean endWithParent) {

    TripsProperties {
        if (!(scale >= 0)) {
            throw new IllegalArgumentException("trips.scale is " + scale + ": give a number that is not negative");
        }
    }

    /** The times of the story, before they are scaled. The email provider has its own: it is not in this process. */
    record Delays(
            @DefaultValue("15ms") Duration fare,
            @DefaultValue("120ms") Duration analytics,
            @DefaultValue("230ms") Duration surge) {}
}
