package dev.headgate.bridge;

import dev.headgate.Clock;
import dev.headgate.Gate;
import dev.headgate.GateView;
import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourceException;
import dev.headgate.bridge.source.SourceOptions;
import dev.headgate.bridge.source.SourcePartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Copies topics from one cluster to another, each record once: records and the source's positions go to the target in one transaction, and whoever
 * reads there with {@code isolation.level=read_committed} sees each record once, whatever is killed meanwhile.
 *
 * <p>The source is read by the client that is right for its age, from 0.8 on; the target has to be 2.1 or newer.
 *
 * <p>Safe for use by any thread, but for {@link #plan}, {@link #start}, {@link #moveGroups} and {@link #verify}, which are one thread's.
 */
public final class Bridge implements AutoCloseable {
    private static final Duration PROBE_PATIENCE = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** How long a transaction of another bridge may hide where this one stands: 60 s by default, and 10 s until the target looks. */
    private static final Duration OTHERS_PATIENCE = Duration.ofSeconds(90);

    private static final Duration STOP_WITHIN = Duration.ofSeconds(60);
    private static final int CHUNK_BYTES = 4 << 20;

    private final Settings settings;
    private final Clock clock = Clock.system();
    private final BrokerVersion sourceVersion;
    private final Clients clients;
    private final Source source;
    private final Target target;
    private final Positions positions;
    private final Preparation preparation;
    private final Claim claim;
    private final Worker.Gates gates;
    private final CountDownLatch ended = new CountDownLatch(1);
    /** Where each partition of this bridge began in this run. */
    private final Map<SourcePartition, Position> known = new ConcurrentHashMap<>();

    private volatile List<Worker> workers = List.of();
    private volatile @Nullable Scout scout;
    private Plan.@Nullable Detail plan;

    private Bridge(
            Settings settings,
            BrokerVersion sourceVersion,
            BrokerVersion targetVersion,
            Clients clients,
            Source source,
            Target target) {
        this.settings = settings;
        this.clients = clients;
        this.sourceVersion = sourceVersion;
        this.source = source;
        this.target = target;
        this.positions = new Positions(settings.keeping().topic());
        this.preparation = new Preparation(settings, sourceVersion, targetVersion, source, target, positions);
        this.claim = new Claim(
                target,
                positions,
                settings.name(),
                settings.pacing().workers(),
                settings.from().bootstrap());
        int share = settings.pacing().workers();
        int slots = Math.max(2 * share, (int) (settings.pacing().bufferBytes() / CHUNK_BYTES));
        this.gates = new Worker.Gates(
                Gate.named("buffer").capacity(slots).open(),
                Gate.named("read").capacity(share).open(),
                Gate.named("write").capacity(share).open());
    }

    /**
     * Begins a bridge.
     *
     * @param from {@code host:port,host:port} of the source
     * @param to of the target
     */
    public static BridgeBuilder between(String from, String to) {
        return new BridgeBuilder(from, to);
    }

    static Bridge open(Settings settings) {
        BrokerVersion sourceVersion = probe("source", settings.from());
        BrokerVersion targetVersion = probe("target", settings.to());
        if (targetVersion.generation() != Generation.CURRENT) {
            throw new BridgeException("The target at " + settings.to().bootstrap() + " is a Kafka "
                    + targetVersion.name() + ": it has to be 2.1 or newer, for current clients write nothing older");
        }
        Clients clients = new Clients();
        Source source = null;
        try {
            source = clients.open(sourceVersion.generation(), options(settings, sourceVersion, "look"));
            Target target = new Target(settings.to(), PATIENCE);
            return new Bridge(settings, sourceVersion, targetVersion, clients, source, target);
        } catch (SourceException | KafkaException e) {
            if (source != null) {
                source.close();
            }
            clients.close();
            throw new BridgeException(String.valueOf(e.getMessage()), e);
        }
    }

    private static BrokerVersion probe(String what, Settings.End end) {
        return new Probe(Sockets.of(end.properties()), PROBE_PATIENCE).of(what, end.bootstrap());
    }

    private static SourceOptions options(Settings settings, BrokerVersion version, String role) {
        Map<String, String> properties = new HashMap<>(settings.from().properties());
        properties.putAll(version.consumerProperties());
        return new SourceOptions(
                settings.from().bootstrap(),
                properties,
                settings.zookeeper(),
                "headgate-" + settings.name() + "-" + role,
                PATIENCE);
    }

    /**
     * What the bridge is about to do. Looks at both clusters, reads a sample of the source, changes nothing; blocks.
     *
     * @throws BridgeException if it cannot be done, with the reason: a topic is missing, has another number of partitions, or holds records that nobody
     *     explains
     */
    public Plan plan() {
        return detail().plan();
    }

    private Plan.Detail detail() {
        Plan.Detail known = plan;
        if (known == null) {
            known = named(preparation::plan);
            plan = known;
        }
        return known;
    }

    /**
     * Makes the target's topics and begins to copy; returns at once after that.
     *
     * @throws BridgeException as {@link #plan}, and if topics cannot be made
     */
    public void start() {
        Plan.Detail detail = detail();
        long largestMessage = named(() -> {
            preparation.carryOut(detail);
            claim.make(settings.keeping().exactlyOnce());
            return target.largestMessage(detail.targetPartitions().keySet());
        });
        List<Worker> made = new ArrayList<>();
        int share = settings.pacing().workers();
        for (int number = 0; number < share; number++) {
            made.add(worker(number, share, detail, largestMessage));
        }
        known.putAll(detail.start());
        workers = List.copyOf(made);
        made.forEach(Worker::start);
        if (!settings.untilCaughtUp()) {
            Scout looking = new Scout(settings, opener("topics"), target, known, this::add);
            scout = looking;
            looking.start();
        }
    }

    private void add(Map<SourcePartition, Position> more) {
        List<Worker> all = workers;
        for (int number = 0; number < all.size(); number++) {
            Map<SourcePartition, Position> share = new HashMap<>(more);
            int of = number;
            share.keySet().removeIf(partition -> share(partition) != of);
            if (!share.isEmpty()) {
                all.get(number).add(share);
            }
        }
    }

    /** The worker of a partition. */
    private int share(SourcePartition partition) {
        return Math.floorMod(partition.hashCode(), settings.pacing().workers());
    }

    private Supplier<Source> opener(String role) {
        return () -> clients.open(sourceVersion.generation(), options(settings, sourceVersion, role));
    }

    private Worker worker(int number, int share, Plan.Detail detail, long largestMessage) {
        Map<SourcePartition, Position> start = new HashMap<>();
        Map<SourcePartition, Long> goals = new HashMap<>();
        detail.start().forEach((partition, position) -> {
            if (share(partition) == number) {
                start.put(partition, position);
                OffsetRange range = detail.ranges().get(partition);
                if (settings.untilCaughtUp() && range != null) {
                    goals.put(partition, range.end());
                }
            }
        });
        Job job = new Job(
                settings,
                target,
                positions,
                claim,
                settings.keeping().exactlyOnce() ? Claim.transactionalId(settings.name(), number) : null,
                start,
                largestMessage,
                goals,
                detail.tightness());
        return new Worker(
                number,
                share,
                job,
                detail.targetPartitions(),
                opener(String.valueOf(number)),
                gates,
                CHUNK_BYTES,
                clock,
                this::ended);
    }

    private void ended() {
        List<Worker> all = workers;
        if (all.stream().anyMatch(worker -> worker.failure() != null)) {
            all.forEach(Worker::stop);
        }
        if (all.stream().allMatch(Worker::ended)) {
            ended.countDown();
        }
    }

    /**
     * Blocks until it has ended: all is copied that was to be, {@link #stop} was called, or it could not go on.
     *
     * @return false if it still runs after {@code patience}
     * @throws BridgeException in the last case
     */
    public boolean await(Duration patience) throws InterruptedException {
        if (!ended.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        for (Worker worker : workers) {
            BridgeException failure = worker.failure();
            if (failure != null) {
                throw failure;
            }
        }
        return true;
    }

    /** Reads no more; what was read is written and committed. Returns at once; {@link #await} says when that is done. */
    public void stop() {
        Scout looking = scout;
        if (looking != null) {
            looking.stop();
        }
        workers.forEach(Worker::stop);
    }

    /** How far it is. Cheap enough for once a second. */
    public BridgeStats stats() {
        BridgeStats.Sum sum = new BridgeStats.Sum();
        workers.forEach(worker -> worker.totals().addTo(sum));
        return sum.stats(plan);
    }

    /** What happened since the last call, in words, each a line: gaps, failures that passed. */
    public List<String> takeEvents() {
        List<String> events = new ArrayList<>();
        workers.forEach(worker -> events.addAll(worker.totals().takeEvents()));
        Scout looking = scout;
        if (looking != null) {
            events.addAll(looking.takeEvents());
        }
        return events;
    }

    /**
     * What queues in it: {@code buffer} (what is read and not written), {@code read} and {@code write} (in use while they have something to do).
     * In the order in which a chunk of records meets them.
     */
    public List<GateView> gates() {
        return List.of(gates.read(), gates.buffer(), gates.write());
    }

    /**
     * Carries groups over as asked ({@link BridgeBuilder#groups}); for after the end. Reads both sides from where the groups stand; blocks.
     *
     * @return one for each group and partition; empty where none was asked for
     */
    public List<GroupMove> moveGroups() {
        if (settings.groups() == null) {
            return List.of();
        }
        return named(() -> {
            Map<SourcePartition, Position> copied = copied();
            var standing = GroupsOfSource.read(settings, sourceVersion, source, clients, copied.keySet());
            try (Scan scan = new TargetScan(target)) {
                return new Groups(target, new Translation(new SourceScan(source), scan)).move(standing, copied);
            }
        });
    }

    /** Reads both sides again and compares them; for after the end. Blocks for as long as that takes. */
    public List<Verified> verify() {
        if (settings.conversion().transform() != null || settings.conversion().partitions() != PartitionMapping.SAME) {
            throw new IllegalArgumentException(
                    "Both sides can be compared only where records are copied as they are, to the partition of the same number: leave out --verify, or --transform and --partitions");
        }
        return named(() -> {
            try (Scan scan = new TargetScan(target)) {
                return new Verification(new SourceScan(source), scan).compare(copied());
            }
        });
    }

    private Map<SourcePartition, Position> copied() {
        Map<SourcePartition, Position> all = new HashMap<>(detail().start());
        all.putAll(known);
        Map<SourcePartition, Position> kept =
                positions.read(target.clientProperties(), OTHERS_PATIENCE).of(settings.name());
        all.replaceAll((partition, start) -> kept.getOrDefault(partition, start));
        return all;
    }

    /** What the clients throw, as what the bridge throws. */
    private <T> T named(Supplier<T> work) {
        try {
            return work.get();
        } catch (SourceException e) {
            throw new BridgeException(Failures.reason(e), e);
        } catch (KafkaException e) {
            BridgeException ending = Failures.ending(e, settings.name());
            throw ending != null
                    ? ending
                    : new BridgeException(
                            "The target at " + settings.to().bootstrap() + " does not answer as it should: "
                                    + Failures.reason(e),
                            e);
        }
    }

    /** Stops in order within 60 s, else at the last commit, and lets go of both clusters. Closing twice is harmless. */
    @Override
    public void close() {
        stop();
        try {
            if (!workers.isEmpty() && !ended.await(STOP_WITHIN.toNanos(), TimeUnit.NANOSECONDS)) {
                workers.forEach(Worker::abandon);
                ended.await(STOP_WITHIN.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            workers.forEach(Worker::abandon);
            Thread.currentThread().interrupt();
        }
        Scout looking = scout;
        if (looking != null) {
            looking.await();
        }
        source.close();
        target.close();
        clients.close();
    }
}
