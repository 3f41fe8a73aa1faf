package dev.headgate.micrometer;

import dev.headgate.kafka.Intake;
import dev.headgate.kafka.IntakeStats;
import dev.headgate.kafka.LaneStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Meters of one intake, tagged {@code intake}, and of its in-flight gate ({@link GateMeters}). Lanes have meters of their own, tagged
 * {@code topic} and {@code partition}, which are registered when a scrape first sees the lane and removed when one no longer does.
 *
 * <p>Everything is read from one {@link IntakeStats} a scrape, worked out by the intake's owner; nothing is counted here.
 */
public final class IntakeMeters implements MeterBinder {
    private final Intake<?, ?> intake;
    private final Tags tags;

    public IntakeMeters(Intake<?, ?> intake) {
        this(intake, Tags.empty());
    }

    /** @param tags further tags for each meter */
    public IntakeMeters(Intake<?, ?> intake, Tags tags) {
        this.intake = Objects.requireNonNull(intake, "intake");
        this.tags = tags.and("intake", intake.name());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        new GateMeters(intake.inFlight(), tags).bindTo(registry);
        Changing changing = new Changing(registry);
        Snapshot<IntakeStats> stats = new Snapshot<>(intake::stats, changing::follow);
        changing.stats = stats;
        changing.follow(intake.stats());
        Group all = new Group(registry, stats, tags);
        all.counter("fetched", IntakeStats::fetched, "Records received");
        all.counter("done", IntakeStats::done, "Records that a handler completed");
        all.counter("dead", IntakeStats::dead, "Records that went to the dead letters");
        all.counter("attempts", IntakeStats::attempts, "Handler calls that ended, one a record");
        all.counter("retries", IntakeStats::retries, "Attempts after which the record is tried again");
        all.gauge("held", "records", IntakeStats::held, "Records that wait for their not-before time");
        all.gauge("retrying", "records", IntakeStats::retrying, "Records that wait for a retry or their dead letter");
        all.gauge("buffered", "records", IntakeStats::buffered, "Records fetched and not completed");
        all.gauge("buffered.size", "bytes", IntakeStats::bufferedBytes, "Bytes of those");
        all.gauge("lanes", "lanes", s -> s.lanes().size(), "Partitions assigned");
        all.gauge("lanes.paused", "lanes", IntakeStats::pausedLanes, "Lanes that do not fetch");
        all.gauge(
                "lanes.parked", "lanes", IntakeStats::parkedLanes, "Lanes that do not fetch and have nothing to start");
        all.gauge("lag", "records", s -> known(s.lagRecords()), "Records in Kafka that are not completed");
        all.age("lag.time", IntakeStats::lagMillis, "Age of the oldest record that is not completed");
        all.counter("commits", IntakeStats::commits, "Commits acknowledged");
        all.counter("commit.failures", IntakeStats::commitFailures, "Commits failed; each is made again");
        all.age("commit.age", IntakeStats::commitAgeMillis, "How long completed work waits for an acknowledged commit");
        all.counter("polls", IntakeStats::polls, "Polls");
        all.age("poll.gap.longest", IntakeStats::longestPollGapMillis, "Longest time between two polls");
        TimeGauge.builder(
                        "headgate.intake.poll.age",
                        intake,
                        TimeUnit.MILLISECONDS,
                        i -> i.health().sincePollMillis())
                .strongReference(true)
                .description("Time since the last poll")
                .tags(tags)
                .register(registry);
        all.counter("rebalances", IntakeStats::rebalances, "Times that partitions came or went");
        FunctionCounter.builder(
                        "headgate.intake.rebalance.time", stats, s -> s.count(IntakeStats::rebalanceMillis) / 1e3)
                .baseUnit("seconds")
                .description("Time spent on giving up partitions")
                .tags(tags)
                .register(registry);
    }

    /** A reading says -1 for what is not known yet; a meter says NaN. */
    private static double known(long value) {
        return value < 0 ? Double.NaN : value;
    }

    /** Registers meters of one set of tags. */
    private static final class Group {
        private final MeterRegistry registry;
        private final Snapshot<IntakeStats> stats;
        private final Tags tags;
        private final List<Meter> meters = new ArrayList<>();

        Group(MeterRegistry registry, Snapshot<IntakeStats> stats, Tags tags) {
            this.registry = registry;
            this.stats = stats;
            this.tags = tags;
        }

        void counter(String name, ToDoubleFunction<IntakeStats> part, String what) {
            meters.add(FunctionCounter.builder("headgate.intake." + name, stats, s -> s.number(part))
                    .description(what)
                    .tags(tags)
                    .register(registry));
        }

        void gauge(String name, String unit, ToDoubleFunction<IntakeStats> part, String what) {
            meters.add(Gauge.builder("headgate.intake." + name, stats, s -> s.number(part))
                    .strongReference(true)
                    .baseUnit(unit)
                    .description(what)
                    .tags(tags)
                    .register(registry));
        }

        void age(String name, ToDoubleFunction<IntakeStats> millis, String what) {
            meters.add(TimeGauge.builder("headgate.intake." + name, stats, TimeUnit.MILLISECONDS, s -> s.number(millis))
                    .strongReference(true)
                    .description(what)
                    .tags(tags)
                    .register(registry));
        }

        void remove() {
            meters.forEach(registry::remove);
        }
    }

    /** Meters that come and go: one for each reason of a drop, some for each lane. */
    private final class Changing {
        private final MeterRegistry registry;
        private final Set<String> reasons = new HashSet<>();
        private final Map<TopicPartition, Group> lanes = new HashMap<>();
        private volatile @Nullable Snapshot<IntakeStats> stats;

        Changing(MeterRegistry registry) {
            this.registry = registry;
        }

        synchronized void follow(IntakeStats reading) {
            Snapshot<IntakeStats> s = stats;
            if (s == null) {
                return;
            }
            for (String reason : reading.dropped().keySet()) {
                if (reasons.add(reason)) {
                    new Group(registry, s, tags.and("reason", reason))
                            .counter(
                                    "dropped", r -> r.dropped().getOrDefault(reason, 0L), "Records dropped, by reason");
                }
            }
            Set<TopicPartition> seen = new HashSet<>();
            for (LaneStats lane : reading.lanes()) {
                TopicPartition partition = new TopicPartition(lane.topic(), lane.partition());
                seen.add(partition);
                lanes.computeIfAbsent(partition, p -> register(p, s));
            }
            lanes.entrySet().removeIf(entry -> {
                boolean gone = !seen.contains(entry.getKey());
                if (gone) {
                    entry.getValue().remove();
                }
                return gone;
            });
        }

        private Group register(TopicPartition partition, Snapshot<IntakeStats> s) {
            Group group = new Group(
                    registry,
                    s,
                    tags.and("topic", partition.topic(), "partition", Integer.toString(partition.partition())));
            group.gauge(
                    "lane.window.fill",
                    "ratio",
                    of(partition, LaneStats::windowFill),
                    "Share of the window that is taken");
            group.gauge(
                    "lane.lag", "records", of(partition, lane -> known(lane.lagRecords())), "Records not completed");
            group.age("lane.lag.time", of(partition, LaneStats::lagMillis), "Age of the oldest record not completed");
            group.gauge(
                    "lane.head.offset",
                    "offset",
                    of(partition, lane -> known(lane.frontier())),
                    "Lowest offset not completed");
            group.age(
                    "lane.head.age",
                    of(partition, lane -> lane.head() == null ? 0 : lane.head().ageMillis()),
                    "How long ago the record at the frontier was fetched");
            return group;
        }

        private static ToDoubleFunction<IntakeStats> of(TopicPartition partition, ToDoubleFunction<LaneStats> part) {
            return reading -> {
                for (LaneStats lane : reading.lanes()) {
                    if (lane.partition() == partition.partition()
                            && lane.topic().equals(partition.topic())) {
                        return part.applyAsDouble(lane);
                    }
                }
                return Double.NaN;
            };
        }
    }
}
