package dev.headgate.outbox;

import dev.headgate.Clock;
import dev.headgate.GateView;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings events from the outbox to Kafka: in order per key, at least once, and each event once for as long as neither a relay nor its session with the
 * database ends while it waits for Kafka. Any number of relays may work on one outbox; when one is killed, the others go on with its events as soon as
 * the database notices, which is at once.
 *
 * <p>One thread claims slots, reads a batch, sends it with an idempotent producer, waits until Kafka has all of it, and deletes it; then it gives the
 * slots up, so that others have their turn. It holds a connection meanwhile, and none while there is nothing to do; it never holds a transaction
 * open. While Kafka is away it waits, however long. What Kafka refuses for good (a record that is too large, a topic name that cannot be) is set
 * aside in the table with the reason, and logged: slot -1. To try it again, give it a slot from 0 to 31.
 *
 * <p>Claims belong to a session: a connection pool between this and PostgreSQL that lends sessions by the transaction will not do.
 *
 * <p>Safe for use by any thread.
 */
public final class Relay implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Relay.class);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);
    /** So that two relays share the work even where one would do. */
    private static final int SLOTS_AT_ONCE = Slots.COUNT / 2;

    private final DataSource database;
    private final Sender sender;
    private final Backlog backlog;
    private final Pace pace;
    private final Clock clock = Clock.system();
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    /** Where the next claim begins; the relay's thread's own. */
    private int first;

    /** How much at once, how often at least, and how many a second at most. */
    record Pace(int batch, Duration pollEvery, int atMost) {

        /** When the next round may begin, in ns after one of so many events began. */
        long nanos(int events) {
            return atMost == Integer.MAX_VALUE ? 0 : events * TimeUnit.SECONDS.toNanos(1) / atMost;
        }
    }

    /** What a round brought to Kafka, and whether more is likely to be there. */
    private record Round(int events, boolean more) {
        static final Round NOTHING = new Round(0, false);
    }

    Relay(String name, DataSource database, Map<String, Object> producerProperties, Pace pace) {
        this.database = database;
        this.sender = new Sender(producerProperties);
        this.backlog = new Backlog(name, database, pace.batch(), clock);
        this.pace = pace;
        this.thread = Thread.ofPlatform().name(name + "-relay").daemon().unstarted(this::run);
    }

    /**
     * Begins a relay.
     *
     * @param database where the outbox is; asked for one connection at a time for the relay, and one for its gate
     * @param producerProperties Kafka's own; {@code bootstrap.servers} is needed. {@code acks} and {@code enable.idempotence} are as they must be
     */
    public static RelayBuilder of(DataSource database, Map<String, Object> producerProperties) {
        return new RelayBuilder(database, producerProperties);
    }

    void start() {
        backlog.start();
        thread.start();
    }

    /**
     * The backlog as a gate: who waits are the rows of the whole outbox, whoever will relay them, looked at a few times a second; who is inside is
     * what this relay is sending; the hold is the time that takes. The age of the oldest waiter is that of the oldest row.
     */
    public GateView gate() {
        return backlog;
    }

    private void run() {
        try {
            long pause = 0;
            while (!closing.await(pause, TimeUnit.NANOSECONDS)) {
                long began = clock.nanos();
                Round round = turn();
                long due = began + pace.nanos(round.events()) - clock.nanos();
                pause = Math.max(due, round.more() ? 0 : pace.pollEvery().toNanos());
            }
        } catch (InterruptedException e) {
            // Closed while it waited for Kafka: what was not acknowledged stays in the table.
        } finally {
            // Kafka's client does not end in order on an interrupted thread.
            var unused = Thread.interrupted();
            sender.close();
        }
    }

    /** One batch. */
    private Round turn() throws InterruptedException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(true);
            Table table = new Table(connection);
            try {
                return relay(table);
            } finally {
                table.release();
            }
        } catch (SQLException e) {
            log.warn("The outbox cannot be read or written; the next try is in {} s", AFTER_FAILURE.toSeconds(), e);
        } catch (SendFailedException e) {
            log.warn("Kafka does not take events; the next try is in {} s", AFTER_FAILURE.toSeconds(), e.getCause());
        }
        afterFailure();
        return Round.NOTHING;
    }

    private Round relay(Table table) throws SQLException, InterruptedException, SendFailedException {
        var slots = table.claim(first, SLOTS_AT_ONCE);
        if (slots.isEmpty()) {
            return Round.NOTHING;
        }
        first = (slots.getLast() + 1) % Slots.COUNT;
        int perSlot = Math.max(1, pace.batch() / slots.size());
        var events = table.read(slots, perSlot);
        if (events.isEmpty()) {
            return Round.NOTHING;
        }
        backlog.sending(events.size());
        try {
            Sender.Sent sent = sender.send(events);
            for (Sender.Refused refused : sent.refused()) {
                log.error(
                        "Event {} of topic {} is refused by Kafka and set aside in the outbox ({}): to try it again, give it a slot from 0 to {}",
                        refused.event().id(),
                        refused.event().topic(),
                        refused.reason(),
                        Slots.COUNT - 1);
                table.setAside(refused.event(), refused.reason());
            }
            table.delete(sent.delivered());
            if (sent.failure() != null) {
                throw sent.failure();
            }
        } finally {
            backlog.sending(0);
        }
        boolean full = events.size() >= perSlot * slots.size();
        return new Round(events.size(), full || slots.size() == SLOTS_AT_ONCE);
    }

    private void afterFailure() throws InterruptedException {
        var unused = closing.await(AFTER_FAILURE.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Finishes the batch under way if Kafka takes it within 10 s, and ends. What is left stays in the table for another relay. Closing twice is
     * harmless.
     */
    @Override
    public void close() {
        closing.countDown();
        try {
            if (!thread.join(CLOSE_WITHIN)) {
                thread.interrupt();
                thread.join(CLOSE_WITHIN);
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
        backlog.close();
    }
}
