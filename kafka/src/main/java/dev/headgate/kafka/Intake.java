package dev.headgate.kafka;

import dev.headgate.Clock;
import dev.headgate.Itinerary;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * A running reader of one or more topics: polls, hands records to a handler, tracks what is completed, and commits it. At least once:
 * a record is committed only when it is completed, whatever order records complete in.
 *
 * <p>Safe for use by any thread.
 *
 * @param <K> the key's type
 * @param <V> the value's type
 */
public final class Intake<K, V> implements AutoCloseable {
    private static final Set<String> RUNNING = ConcurrentHashMap.newKeySet();
    private static final Duration UNTIL_CLOSED = Duration.ofSeconds(30);
    private static final Duration CLIENT_GRACE = Duration.ofSeconds(5);

    private final Settings<K, V> settings;
    private final Clock clock;
    private final Mailbox mailbox = new Mailbox();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final InFlightGate gate;
    private volatile IntakeState state = IntakeState.NEW;
    private volatile IntakeStats latest;
    private volatile @Nullable Parts parts;

    Intake(Settings<K, V> settings) {
        this.settings = settings;
        this.clock = settings.outside().clock();
        this.latest = Readings.empty(settings.name(), settings.sizes().inFlight(), clock.nanos());
        this.gate = new InFlightGate(settings.name() + " in-flight", () -> stats().inFlight(), this::resize);
    }

    /**
     * Begins to say what an intake shall do.
     *
     * @param name names its threads, meters and messages; only one intake of a name runs at a time in a JVM
     * @param consumerProperties Kafka's own consumer properties, under Kafka's names
     */
    public static <K, V> IntakeBuilder<K, V> of(String name, Map<?, ?> consumerProperties) {
        return new IntakeBuilder<>(name, consumerProperties);
    }

    /**
     * Checks the configuration, makes the Kafka clients and starts the owner thread, which is not a daemon. Does not wait for the
     * group.
     *
     * @throws IllegalArgumentException for a setting that an intake cannot work with: which, its value, and what to do
     * @throws IllegalStateException if it was started before, or another intake of the name is running
     */
    public synchronized void start() {
        if (state != IntakeState.NEW || parts != null) {
            throw new IllegalStateException("intake " + name()
                    + (parts == null ? " is closed" : " was started before")
                    + "; build a new one to start it again");
        }
        Map<String, Object> config = Configuration.consumer(settings);
        if (!RUNNING.add(name())) {
            throw new IllegalStateException("an intake named " + name()
                    + " is running in this JVM already; give each its own name, or close the other first");
        }
        boolean started = false;
        try {
            Owner owner = assemble(config);
            Thread.ofPlatform().name("headgate-" + name()).start(owner);
            started = true;
        } finally {
            if (!started) {
                RUNNING.remove(name());
            }
        }
    }

    private Owner assemble(Map<String, Object> config) {
        ThreadFactory threads =
                Thread.ofVirtual().name("headgate-" + name() + "-", 0).factory();
        Crew.Starter starter = worker -> threads.newThread(worker).start();
        DeadLetters deadLetters = deadLetters(starter);
        Consumer<byte[], byte[]> consumer;
        try {
            consumer = settings.outside().consumers().apply(config);
        } catch (RuntimeException e) {
            if (deadLetters != null) {
                deadLetters.close(Duration.ZERO);
            }
            throw e instanceof KafkaException
                    ? new IllegalArgumentException("intake " + name() + ": " + rootMessage(e), e)
                    : e;
        }
        DrainRelay relay = new DrainRelay();
        Parts made = Parts.of(
                settings,
                consumer,
                deadLetters,
                mailbox,
                new Parts.Around(
                        () -> state,
                        reading -> latest = reading,
                        relay,
                        LogContext.current(name()),
                        starter,
                        System.nanoTime()));
        Owner owner = new Owner(made, this::enter);
        relay.owner = owner;
        parts = made;
        return owner;
    }

    /** Lets the membership, which is made before the owner, call it. */
    private static final class DrainRelay implements Membership.Meanwhile {
        private @Nullable Owner owner;

        @Override
        public void drain(java.util.Collection<Lane> lanes, long deadline) {
            Owner o = owner;
            if (o != null) {
                o.drain(lanes, deadline);
            }
        }

        @Override
        public void workUntil(long nanos) {
            Owner o = owner;
            if (o != null) {
                o.workUntil(nanos);
            }
        }
    }

    private @Nullable DeadLetters deadLetters(Crew.Starter starter) {
        String topic = settings.failures().deadLetters();
        if (topic == null) {
            return null;
        }
        try {
            return new DeadLetters(
                    name(),
                    topic,
                    settings.outside().producers().apply(Configuration.producer(settings)),
                    mailbox,
                    starter);
        } catch (KafkaException e) {
            throw new IllegalArgumentException(
                    "intake " + name() + ": the producer of dead letters: " + rootMessage(e), e);
        }
    }

    private static String rootMessage(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    private void enter(IntakeState next) {
        state = next;
        latest = latest.in(next);
        if (next == IntakeState.CLOSED || next == IntakeState.FAILED) {
            RUNNING.remove(name());
            ended.countDown();
        }
    }

    /** Closes within 30 s; see {@link #close(Duration)}. */
    @Override
    public void close() {
        close(UNTIL_CLOSED);
    }

    /**
     * Starts nothing new, waits for what is in flight, commits, and leaves the group, all by one deadline. Handlers that are still
     * running then go on, but what they complete is not committed any more. Blocks until it is done. Closing again waits for the same
     * end; an intake that was never started is closed at once.
     *
     * @throws IllegalStateException with the cause, if the intake was stopped by a failure, or did not end in time
     */
    public void close(Duration atMost) {
        synchronized (this) {
            if (parts == null) {
                state = IntakeState.CLOSED;
                latest = latest.in(state);
                return;
            }
        }
        mailbox.post(new Desk.Finish(clock.nanos() + Check.nanos(atMost)), Mailbox.Urgency.NOW);
        try {
            if (!ended.await(Check.nanos(atMost) + CLIENT_GRACE.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException(
                        "intake " + name() + " did not end within " + atMost + "; its owner thread is in " + where());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "interrupted while intake " + name() + " was closing; it goes on closing", e);
        }
        Throwable cause = failure();
        if (cause != null) {
            throw new IllegalStateException(
                    "intake " + name() + " was stopped by a failure: " + cause.getMessage(), cause);
        }
    }

    private String where() {
        // The frames of the JDK only say that it waits.
        return Arrays.stream(mailbox.ownersTrace())
                .filter(frame -> frame.getModuleName() == null
                        || !(frame.getModuleName().startsWith("java.")
                                || frame.getModuleName().startsWith("jdk.")))
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse("an unknown place");
    }

    public String name() {
        return settings.name();
    }

    /** The last reading, at most about 250 ms old while the intake runs. Never blocks. */
    public IntakeStats stats() {
        return latest;
    }

    /** The intake's own gate, for showing and resizing. */
    public InFlightGate inFlight() {
        return gate;
    }

    /** A uniform sample of the records completed so far, as they travelled. Never blocks. */
    public List<Itinerary> itineraries() {
        Parts p = parts;
        return p == null ? List.of() : p.itineraries().sample();
    }

    /** Begins a new sample of itineraries. */
    public void resetItineraries() {
        Parts p = parts;
        if (p != null) {
            p.itineraries().reset();
        }
    }

    /** Whether the intake is alive and ready, and which records hold it up. Never blocks. */
    public Health health() {
        Parts p = parts;
        IntakeStats reading = latest;
        Throwable cause = failure();
        if (p == null) {
            return new Health(true, false, null, 0, List.of());
        }
        long sincePoll = Math.max(0, clock.nanos() - p.fetch().lastPollAt());
        long limit = Math.min(
                TimeUnit.MINUTES.toNanos(1) + Check.nanos(settings.times().drainOnRevoke()),
                TimeUnit.MILLISECONDS.toNanos(Configuration.maxPollIntervalMillis(settings.consumerProperties())));
        boolean running = state == IntakeState.RUNNING;
        long blockedMillis = Check.nanos(settings.times().blockedAfter()) / 1_000_000;
        List<LaneStats> blocked = reading.lanes().stream()
                .filter(lane -> lane.head() != null && lane.head().blockingMillis() >= blockedMillis)
                .filter(lane -> !lane.parked())
                .toList();
        return new Health(
                cause == null && (!running || sincePoll < limit),
                running && p.membership().assignedOnce(),
                cause,
                TimeUnit.NANOSECONDS.toMillis(sincePoll),
                blocked);
    }

    private @Nullable Throwable failure() {
        Parts p = parts;
        return p == null ? null : p.failure().cause();
    }

    private void resize(int capacity) {
        Parts p = parts;
        if (p == null) {
            throw new IllegalStateException(
                    "intake " + name() + " is not started yet; say inFlight(n) when building it");
        }
        p.crew().resize(capacity);
    }
}
