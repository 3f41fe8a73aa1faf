package dev.headgate.kafka;

import dev.headgate.Clock;
import dev.headgate.Insides;
import dev.headgate.Itineraries;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/** What a started intake is made of, put together once. */
record Parts(
        Settings<?, ?> settings,
        Clock clock,
        Consumer<byte[], byte[]> consumer,
        @Nullable DeadLetters deadLetters,
        Mailbox mailbox,
        Crew crew,
        Lanes lanes,
        Desk desk,
        Fetch fetch,
        Flow flow,
        Committer committer,
        Membership membership,
        Publisher publisher,
        Failure failure,
        Itineraries itineraries) {

    private static final long LEAST_TO_CLOSE = Duration.ofSeconds(1).toNanos();

    /** What the parts need of the intake around them. */
    record Around(
            Supplier<IntakeState> state,
            java.util.function.Consumer<IntakeStats> reader,
            Membership.Meanwhile meanwhile,
            LogContext logContext,
            Crew.Starter starter,
            long seed) {}

    static <K, V> Parts of(
            Settings<K, V> settings,
            Consumer<byte[], byte[]> consumer,
            @Nullable DeadLetters deadLetters,
            Mailbox mailbox,
            Around around) {
        Clock clock = settings.outside().clock();
        Settings.Sizes sizes = settings.sizes();
        Failure failure = new Failure();
        Tally tally = new Tally();
        Timers timers = new Timers();
        Lanes lanes = new Lanes();
        Stragglers stragglers = new Stragglers();
        Insides insides = new Insides();
        ReadyQueue line = new ReadyQueue(Dispatcher.LONGEST_LINE);
        Itineraries itineraries = new Itineraries(sizes.itineraries(), around.seed());

        Attempts<K, V> attempts = new Attempts<>(
                settings.work(),
                settings.coding(),
                clock,
                around.logContext(),
                mailbox,
                settings.ordering() != Ordering.UNORDERED);
        Crew crew = new Crew(sizes.inFlight(), clock, line, mailbox, attempts, insides, around.starter());
        attempts.workingFor(crew);
        Settlement settlement = new Settlement(
                settings.name(), settings.failures(), clock, timers, tally, stragglers, deadLetters, failure);
        Batcher batcher = settings.work() instanceof Work.Many<K, V> many ? new Batcher(many) : null;
        Dispatcher dispatcher = new Dispatcher(
                clock,
                line,
                crew,
                settlement,
                tally,
                settings.ordering(),
                settings.failures().retryingPerLane(),
                settings.work() instanceof Work.One<K, V> && !settings.latestPerKey(),
                batcher);
        Reader<K, V> reader = settings.times().needReading()
                ? new Reader<>(attempts, settings.times(), mailbox, around.starter())
                : null;
        Fetch fetch = new Fetch(settings, consumer, lanes, settlement, tally, itineraries);
        Committer committer =
                new Committer(settings.name(), consumer, clock, settings.times().commitEvery(), tally, failure);
        Membership membership =
                new Membership(settings, consumer, lanes, stragglers, committer, timers, tally, around.meanwhile());
        fetch.restartWith(membership::restart);
        Desk desk = new Desk(
                settings.name(), mailbox, lanes, timers, settlement, dispatcher, reader, deadLetters, fetch, failure);
        Publisher publisher = new Publisher(
                clock,
                new Readings(settings, consumer, tally, insides, dispatcher::inSlots),
                lanes,
                stragglers,
                tally,
                crew,
                dispatcher,
                around.state(),
                around.reader());
        return new Parts(
                settings,
                clock,
                consumer,
                deadLetters,
                mailbox,
                crew,
                lanes,
                desk,
                fetch,
                new Flow(consumer, sizes),
                committer,
                membership,
                publisher,
                failure,
                itineraries);
    }

    void subscribe() {
        Subscription subscription = settings.subscription();
        if (subscription != null) {
            subscription.apply(consumer, membership);
        }
    }

    /** Closes both by one deadline, though each gets a second at least. */
    void closeClients(long deadline) {
        try {
            consumer.close(until(deadline));
        } finally {
            if (deadLetters != null) {
                deadLetters.close(until(deadline));
            }
        }
    }

    private Duration until(long deadline) {
        return Duration.ofNanos(Math.max(LEAST_TO_CLOSE, deadline - clock.nanos()));
    }
}
