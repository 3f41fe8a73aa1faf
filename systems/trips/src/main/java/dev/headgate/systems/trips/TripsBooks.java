package dev.headgate.systems.trips;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * Compares, by id, the trips that are recorded with what each group has done for them. The database says what analytics and surge did, the
 * provider what notifications did. Safe for use by any thread; every call blocks on the database, and reads O(trips).
 */
public final class TripsBooks {
    static final String ANALYTICS = "trip-analytics";
    static final String NOTIFICATIONS = "trip-notifications";
    static final String SURGE = "surge-recalculation";

    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    private final TripsWorld world;

    TripsBooks(TripsWorld world) {
        this.world = world;
    }

    /**
     * The books now.
     *
     * @throws IllegalStateException if the database fails
     */
    public BooksReading read() {
        try (Connection connection = world.database().getConnection()) {
            // One moment for all tables.
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            Set<UUID> trips = ids(connection);
            return new BooksReading(
                    trips.size(),
                    List.of(
                            ofTable(connection, ANALYTICS, "analytics"),
                            ofEmails(trips),
                            ofTable(connection, SURGE, "surge_trips")));
        } catch (SQLException e) {
            throw new IllegalStateException("Could not read the books: " + e.getMessage(), e);
        }
    }

    /**
     * Waits until every group has processed every trip, but at most for so long, and gives the books then. For the time after the load: while trips are
     * still coming in there is always one that is not processed yet.
     *
     * @throws IllegalStateException if the database fails, or the thread is interrupted
     */
    public BooksReading settle(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (true) {
            BooksReading reading = read();
            if (reading.complete() || System.nanoTime() - deadline >= 0) {
                return reading;
            }
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while waiting for the groups to process the trips");
            }
        }
    }

    /**
     * Of the trips that got an answer, those that are not recorded: none, or the service lies.
     *
     * @throws IllegalStateException if the database fails
     */
    public List<UUID> unrecorded(Collection<UUID> answered) {
        try (Connection connection = world.database().getConnection()) {
            Set<UUID> trips = ids(connection);
            return answered.stream().filter(id -> !trips.contains(id)).toList();
        } catch (SQLException e) {
            throw new IllegalStateException("Could not read the trips: " + e.getMessage(), e);
        }
    }

    private static Set<UUID> ids(Connection connection) throws SQLException {
        Set<UUID> ids = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement("select trip_id from trips");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getObject(1, UUID.class));
            }
        }
        return ids;
    }

    private static GroupBooks ofTable(Connection connection, String group, String table) throws SQLException {
        String sql = """
                select count(*), coalesce(sum(deliveries - 1), 0),
                  (select count(*) from trips t where not exists (select from %1$s p where p.trip_id = t.trip_id)),
                  (select count(*) from %1$s p where not exists (select from trips t where t.trip_id = p.trip_id))
                from %1$s""".formatted(table);
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(sql)) {
            row.next();
            return new GroupBooks(group, row.getLong(1), row.getLong(3), row.getLong(2), row.getLong(4));
        }
    }

    private GroupBooks ofEmails(Set<UUID> trips) {
        EmailStandIn emails = world.emails();
        // Counted before the trips' own are looked for: a receipt that is sent in between is no stranger.
        long sent = emails.sent();
        long known = trips.stream().filter(emails::sent).count();
        return new GroupBooks(NOTIFICATIONS, sent, trips.size() - known, emails.repeats(), Math.max(0, sent - known));
    }
}
