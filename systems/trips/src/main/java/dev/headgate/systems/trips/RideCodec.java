package dev.headgate.systems.trips;

import org.springframework.stereotype.Component;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The event as JSON. */
@Component
final class RideCodec {
    private final ObjectWriter writer;
    private final ObjectReader reader;

    RideCodec(JsonMapper mapper) {
        this.writer = mapper.writerFor(RideCompleted.class);
        this.reader = mapper.readerFor(RideCompleted.class);
    }

    byte[] toBytes(RideCompleted ride) {
        return writer.writeValueAsBytes(ride);
    }

    RideCompleted fromBytes(byte[] bytes) {
        return reader.readValue(bytes);
    }
}
