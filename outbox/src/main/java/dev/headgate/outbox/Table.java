package dev.headgate.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The statements of a relay, on one connection in autocommit mode. A claim on a slot is an advisory lock of the session, not of a transaction:
 * while Kafka is away a claim lasts, and an open transaction would keep the whole database from being vacuumed. It ends with the session, so also when
 * the process is killed. Owned by one thread.
 */
final class Table {
    /** Tells our advisory locks from others': "hgob" in ASCII. */
    private static final int LOCKS = 0x68676F62;

    /** The lock is tried only where there are rows, and only until there are enough: what is tried and got is held. */
    private static final String CLAIM = """
            select slot from (select (? + i) %% %d as slot from generate_series(0, %d) i) s
            where case when exists (select from outbox o where o.slot = s.slot) then pg_try_advisory_lock(%d, s.slot) else false end
            limit ?""".formatted(Slots.COUNT, Slots.COUNT - 1, LOCKS);

    private static final String READ = """
            select o.slot, o.id, o.topic, o.key, o.value from unnest(?::smallint[]) as s (slot)
            cross join lateral (select * from outbox o where o.slot = s.slot order by o.id limit ?) o""";

    private static final String DELETE = """
            delete from outbox o using unnest(?::smallint[], ?::bigint[]) as gone (slot, id)
            where o.slot = gone.slot and o.id = gone.id""";

    private static final String SET_ASIDE = "update outbox set slot = ?, failure = ? where slot = ? and id = ?";

    private static final String RELEASE = "select pg_advisory_unlock_all()";

    private final Connection connection;

    Table(Connection connection) {
        this.connection = connection;
    }

    /** Claims slots that have events and that nobody else has claimed, at most so many, beginning at {@code first}. */
    List<Integer> claim(int first, int atMost) throws SQLException {
        List<Integer> slots = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(CLAIM)) {
            select.setInt(1, first);
            select.setInt(2, atMost);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    slots.add(rows.getInt(1));
                }
            }
        }
        return slots;
    }

    /** The oldest events of claimed slots, in order within each slot. */
    List<Event> read(List<Integer> slots, int perSlot) throws SQLException {
        List<Event> events = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(READ)) {
            select.setArray(1, connection.createArrayOf("smallint", slots.toArray()));
            select.setInt(2, perSlot);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    events.add(new Event(
                            rows.getInt(1), rows.getLong(2), rows.getString(3), rows.getBytes(4), rows.getBytes(5)));
                }
            }
        }
        return events;
    }

    void delete(List<Event> events) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
            delete.setArray(
                    1,
                    connection.createArrayOf(
                            "smallint", events.stream().map(Event::slot).toArray()));
            delete.setArray(
                    2,
                    connection.createArrayOf(
                            "bigint", events.stream().map(Event::id).toArray()));
            delete.executeUpdate();
        }
    }

    /** Takes an event out of the way of those behind it. */
    void setAside(Event event, String failure) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(SET_ASIDE)) {
            update.setInt(1, Slots.ASIDE);
            update.setString(2, failure);
            update.setInt(3, event.slot());
            update.setLong(4, event.id());
            update.executeUpdate();
        }
    }

    /** Gives up all claims of this session. */
    void release() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(RELEASE);
        }
    }
}
