package dev.headgate.lab;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
