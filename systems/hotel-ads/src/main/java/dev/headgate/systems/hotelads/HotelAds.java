package dev.headgate.systems.hotelads;

import dev.headgate.GateStats;
import dev.headgate.GateView;
import dev.headgate.kafka.Health;
import dev.headgate.kafka.Intake;
import dev.headgate.kafka.IntakeBuilder;
import dev.headgate.kafka.IntakeStats;
import dev.headgate.systems.hotelads.proto.HotelPrice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * The running system, with everything around it: a pricing server and an ads service in this process, and the feed of prices in one of
 * its own. What is done with a price is in {@code PriceHandler}.
 *
 * <p>One thread starts and closes it; {@link #read} and {@link #stopFeed} are safe for use by any thread.
 */
public final class HotelAds implements AutoCloseable {
    public static final String TOPIC = "hotel-prices";
    public static final String DEAD_LETTERS = "hotel-prices.dead";
    static final int PARTITIONS = 12;

    private static final Duration READY_WITHIN = Duration.ofSeconds(60);
    private static final Duration DRAIN_ON_REVOKE = Duration.ofSeconds(10);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(30);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Ledger ledger = new Ledger();
    private final Upstreams upstreams;
    private final PriceHandler handler;
    private final Intake<String, HotelPrice> intake;
    private final Feed feed;
    private final long startNanos;
    private boolean intakeClosed;

    private HotelAds(Setup setup, String bootstrap, LongConsumer onAd) {
        String group = "hotel-ads-" + UUID.randomUUID();
        try {
            Cluster cluster = opening(new Cluster(bootstrap));
            cluster.ensureTopic(TOPIC, PARTITIONS);
            cluster.ensureTopic(DEAD_LETTERS, PARTITIONS);
            cluster.beginAtEnd(group, TOPIC);
            opening(() -> cluster.forget(group));
            upstreams = opening(Upstreams.start(setup.pricing(), setup.seed(), onAd));
            handler = opening(new PriceHandler(setup.pipeline(), upstreams, ledger));
            intake = intake(setup.pipeline(), bootstrap, group);
            opening(this::closeIntake);
            intake.start();
            awaitReady();
            handler.warmUp();
            feed = opening(
                    Feed.start(new PriceFeed.Args(bootstrap, TOPIC, setup.plan(), setup.prices(), setup.seed())));
            startNanos = awaitFeed();
        } catch (RuntimeException e) {
            closeAll(e);
            throw e;
        }
    }

    /**
     * Starts everything against a Kafka that is there; returns when the intake has its partitions and the feed begins. Blocks for a few
     * seconds, at most about two minutes.
     *
     * @param bootstrap Kafka's {@code bootstrap.servers}; topics that are missing are created
     * @throws IllegalArgumentException if an intake cannot work with a consumer property; the message says what to do
     * @throws IllegalStateException if Kafka, the intake or the feed does not come up
     */
    public static HotelAds start(Setup setup, String bootstrap) {
        return start(setup, bootstrap, expires -> {});
    }

    /**
     * As {@link #start(Setup, String)}, with an ear at the ads service.
     *
     * @param onAd told of each ad that arrives when its price expires, in ms since 1970; by many threads, and must not block
     */
    public static HotelAds start(Setup setup, String bootstrap, LongConsumer onAd) {
        return new HotelAds(setup, bootstrap, onAd);
    }

    private Intake<String, HotelPrice> intake(Pipeline pipeline, String bootstrap, String group) {
        Map<String, Object> properties = new HashMap<>();
        // A fetch for every few records would cost more than handling them; a twentieth of a second does not matter
        // here.
        properties.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 16 << 10);
        properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
        properties.putAll(pipeline.consumerProperties());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        IntakeBuilder<String, HotelPrice> builder = Intake.<String, HotelPrice>of(TOPIC, properties)
                .topics(TOPIC)
                .keys(new StringDeserializer())
                .values(new PriceDeserializer())
                .ordering(pipeline.ordering())
                .inFlight(pipeline.inFlight())
                .drainOnRevoke(drainOnRevoke(pipeline.consumerProperties()))
                .expiresAt(delivery -> Instant.ofEpochMilli(delivery.value().getExpires()))
                .deadLetters(DEAD_LETTERS);
        if (pipeline.delay() instanceof Delay.Hold(Duration afterCreation)) {
            builder.notBefore(afterCreation);
        }
        if (pipeline.latestPerKey()) {
            builder.latestPerKey();
        }
        return builder.handleOutcome(handler);
    }

    /** Ten seconds, or half of what Kafka grants a rebalance if that is less. */
    private static Duration drainOnRevoke(Map<String, String> consumerProperties) {
        String granted = consumerProperties.get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
        try {
            return granted == null || Long.parseLong(granted) / 2 > DRAIN_ON_REVOKE.toMillis()
                    ? DRAIN_ON_REVOKE
                    : Duration.ofMillis(Math.max(0, Long.parseLong(granted) / 2));
        } catch (NumberFormatException e) {
            return DRAIN_ON_REVOKE; // Kafka's consumer will say what is wrong with the property.
        }
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + READY_WITHIN.toNanos();
        while (true) {
            Health health = intake.health();
            if (health.ready()) {
                return;
            }
            if (health.cause() != null || System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(
                        "The intake got no partitions of " + TOPIC + " within " + READY_WITHIN.toSeconds() + " s"
                                + (health.cause() == null
                                        ? ""
                                        : ": " + health.cause().getMessage()),
                        health.cause());
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    private long awaitFeed() {
        try {
            return feed.started()
                    .orTimeout(READY_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } catch (CompletionException e) {
            throw new IllegalStateException("The price feed did not start: " + e.getCause(), e.getCause());
        }
    }

    /** When the first price was about to be sent, on {@link System#nanoTime}. */
    public long startNanos() {
        return startNanos;
    }

    /** The system at this moment. Does not block. */
    public Reading read() {
        List<GateStats> gates = new ArrayList<>();
        IntakeStats stats = intake.stats();
        gates.add(stats.inFlight());
        handler.gates().forEach(gate -> gates.add(gate.stats()));
        return new Reading(feed.latest(), stats, gates, upstreams.ads().counts());
    }

    /** The intake, for its meters. */
    public Intake<?, ?> intake() {
        return intake;
    }

    /** The gates inside the handler, in the order in which a price meets them. */
    public List<GateView> gates() {
        return handler.gates();
    }

    /** Whether the intake works; slow is not unhealthy. */
    public Health health() {
        return intake.health();
    }

    /** Asks the feed to send no more than it has sent. */
    public void stopFeed() {
        feed.stop();
    }

    /**
     * What the feed has produced in all; null while it produces.
     *
     * @throws IllegalStateException if the feed's process ended before it was done
     */
    public @Nullable Produced produced() {
        if (!feed.finished().isDone()) {
            return null;
        }
        try {
            return feed.finished().join();
        } catch (CompletionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IllegalStateException(cause.getMessage(), cause);
        }
    }

    /** Whether the feed is done and every price that it produced is completed. */
    public boolean drained() {
        Produced produced = produced();
        return produced != null && intake.stats().completed() >= produced.acknowledged();
    }

    /**
     * Stops the intake, within half a minute, and closes the books.
     *
     * @throws IllegalStateException if the feed is not done
     */
    public Books closeBooks() {
        Produced produced = produced();
        if (produced == null) {
            throw new IllegalStateException("The books cannot be closed while the feed produces: stop it first");
        }
        closeIntake();
        return ledger.close(produced, intake.stats(), upstreams.ads());
    }

    private void closeIntake() {
        if (!intakeClosed) {
            intakeClosed = true;
            intake.close(CLOSE_WITHIN);
        }
    }

    private <C extends AutoCloseable> C opening(C resource) {
        opened.push(resource);
        return resource;
    }

    /** Ends everything that still runs, the last started first. */
    @Override
    public void close() {
        RuntimeException failure = new IllegalStateException("The system hotel-ads did not end in order");
        closeAll(failure);
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }

    private void closeAll(RuntimeException failure) {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
    }
}
