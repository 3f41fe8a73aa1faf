package dev.headgate.kafka;

import dev.headgate.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.FencedMemberEpochException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.OffsetMetadataTooLarge;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits frontiers and what is completed above them. Each commit is made from the lanes as they are at that moment, one at a time;
 * one that fails is not sent again, the next one says what is true then. The owner's; callbacks come from within the owner's own
 * calls of the consumer.
 */
final class Committer {
    private static final Logger log = LoggerFactory.getLogger(Committer.class);
    private static final long LONGEST_BACKOFF = Duration.ofSeconds(10).toNanos();
    private static final Duration SYNC_TRY = Duration.ofSeconds(5);

    private final String intake;
    private final Consumer<byte[], byte[]> consumer;
    private final Clock clock;
    private final long intervalNanos;
    private final Tally tally;
    private final Settlement.Alarm alarm;

    private boolean outstanding;
    private boolean withoutMetadata;
    private int failuresInARow;
    private long nextAt;
    private long againAt;

    Committer(
            String intake,
            Consumer<byte[], byte[]> consumer,
            Clock clock,
            Duration interval,
            Tally tally,
            Settlement.Alarm alarm) {
        this.intake = intake;
        this.consumer = consumer;
        this.clock = clock;
        this.intervalNanos = Check.nanos(interval);
        this.tally = tally;
        this.alarm = alarm;
        this.nextAt = clock.nanos() + intervalNanos;
    }

    /** When the next commit may be made; {@link Timers#NONE} while one is on its way, whose answer comes with a poll. */
    long nextAt() {
        return outstanding ? Timers.NONE : nextAt;
    }

    /** Sends a commit if it is time and there is something to say. */
    void commitIfDue(Lane[] lanes, long now) {
        if (!outstanding) {
            commitMoreIfDue(lanes, now);
        }
    }

    /**
     * As {@link #commitIfDue}, though the last commit may not be answered: for when the owner does not poll, so that no answer can
     * arrive. Kafka takes them in the order in which they were sent.
     */
    void commitMoreIfDue(Lane[] lanes, long now) {
        if (now < nextAt) {
            return;
        }
        nextAt = now + intervalNanos;
        Snapshot snapshot = snapshot(List.of(lanes));
        if (snapshot.parts.isEmpty()) {
            return;
        }
        outstanding = true;
        try {
            consumer.commitAsync(snapshot.offsets, (offsets, failure) -> {
                outstanding = false;
                if (failure == null) {
                    acknowledged(snapshot);
                } else {
                    failed(snapshot, failure);
                }
            });
        } catch (RuntimeException e) {
            outstanding = false;
            failed(snapshot, e);
        }
    }

    /**
     * Commits what is completed of these lanes and waits for it, until the deadline at most.
     *
     * @return true if that failed for a reason that passes, and is to be tried again at {@link #againAt()}
     */
    boolean commitNow(Collection<Lane> lanes, long deadline) {
        lanes.forEach(lane -> lane.progress.overtake());
        while (true) {
            Snapshot snapshot = snapshot(lanes);
            if (snapshot.parts.isEmpty()) {
                return false;
            }
            long left = deadline - clock.nanos();
            Duration wait = Duration.ofNanos(Math.max(1_000_000, Math.min(left, SYNC_TRY.toNanos())));
            try {
                consumer.commitSync(snapshot.offsets, wait);
                acknowledged(snapshot);
                return false;
            } catch (WakeupException e) {
                snapshot.parts.forEach(Part::failed);
            } catch (RuntimeException e) {
                failed(snapshot, e);
                if (!(e instanceof OffsetMetadataTooLarge)) {
                    return e instanceof RetriableException && againAt < deadline;
                }
            }
        }
    }

    /** Before when a commit that failed is not made again. */
    long againAt() {
        return againAt;
    }

    private Snapshot snapshot(Collection<Lane> lanes) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        List<Part> parts = new ArrayList<>();
        for (Lane lane : lanes) {
            if (!lane.gone && lane.progress.due() && lane.frontier() >= 0) {
                parts.add(new Part(lane, lane.frontier(), lane.progress.sent()));
                offsets.put(
                        lane.partition, new OffsetAndMetadata(lane.frontier(), withoutMetadata ? "" : lane.metadata()));
            }
        }
        return new Snapshot(offsets, parts);
    }

    private record Snapshot(Map<TopicPartition, OffsetAndMetadata> offsets, List<Part> parts) {}

    /** What a commit says of one lane. */
    private record Part(Lane lane, long frontier, int commit) {
        void acknowledged() {
            lane.progress.acknowledged(commit, frontier);
        }

        void failed() {
            lane.progress.failed(commit);
        }
    }

    private void acknowledged(Snapshot snapshot) {
        failuresInARow = 0;
        tally.commits++;
        snapshot.parts.forEach(Part::acknowledged);
    }

    private void failed(Snapshot snapshot, Exception failure) {
        tally.commitFailures++;
        snapshot.parts.forEach(Part::failed);
        failuresInARow++;
        long backoff = Math.min(LONGEST_BACKOFF, 100_000_000L << Math.min(failuresInARow - 1, 10));
        againAt = clock.nanos() + backoff;
        nextAt = Math.max(nextAt, againAt);
        if (failure instanceof OffsetMetadataTooLarge) {
            withoutMetadata = true;
            log.warn(
                    "intake {}: the broker refuses commit metadata of this size; from now on only frontiers are"
                            + " committed, so a crash hands out again what was completed above them. Set"
                            + " commitMetadata(...) to the broker's offset.metadata.max.bytes.",
                    intake);
        } else if (failure instanceof RetriableCommitFailedException
                || failure instanceof RetriableException
                || failure instanceof WakeupException
                || groupMovedOn(failure)) {
            log.debug("intake {}: a commit failed and is made again from the state of the day", intake, failure);
        } else if (failure instanceof FencedInstanceIdException) {
            alarm.fail(new IllegalStateException(
                    "intake " + intake + ": another consumer uses the same group.instance.id; give each its own",
                    failure));
        } else {
            alarm.fail(failure);
        }
    }

    /**
     * Whether the group has changed since this member last heard of it: its next poll rejoins, or says which partitions are lost. Kafka
     * wraps some of these and hands others out as they came (KIP-848's, of an asynchronous commit).
     */
    static boolean groupMovedOn(Throwable failure) {
        return failure instanceof RebalanceInProgressException
                || failure instanceof CommitFailedException
                || failure instanceof StaleMemberEpochException
                || failure instanceof FencedMemberEpochException
                || failure instanceof IllegalGenerationException
                || failure instanceof UnknownMemberIdException;
    }
}
