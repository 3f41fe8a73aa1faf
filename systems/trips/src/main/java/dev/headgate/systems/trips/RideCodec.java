package dev.headgate.systems.trips;

import org.springframework.stereotype.Component;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The event as JSON, as the starter reads it again for the handlers. */
@Component
final class RideCodec {
    private final ObjectWriter writer;

    RideCodec(JsonMapper mapper) {
        this.writer = mapper.writerFor(RideCompleted.class);
    }

    byte[] toBytes(RideCompleted ride) {
        return writer.writeValueAsBytes(ride);
    }
}
