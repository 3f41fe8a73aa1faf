package dev.headgate.systems.trips;

import dev.headgate.outbox.Outbox;
import java.nio.charset.StandardCharsets;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/** Writes the event in the transaction of the trip: it is there if and only if the trip is, and the relay brings it to Kafka. */
final class OutboxArm implements SideEffects {
    private final JdbcTemplate jdbc;
    private final RideCodec codec;

    OutboxArm(JdbcTemplate jdbc, RideCodec codec) {
        this.jdbc = jdbc;
        this.codec = codec;
    }

    @Override
    public void within(RideCompleted ride) {
        jdbc.execute((ConnectionCallback<Boolean>) connection -> {
            Outbox.append(
                    connection, RideCompleted.TOPIC, ride.key().getBytes(StandardCharsets.UTF_8), codec.toBytes(ride));
            return true;
        });
    }
}
