package dev.headgate.kafka;

import dev.headgate.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lanes coming and going with the partitions of the group. Called by the consumer from within the owner's polls, so all of this
 * is on the owner's thread.
 */
final class Membership implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(Membership.class);
    private static final Duration COMMITTED_TRY = Duration.ofSeconds(2);

    /** The owner's work while it may not poll. */
    interface Meanwhile {
        /** Goes on with everything but polling until nothing of these lanes is in flight, or until the deadline. */
        void drain(Collection<Lane> lanes, long deadline);

        /** Goes on with everything but polling until then. */
        void workUntil(long nanos);
    }

    private final Settings<?, ?> settings;
    private final Consumer<byte[], byte[]> consumer;
    private final Clock clock;
    private final Lanes lanes;
    private final Stragglers stragglers;
    private final Committer committer;
    private final Timers timers;
    private final Tally tally;
    private final Meanwhile meanwhile;
    private final Bookmark.Limits limits;

    /** Written by the owner, read by whoever asks for the intake's health. */
    private volatile boolean assignedOnce;

    private boolean unrestored;
    private long restoreAt;

    Membership(
            Settings<?, ?> settings,
            Consumer<byte[], byte[]> consumer,
            Lanes lanes,
            Stragglers stragglers,
            Committer committer,
            Timers timers,
            Tally tally,
            Meanwhile meanwhile) {
        this.settings = settings;
        this.consumer = consumer;
        this.clock = settings.outside().clock();
        this.lanes = lanes;
        this.stragglers = stragglers;
        this.committer = committer;
        this.timers = timers;
        this.tally = tally;
        this.meanwhile = meanwhile;
        this.limits = Bookmark.Limits.of(settings.sizes().metadataBytes());
    }

    boolean assignedOnce() {
        return assignedOnce;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        tally.rebalances++;
        assignedOnce = true;
        List<Lane> known =
                partitions.stream().map(lanes::get).filter(Objects::nonNull).toList();
        goNow(known);
        partitions.forEach(this::begin);
        restore();
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        List<Lane> leaving = known(partitions);
        if (leaving.isEmpty()) {
            return;
        }
        tally.rebalances++;
        long begin = clock.nanos();
        leave(leaving, begin + Check.nanos(settings.times().drainOnRevoke()));
        tally.rebalanceNanos += clock.nanos() - begin;
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        List<Lane> lost = known(partitions);
        if (lost.isEmpty()) {
            return;
        }
        tally.rebalances++;
        log.warn(
                "intake {}: lost {} without being asked to give them up; what was completed since the last commit is"
                        + " handled again by their new owner",
                settings.name(),
                partitions);
        lost.forEach(lane -> lane.draining = true);
        goNow(lost);
    }

    /** Gives lanes up in order: stop, let finish what is in flight, commit, go. */
    void leave(Collection<Lane> leaving, long deadline) {
        leaving.forEach(lane -> lane.draining = true);
        leaving.forEach(Dispatcher::withdraw);
        meanwhile.drain(leaving, deadline);
        while (committer.commitNow(leaving, deadline + COMMITTED_TRY.toNanos())) {
            meanwhile.workUntil(committer.againAt());
        }
        goNow(leaving);
    }

    /** The position was set back, or the topic made anew: what is known of its offsets no longer holds. */
    Lane restart(Lane lane) {
        log.warn(
                "intake {}: offsets of {} went back below {}; it starts anew from there",
                settings.name(),
                lane.partition,
                lane.window() == null ? -1 : lane.window().tail());
        goNow(List.of(lane));
        Lane next = begin(lane.partition);
        next.restore(null);
        return next;
    }

    /** Asks again for committed offsets that could not be had when the partitions were assigned. */
    void restoreIfDue(long now) {
        if (unrestored && now >= restoreAt) {
            restore();
        }
    }

    private Lane begin(TopicPartition partition) {
        Lane lane = new Lane(
                partition, settings.ordering(), limits, settings.sizes().window(), clock.nanos());
        if (settings.times().needReading()) {
            lane.readUpTo(Long.MIN_VALUE);
        }
        stragglers.handOver(lane);
        lanes.add(lane);
        return lane;
    }

    private void restore() {
        List<Lane> waiting = new ArrayList<>();
        for (Lane lane : lanes.all()) {
            if (!lane.restored) {
                waiting.add(lane);
            }
        }
        if (waiting.isEmpty()) {
            unrestored = false;
            return;
        }
        Set<TopicPartition> partitions =
                waiting.stream().map(lane -> lane.partition).collect(Collectors.toSet());
        try {
            Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(partitions, COMMITTED_TRY);
            reportForeign(committed);
            waiting.forEach(lane -> restore(lane, committed.get(lane.partition)));
            unrestored = false;
        } catch (KafkaException e) {
            if (!(e instanceof RetriableException || e instanceof WakeupException || Committer.groupMovedOn(e))) {
                throw e;
            }
            unrestored = true;
            restoreAt = clock.nanos() + 500_000_000L;
            log.warn(
                    "intake {}: the committed offsets of {} could not be had and are asked for again; nothing of them"
                            + " is fetched until then",
                    settings.name(),
                    partitions,
                    e);
        }
    }

    /** One warning, however many partitions a group that comes from another library has. */
    private void reportForeign(Map<TopicPartition, @Nullable OffsetAndMetadata> committed) {
        Map<TopicPartition, Long> foreign = new TreeMap<>(Comparator.comparing(TopicPartition::toString));
        committed.forEach((partition, commit) -> {
            if (commit != null && Bookmark.read(commit.offset(), commit.metadata()) == null) {
                foreign.put(partition, commit.offset());
            }
        });
        if (!foreign.isEmpty()) {
            log.warn(
                    "intake {}: commits carry metadata of another library, which is not relied on: records above these offsets which"
                            + " it had completed are handled again: {}",
                    settings.name(),
                    foreign);
        }
    }

    private void restore(Lane lane, @Nullable OffsetAndMetadata committed) {
        if (committed == null) {
            lane.restore(null);
            return;
        }
        Bookmark bookmark = Bookmark.read(committed.offset(), committed.metadata());
        if (bookmark == null) {
            bookmark = Bookmark.read(committed.offset(), null);
        }
        lane.progress.startedAt(committed.offset());
        lane.restore(bookmark);
    }

    private List<Lane> known(Collection<TopicPartition> partitions) {
        return partitions.stream().map(lanes::get).filter(Objects::nonNull).toList();
    }

    private void goNow(Collection<Lane> going) {
        if (going.isEmpty()) {
            return;
        }
        long now = clock.nanos();
        for (Lane lane : going) {
            Dispatcher.withdraw(lane).forEach(stragglers::leftBehind);
            lane.forEachOpen(flight -> {
                if (flight.phase == Flight.Phase.READY) {
                    tally.leftLine(flight, now);
                }
                if (flight.phase != Flight.Phase.OUT) {
                    lane.move(flight, Flight.Phase.GONE);
                }
            });
            lane.gone = true;
        }
        lanes.removeAll(going);
        timers.prune();
    }
}
