package dev.headgate.outbox;

import dev.headgate.Clock;
import dev.headgate.GateStats;
import dev.headgate.GateView;
import dev.headgate.Levels;
import dev.headgate.SampledGate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outbox as a gate. A thread of its own looks at the table a few times a second, also while the relay waits for Kafka; who reads the gate
 * gets what it saw last. How many events were ever written the table's sequence tells, and with the rows that are there, how many are gone: relayed
 * by whatever relay, or (few) of transactions that were rolled back.
 */
final class Backlog implements GateView, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Backlog.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    /** A look that takes long is taken seldom: counting is to cost at most this share of a connection. */
    private static final int SHARE = 20;

    private static final String LOOK = """
            select count(*), coalesce(extract(epoch from clock_timestamp() - min(written_at)), 0)::float8,
              (select case when is_called then last_value else 0 end from outbox_id_seq)
            from outbox where slot >= 0""";

    private final DataSource database;
    private final Clock clock;
    private final SampledGate gate;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    /** Written by the thread. */
    private volatile Look latest;
    /** Written by the relay's thread. */
    private volatile int sending;

    /** What a look at the table saw, and when. */
    private record Look(long atNanos, int rows, long oldestNanos, long written) {}

    Backlog(String name, DataSource database, int capacity, Clock clock) {
        this.database = database;
        this.clock = clock;
        this.latest = new Look(clock.nanos(), 0, 0, 0);
        this.gate = SampledGate.of(name, clock, () -> {
            Look look = latest;
            int inside = Math.min(sending, look.rows());
            return Levels.of(capacity, inside, look.rows() - inside, Math.max(0, look.written() - look.rows()));
        });
        this.thread = Thread.ofPlatform().name(name + "-backlog").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** How many events the relay is sending now. */
    void sending(int events) {
        sending = events;
    }

    @Override
    public String name() {
        return gate.name();
    }

    @Override
    public GateStats stats() {
        GateStats s = gate.stats();
        Look look = latest;
        long oldest = look.rows() == 0 ? 0 : look.oldestNanos() + Math.max(0, s.atNanos() - look.atNanos());
        return new GateStats(
                s.name(),
                s.atNanos(),
                s.capacity(),
                s.inUse(),
                s.waiting(),
                s.entries(),
                s.exits(),
                s.cancelled(),
                s.waitNanos(),
                s.holdNanos(),
                s.inUseNanos(),
                s.waitingNanos(),
                s.oldestHolderNanos(),
                s.waiting() == 0 ? 0 : oldest,
                s.insideNanos(),
                s.insides());
    }

    private void run() {
        long pause = LOOK_EVERY.toNanos();
        try {
            do {
                long before = clock.nanos();
                look();
                // A sample between any two that a reader takes, so that the books do not miss what came and went.
                var unused = gate.stats();
                pause = Math.max(LOOK_EVERY.toNanos(), (clock.nanos() - before) * SHARE);
            } while (!closing.await(pause, TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            // Only close() interrupts.
        }
    }

    private void look() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(LOOK)) {
            row.next();
            latest = new Look(
                    clock.nanos(),
                    (int) Math.min(Integer.MAX_VALUE, row.getLong(1)),
                    (long) (row.getDouble(2) * TimeUnit.SECONDS.toNanos(1)),
                    row.getLong(3));
        } catch (SQLException e) {
            log.debug("The outbox cannot be counted; it is shown as it was", e);
        }
    }

    @Override
    public void close() {
        closing.countDown();
    }
}
