package dev.headgate.lab;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** How far the slowest of the groups that keep their books in the database is behind the trips. Used by one thread. */
final class TripsLag {
    private static final String OLDEST = """
            select coalesce(extract(epoch from clock_timestamp() - min(completed_at)), 0) from trips t
            where not exists (select from analytics a where a.trip_id = t.trip_id)
               or not exists (select from surge_trips s where s.trip_id = t.trip_id)""";

    private final DataSource database;

    TripsLag(DataSource database) {
        this.database = database;
    }

    /** Age of the oldest trip that is not done, in s; 0 when all are. */
    double seconds() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(OLDEST)) {
            row.next();
            return row.getDouble(1);
        } catch (SQLException e) {
            throw new IllegalStateException("The trips' lag cannot be read: " + e.getMessage(), e);
        }
    }
}
