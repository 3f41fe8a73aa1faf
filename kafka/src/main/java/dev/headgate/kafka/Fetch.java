package dev.headgate.kafka;

import dev.headgate.Clock;
import dev.headgate.Itineraries;
import dev.headgate.kafka.Flight.Phase;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Polls, and takes what comes into the lanes. The owner's; {@code lastPollAt} is read by others. */
final class Fetch {
    private static final Logger log = LoggerFactory.getLogger(Fetch.class);

    private static final long WARN_EVERY = Duration.ofSeconds(10).toNanos();
    private static final long PLACES_EVERY = Duration.ofMillis(50).toNanos();

    /** Makes a lane anew whose offsets went back. */
    interface Restart {
        Lane restart(Lane lane);
    }

    private final Settings<?, ?> settings;
    private final Consumer<byte[], byte[]> consumer;
    private final Clock clock;
    private final Lanes lanes;
    private final Settlement settlement;
    private final Tally tally;
    private final Itineraries itineraries;
    private final boolean needReading;
    private final long holdMillis;
    private @Nullable Restart restart;
    private long placesAt;
    private long warnAt;
    private volatile long lastPollAt;

    Fetch(
            Settings<?, ?> settings,
            Consumer<byte[], byte[]> consumer,
            Lanes lanes,
            Settlement settlement,
            Tally tally,
            Itineraries itineraries) {
        this.settings = settings;
        this.consumer = consumer;
        this.clock = settings.outside().clock();
        this.lanes = lanes;
        this.settlement = settlement;
        this.tally = tally;
        this.itineraries = itineraries;
        this.needReading = settings.times().needReading();
        Duration hold = settings.times().holdAfterTimestamp();
        this.holdMillis = hold == null ? -1 : Check.nanos(hold) / 1_000_000;
        this.lastPollAt = clock.nanos();
        this.placesAt = lastPollAt;
        this.warnAt = lastPollAt;
    }

    void restartWith(Restart restart) {
        this.restart = restart;
    }

    /** When poll was last called, or returned. */
    long lastPollAt() {
        return lastPollAt;
    }

    /**
     * Polls once; how many records came.
     *
     * @throws org.apache.kafka.common.KafkaException if Kafka says that going on is no use
     */
    int poll(Duration wait) {
        long begin = clock.nanos();
        tally.polls++;
        tally.longestPollGapNanos = Math.max(tally.longestPollGapNanos, begin - lastPollAt);
        lastPollAt = begin;
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = consumer.poll(wait);
        } catch (WakeupException e) {
            return 0;
        } catch (RetriableException e) {
            if (lastPollAt >= warnAt) {
                warnAt = lastPollAt + WARN_EVERY;
                log.warn("intake {}: polls fail and are made again", settings.name(), e);
            }
            return 0;
        } finally {
            lastPollAt = clock.nanos();
        }
        for (TopicPartition partition : records.partitions()) {
            append(partition, records.records(partition), lastPollAt);
        }
        records.nextOffsets().forEach((partition, next) -> {
            Lane lane = lanes.get(partition);
            if (lane != null && lane.restored) {
                lane.fetchedUpTo(next.offset());
            }
        });
        learnPlaces();
        return records.count();
    }

    /** Lanes without a committed offset begin where Kafka has placed the consumer, even before the first record. */
    private void learnPlaces() {
        if (lastPollAt < placesAt) {
            return;
        }
        for (Lane lane : lanes.all()) {
            if (!lane.placeUnknown()) {
                continue;
            }
            try {
                lane.beginAt(consumer.position(lane.partition, Duration.ZERO), lastPollAt);
            } catch (RetriableException | WakeupException e) {
                placesAt = lastPollAt + PLACES_EVERY;
                return;
            }
        }
    }

    private void append(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records, long now) {
        Lane lane = lanes.get(partition);
        if (lane == null) {
            return;
        }
        for (ConsumerRecord<byte[], byte[]> raw : records) {
            if (lane.isBehind(raw.offset()) && restart != null) {
                lane = restart.restart(lane);
            }
            Flight flight = lane.append(raw, now);
            if (flight != null) {
                arrived(flight);
            }
        }
        lane.lastTimestamp = records.getLast().timestamp();
    }

    /** A record has got its place in its lane. */
    void arrived(Flight flight) {
        tally.fetched++;
        Lane lane = flight.lane;
        ConsumerRecord<byte[], byte[]> raw = flight.raw;
        if (holdMillis >= 0 && raw.timestamp() >= 0) {
            flight.notBefore = raw.timestamp() + holdMillis;
        }
        flight.recorder = itineraries.offer(settings.name(), flight.fetchedAt);
        if (needReading) {
            lane.unread.add(flight);
        }
        if (settings.latestPerKey()) {
            Flight older = lane.supersede(flight);
            if (older == null || older.phase == Phase.DYING) {
                return;
            }
            if (older.phase == Phase.OUT && !Dispatcher.takeBack(older)) {
                older.superseded = true;
            } else {
                settlement.drop(older, Settlement.SUPERSEDED);
            }
        }
    }
}
