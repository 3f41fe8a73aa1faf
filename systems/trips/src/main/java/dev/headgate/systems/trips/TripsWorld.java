package dev.headgate.systems.trips;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;
import org.flywaydb.core.Flyway;

/**
 * Everything around the service that outlives it: a PostgreSQL server of its own, the email provider, and the topics. The service's instances are
 * started by {@link TripsProcess}; Kafka is the caller's.
 *
 * <p>PostgreSQL keeps what it acknowledged: fsync and synchronous commit are on. The server ends with this process, unless that is killed.
 *
 * <p>Safe for use by any thread.
 */
public final class TripsWorld implements AutoCloseable {
    private static final Duration EMAIL_DELAY = Duration.ofMillis(85);
    private static final long PATIENCE_SECONDS = 30;
    private static final List<String> TABLES =
            List.of("trips", "analytics", "surge_trips", "surge", "slowness", "outbox");

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final String bootstrap;
    private final double scale;
    private final EmbeddedPostgres postgres;
    private final EmailStandIn emails;

    private TripsWorld(String bootstrap, double scale) {
        this.bootstrap = bootstrap;
        this.scale = scale;
        try {
            createTopics();
            postgres = startPostgres();
            opened.push(postgres);
            Flyway.configure(TripsWorld.class.getClassLoader())
                    .dataSource(database())
                    .locations("classpath:dev/headgate/systems/trips/db", "classpath:dev/headgate/outbox/postgresql")
                    .load()
                    .migrate();
            emails = EmailStandIn.start(Pauses.times(EMAIL_DELAY, scale));
            opened.push(emails);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Starts the world; blocks for some seconds.
     *
     * @param bootstrap Kafka's {@code bootstrap.servers}; it must run, and topics that are missing are created
     * @param scale by which the times of the story are multiplied, here and in every instance that is started in this world; 3 suits a
     *     machine of two cores
     * @throws IllegalStateException if Kafka or PostgreSQL does not come up
     */
    public static TripsWorld start(String bootstrap, double scale) {
        return new TripsWorld(bootstrap, scale);
    }

    /** Kafka's {@code bootstrap.servers}. */
    public String bootstrap() {
        return bootstrap;
    }

    /** By which the times of the story are multiplied. */
    public double scale() {
        return scale;
    }

    /** The database, as an instance of the service is told it. */
    public String jdbcUrl() {
        return postgres.getJdbcUrl("postgres", "postgres");
    }

    /** The database, with a new connection at every call. */
    public DataSource database() {
        return postgres.getPostgresDatabase();
    }

    /** The email provider. */
    public EmailStandIn emails() {
        return emails;
    }

    /** The books of this world. */
    public TripsBooks books() {
        return new TripsBooks(this);
    }

    /**
     * Makes the analytics store so many times slower than usual, in every instance, within about a second; 1 is as usual. A write under way is not
     * changed.
     *
     * @throws IllegalStateException if the database fails
     */
    public void slowAnalytics(double factor) {
        try (Connection connection = database().getConnection();
                PreparedStatement write = connection.prepareStatement("""
                        insert into slowness (downstream, factor) values ('analytics', ?)
                        on conflict (downstream) do update set factor = excluded.factor""")) {
            write.setDouble(1, factor);
            write.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "Could not make analytics " + factor + " times slower: " + e.getMessage(), e);
        }
    }

    /**
     * Forgets all trips and what was done for them, and makes everything as fast as usual. For the time between two runs, when no instance runs; events
     * of forgotten trips that are still in Kafka are left there.
     *
     * @throws IllegalStateException if the database fails
     */
    public void forget() {
        try (Connection connection = database().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("truncate " + String.join(", ", TABLES));
        } catch (SQLException e) {
            throw new IllegalStateException("Could not forget the trips: " + e.getMessage(), e);
        }
        emails.forget();
    }

    /** The library's own defaults give up durability for speed; these do not. One run fits between two checkpoints. */
    private static EmbeddedPostgres startPostgres() {
        try {
            return EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("shared_buffers", "256MB")
                    .setServerConfig("max_wal_size", "4GB")
                    .setServerConfig("checkpoint_timeout", "15min")
                    .setServerConfig("jit", "off")
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException("PostgreSQL did not start: " + e.getMessage(), e);
        }
    }

    private void createTopics() {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap))) {
            for (String topic : List.of(RideCompleted.TOPIC, RideCompleted.DEAD_LETTERS)) {
                createTopic(admin, topic);
            }
        }
    }

    private void createTopic(Admin admin, String topic) {
        try {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(RideCompleted.PARTITIONS), Optional.empty())))
                    .all()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new IllegalStateException("Could not create topic " + topic + ": " + e.getCause(), e.getCause());
            }
        } catch (TimeoutException e) {
            throw new IllegalStateException("Kafka did not answer at " + bootstrap + " within 30 s: is it running?", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while topic " + topic + " was created", e);
        }
    }

    /** Ends the provider and PostgreSQL, and deletes its data. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                // The others have to end too; nothing of value is lost with a server for a run.
            }
        }
    }
}
