package dev.headgate.outbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The description of a {@link Relay}. Not thread-safe. */
public final class RelayBuilder {
    /** What is not given: in order and without repeats for as long as the producer lives, however long Kafka is away. */
    private static final Map<String, Object> DEFAULTS = Map.of(
            ProducerConfig.CLIENT_ID_CONFIG, "outbox-relay",
            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000,
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE,
            ProducerConfig.MAX_BLOCK_MS_CONFIG, 15_000,
            ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500,
            ProducerConfig.LINGER_MS_CONFIG, 0);

    /** What order per key rests on. */
    private static final Map<String, Object> FIXED =
            Map.of(ProducerConfig.ACKS_CONFIG, "all", ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);

    private final DataSource database;
    private final Map<String, Object> properties;
    private String name = "outbox";
    private int batch = 500;
    private int atMost = Integer.MAX_VALUE;
    private Duration pollEvery = Duration.ofMillis(50);

    RelayBuilder(DataSource database, Map<String, Object> producerProperties) {
        this.database = Objects.requireNonNull(database, "database");
        this.properties = new HashMap<>(DEFAULTS);
        this.properties.putAll(producerProperties);
        this.properties.putAll(FIXED);
    }

    /** The name under which the backlog is shown as a gate; {@code outbox} unless given. */
    public RelayBuilder name(String gate) {
        this.name = Objects.requireNonNull(gate, "name");
        return this;
    }

    /**
     * The most events that are relayed together; 500 unless given.
     *
     * @throws IllegalArgumentException when it is below the number of slots, 32: each slot has a share
     */
    public RelayBuilder batch(int events) {
        if (events < Slots.COUNT) {
            throw new IllegalArgumentException(
                    "A batch of " + events + " events: give at least " + Slots.COUNT + ", one for each slot");
        }
        this.batch = events;
        return this;
    }

    /**
     * How long to wait before looking again when nothing was left over; 50 ms unless given. It is the price of an idle relay, and added to the time
     * that an event takes.
     *
     * @throws IllegalArgumentException when it is not positive
     */
    public RelayBuilder pollEvery(Duration pause) {
        if (pause.isNegative() || pause.isZero()) {
            throw new IllegalArgumentException("A relay that polls every " + pause + ": give a time above 0");
        }
        this.pollEvery = pause;
        return this;
    }

    /**
     * The most events that this relay brings to Kafka in a second; without a bound unless given. For what comes after a time without Kafka: a backlog that is
     * relayed as fast as it goes takes the processor, the database and the consumers from what is new. Batches come evenly spaced, so small ones
     * make it smoother.
     *
     * @throws IllegalArgumentException when it is below 1
     */
    public RelayBuilder atMost(int eventsPerSecond) {
        if (eventsPerSecond < 1) {
            throw new IllegalArgumentException(
                    "A relay of at most " + eventsPerSecond + " events a second: give 1 or more, or no bound at all");
        }
        this.atMost = eventsPerSecond;
        return this;
    }

    /** Makes the relay and starts its threads; does not wait for the database or for Kafka. */
    public Relay start() {
        Relay relay = new Relay(name, database, Map.copyOf(properties), new Relay.Pace(batch, pollEvery, atMost));
        relay.start();
        return relay;
    }
}
