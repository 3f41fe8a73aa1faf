package dev.headgate.lab;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Predicate;
import javax.sql.DataSource;

/** What the database says of the groups' work beyond their books: how far behind it is, and whether it was done once. Used by one thread. */
final class TripsWork {
    private static final String OLDEST = """
            select coalesce(extract(epoch from clock_timestamp() - min(completed_at)), 0) from trips t
            where not exists (select from analytics a where a.trip_id = t.trip_id)
               or not exists (select from surge_trips s where s.trip_id = t.trip_id)""";

    private static final String COUNTED_TWICE =
            "select coalesce((select sum(trips) from surge), 0) - (select count(*) from surge_trips)";

    private final DataSource database;

    TripsWork(DataSource database) {
        this.database = database;
    }

    /** Age of the oldest trip that analytics or surge has not done, in s; 0 when all are. */
    double lagSeconds() {
        return number(OLDEST);
    }

    /**
     * How many trips of before that moment some group has not done.
     *
     * @param receipts whether a trip's receipt was sent
     */
    long undoneOf(Instant before, Predicate<UUID> receipts) {
        String query = """
                select t.trip_id, exists (select from analytics a where a.trip_id = t.trip_id)
                  and exists (select from surge_trips s where s.trip_id = t.trip_id)
                from trips t where completed_at <= ?""";
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setTimestamp(1, Timestamp.from(before));
            long undone = 0;
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    boolean done = rows.getBoolean(2) && receipts.test(rows.getObject(1, UUID.class));
                    undone += done ? 0 : 1;
                }
            }
            return undone;
        } catch (SQLException e) {
            throw new IllegalStateException("The groups' work cannot be read: " + e.getMessage(), e);
        }
    }

    /** By how many the surge prices counted more trips than they were given, each once; 0 when the effect is there once. */
    long countedTwice() {
        return Math.round(number(COUNTED_TWICE));
    }

    private double number(String query) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getDouble(1);
        } catch (SQLException e) {
            throw new IllegalStateException("The groups' work cannot be read: " + e.getMessage(), e);
        }
    }
}
