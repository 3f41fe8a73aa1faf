package dev.headgate.kafka;

import dev.headgate.GateStats;
import dev.headgate.Holding;
import dev.headgate.Insides;
import dev.headgate.kafka.Flight.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes immutable readings of the owner's state. Everything in a reading is worked out from the lanes and their flights at that
 * moment; nothing is counted beside them that could go out of step. The owner's.
 */
final class Readings {
    private static final Logger log = LoggerFactory.getLogger(Readings.class);
    private static final long LAGS_EVERY = Duration.ofMillis(500).toNanos();
    private static final long ENDS_EVERY = Duration.ofSeconds(2).toNanos();
    private static final Duration ENDS_TRY = Duration.ofMillis(200);

    private final Settings<?, ?> settings;
    private final Consumer<byte[], byte[]> consumer;
    private final Tally tally;
    private final Insides insides;
    private final LongUnaryOperator inSlots;
    private long endsAt;
    private long lagsAt;
    private long waitingNanos;

    /** @param inSlots how many slots so many records take */
    Readings(
            Settings<?, ?> settings,
            Consumer<byte[], byte[]> consumer,
            Tally tally,
            Insides insides,
            LongUnaryOperator inSlots) {
        this.settings = settings;
        this.consumer = consumer;
        this.tally = tally;
        this.insides = insides;
        this.inSlots = inSlots;
        this.endsAt = settings.outside().clock().nanos();
    }

    /** Before the first turn. */
    static IntakeStats empty(String name, int capacity, long now) {
        GateStats gate =
                new GateStats(name + " in-flight", now, capacity, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());
        return new IntakeStats(
                name,
                IntakeState.NEW,
                now,
                gate,
                0,
                0,
                Map.of(),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                -1,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                List.of());
    }

    /**
     * One walk over open records. A flight whose worker is through with it, and of which the owner has not heard yet, has given its slot
     * back: it is an exit, not one more in use.
     */
    private static final class Walk {
        int running;
        int finished;
        int following;
        int calls;
        int finishedCalls;
        long runningNanos;
        long finishedNanos;
        long waitedNanos;
        int waiting;
        long lineNanos;
        long oldestRun;
        long oldestWait;
        final long now;

        Walk(long now) {
            this.now = now;
        }

        void see(Flight flight) {
            boolean out = flight.phase == Phase.OUT;
            int claim = out ? flight.claim() : Flight.IDLE;
            if (claim == Flight.RUNNING) {
                running(flight);
            } else if (claim == Flight.FINISHED) {
                finished(flight);
            } else if (claim == Flight.FOLLOWING) {
                following++;
            } else if (out || flight.phase == Phase.READY) {
                waiting++;
                lineNanos += Math.max(0, now - flight.joinedAt);
                oldestWait = Math.max(oldestWait, now - flight.readyAt);
            }
        }

        private void running(Flight flight) {
            running++;
            if (flight.leads) {
                calls++;
                runningNanos += Math.max(0, now - flight.startedAt);
                oldestRun = Math.max(oldestRun, now - flight.startedAt);
                waited(flight);
            }
        }

        private void finished(Flight flight) {
            finished++;
            if (flight.leads) {
                finishedCalls++;
                finishedNanos += Math.max(0, flight.finishedAt - flight.startedAt);
                waited(flight);
            }
        }

        private void waited(Flight flight) {
            waitedNanos += Math.max(0, flight.startedAt - flight.arrivedAt());
            lineNanos += Math.max(0, flight.startedAt - flight.joinedLineAt());
        }
    }

    IntakeStats read(
            IntakeState state, Lanes lanes, Stragglers stragglers, int capacity, int unreached, long now, long wall) {
        learnEnds(lanes.all(), now);
        Walk all = new Walk(now);
        List<LaneStats> readings = new ArrayList<>(lanes.all().length);
        int held = 0;
        int retrying = 0;
        int buffered = 0;
        long bytes = 0;
        int paused = 0;
        int parked = 0;
        long lag = lanes.all().length == 0 ? 0 : -1;
        long lagMillis = 0;
        long waitingSince = Progress.NONE;
        for (Lane lane : lanes.all()) {
            int runningBefore = all.running;
            int othersBefore = all.finished + all.following;
            lane.forEachOpen(all::see);
            int running = all.running - runningBefore;
            int others = all.finished + all.following - othersBefore;
            LaneStats reading = lane(lane, running, others, now, wall);
            readings.add(reading);
            held += reading.held();
            retrying += reading.retrying();
            buffered += reading.open();
            bytes += reading.bytes();
            paused += reading.paused() ? 1 : 0;
            parked += reading.parked() ? 1 : 0;
            if (reading.lagRecords() >= 0) {
                lag = Math.max(0, lag) + reading.lagRecords();
            }
            lagMillis = Math.max(lagMillis, reading.lagMillis());
            waitingSince = Math.min(waitingSince, lane.progress.waitingSince());
        }
        stragglers.all().forEach(all::see);
        return new IntakeStats(
                settings.name(),
                state,
                now,
                gate(all, capacity, unreached, now),
                tally.fetched,
                tally.done,
                tally.dropped(),
                tally.dead,
                tally.attempts,
                tally.retries,
                held,
                retrying,
                buffered,
                bytes,
                paused,
                parked,
                lag,
                lagMillis,
                tally.commits,
                tally.commitFailures,
                waitingSince == Progress.NONE ? 0 : millis(now - waitingSince),
                tally.polls,
                millis(tally.longestPollGapNanos),
                tally.rebalances,
                millis(tally.rebalanceNanos),
                List.copyOf(readings));
    }

    private GateStats gate(Walk walk, int capacity, int unreached, long now) {
        // A worker may have read the clock just before this walk did and claim its record just after it.
        waitingNanos =
                Math.max(waitingNanos, inSlots.applyAsLong(tally.unreachedNanos + tally.lineNanos + walk.lineNanos));
        return new GateStats(
                settings.name() + " in-flight",
                now,
                capacity,
                walk.calls,
                (int) inSlots.applyAsLong((long) walk.waiting + unreached),
                tally.calls + walk.finishedCalls + walk.calls,
                tally.calls + walk.finishedCalls,
                tally.cancelled,
                tally.waitNanos + walk.waitedNanos,
                tally.holdNanos + walk.finishedNanos,
                tally.holdNanos + walk.finishedNanos + walk.runningNanos,
                waitingNanos,
                walk.oldestRun,
                walk.oldestWait,
                insides.insideNanos(now),
                insides.snapshot(now));
    }

    /** @param others those of the lane's records that are out, and neither running nor waiting for a slot */
    private LaneStats lane(Lane lane, int running, int others, long now, long wall) {
        Flight head = lane.head();
        long known = lane.knownEnd < 0 ? -1 : Math.max(0, lane.knownEnd - Math.max(0, lane.fetchedTo()));
        long lag = known < 0 ? -1 : known + lane.openRecords() + lane.beyond.size();
        long lagMillis = 0;
        if (lag > 0) {
            long oldest = head != null ? head.raw.timestamp() : lane.lastTimestamp;
            lagMillis = oldest < 0 ? 0 : Math.max(0, wall - oldest);
        }
        boolean parked = lane.paused && lane.openRecords() > 0 && lane.nothingToStart();
        return new LaneStats(
                lane.partition.topic(),
                lane.partition.partition(),
                lane.frontier(),
                lane.progress.committed(),
                lane.reach(),
                lane.windowNow(),
                lane.openRecords() + lane.beyond.size(),
                running,
                lane.count(Phase.READY) + lane.count(Phase.FETCHED) + lane.count(Phase.OUT) - running - others,
                lane.count(Phase.HELD),
                lane.retrying(),
                lane.bytes(),
                lane.paused,
                parked,
                lag,
                lagMillis,
                head == null ? null : head(lane, head, now, wall));
    }

    private static LaneStats.Head head(Lane lane, Flight flight, long now, long wall) {
        int claim = flight.claim();
        String state = switch (flight.phase) {
            case FETCHED, READY -> "ready";
            case CHAINED -> "behind an earlier record of its key";
            case HELD -> "held until its time";
            case OUT ->
                switch (claim) {
                    case Flight.RUNNING -> "being handled";
                    case Flight.FOLLOWING -> "behind an earlier record of its key";
                    default -> "in line";
                };
            case RETRYING -> "waiting for a retry";
            case DYING -> "waiting for its dead letter";
            case GONE -> "completed";
        };
        Holding holding = claim == Flight.RUNNING ? flight.holding : null;
        @Nullable String gate = holding == null ? null : holding.at();
        return new LaneStats.Head(
                flight.offset(),
                millis(now - flight.fetchedAt),
                lane.blockedMillis(flight, now, wall),
                flight.attempts,
                state,
                gate);
    }

    /** What the client knows of the ends of the partitions; for those that have not been fetching, which it knows nothing new of, asks. */
    private void learnEnds(Lane[] lanes, long now) {
        if (now < lagsAt) {
            return;
        }
        lagsAt = now + LAGS_EVERY;
        List<TopicPartition> paused = new ArrayList<>();
        for (Lane lane : lanes) {
            if (lane.paused) {
                paused.add(lane.partition);
            }
            try {
                OptionalLong lag = consumer.currentLag(lane.partition);
                if (lag.isPresent() && lane.fetchedTo() >= 0) {
                    lane.knownEnd = Math.max(lane.knownEnd, lane.fetchedTo() + lag.getAsLong());
                } else if (lag.isPresent()) {
                    // Nothing fetched yet, so the position is not known here; the difference is what counts.
                    lane.knownEnd = Math.max(lane.knownEnd, lag.getAsLong());
                }
            } catch (KafkaException | IllegalStateException e) {
                log.debug("intake {}: the lag of {} is not known", settings.name(), lane.partition, e);
            }
        }
        if (paused.isEmpty() || now < endsAt) {
            return;
        }
        endsAt = now + ENDS_EVERY;
        try {
            consumer.endOffsets(paused, ENDS_TRY).forEach((partition, end) -> {
                for (Lane lane : lanes) {
                    if (lane.partition.equals(partition)) {
                        lane.knownEnd = Math.max(lane.knownEnd, end);
                    }
                }
            });
        } catch (KafkaException e) {
            log.debug("intake {}: the ends of {} are not known", settings.name(), paused, e);
        }
    }

    private static long millis(long nanos) {
        return nanos / 1_000_000;
    }
}
