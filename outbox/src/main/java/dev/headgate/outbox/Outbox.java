package dev.headgate.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes events in the caller's transaction: they are relayed if it commits, and were never there if it does not.
 *
 * <p>The order of a key's events is the order in which they were written, where the transactions that write them exclude each other, as they do if each
 * first changes or locks the row that the key stands for. The table is made by {@code dev/headgate/outbox/postgresql/R__headgate_outbox.sql}
 * on the class path, a repeatable migration of Flyway.
 *
 * <p>Without state; safe for use by any thread.
 */
public final class Outbox {
    private static final String INSERT = "insert into outbox (slot, topic, key, value) values (?, ?, ?, ?)";

    private Outbox() {}

    /**
     * Writes one event. Costs one insert, in the transaction of {@code connection}; the connection is neither committed nor closed.
     *
     * @param key the record's key; events without one are in no order
     * @param value the record's value, as Kafka shall have it; null is a tombstone
     * @throws SQLException if the database does not take it; the transaction is then to be rolled back
     */
    public static void append(Connection connection, String topic, byte @Nullable [] key, byte @Nullable [] value)
            throws SQLException {
        Objects.requireNonNull(topic, "topic");
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setInt(1, Slots.of(key));
            insert.setString(2, topic);
            insert.setBytes(3, key);
            insert.setBytes(4, value);
            insert.executeUpdate();
        }
    }
}
