package dev.headgate.kafka;

import dev.headgate.Clock;
import dev.headgate.kafka.Flight.Phase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts records in line for the crew, from the lanes in turn, so that none starves another. The owner's.
 *
 * <p>The line is kept short, so that a record which becomes ready does not stand behind thousands: just long enough that the crew
 * does not run dry between two turns of the owner. It grows when the crew has emptied it while there was more to hand out, and
 * shrinks when most of it is left over.
 */
final class Dispatcher {
    /** How many records a lane may put in line before the next lane's turn. */
    private static final int CHUNK = 32;

    static final int LONGEST_LINE = 8192;
    private static final int SHORTEST_LINE = 32;
    /** How many records of a chain a worker may handle on end. */
    private static final int RUN = 32;
    /** The most records in line in batches, unless two batches are more. */
    private static final int RECORDS_IN_BATCHES = 4096;

    private final Clock clock;
    private final ReadyQueue line;
    private final Crew crew;
    private final Settlement settlement;
    private final Tally tally;
    private final Ordering ordering;
    private final int retryingPerLane;
    private final int mostFollowers;
    private final @Nullable Batcher batcher;
    private final KeyBytes wholePartition = KeyBytes.whole();

    private int length = 256;
    private int turn;
    private boolean starved;

    /** @param followers whether a worker goes on with the next record of a chain */
    Dispatcher(
            Clock clock,
            ReadyQueue line,
            Crew crew,
            Settlement settlement,
            Tally tally,
            Ordering ordering,
            int retryingPerLane,
            boolean followers,
            @Nullable Batcher batcher) {
        this.clock = clock;
        this.line = line;
        this.crew = crew;
        this.settlement = settlement;
        this.tally = tally;
        this.ordering = ordering;
        this.retryingPerLane = retryingPerLane;
        this.mostFollowers = followers ? RUN - 1 : 0;
        this.batcher = batcher;
        crew.tellBelow(batcher == null ? length / 4 : SHORTEST_LINE / 4);
    }

    /** Fills the line; true if records are left that could stand in it. */
    boolean topUp(Lane[] lanes, long now) {
        line.sweep();
        int inLine = line.size();
        int room;
        if (batcher == null) {
            adapt(inLine);
            room = length - inLine;
        } else {
            room = Math.max(0, batchesInLine(batcher.maxSize()) - inLine) * batcher.maxSize();
        }
        int dry = 0;
        while (room > 0 && dry < lanes.length) {
            turn = turn + 1 >= lanes.length ? 0 : turn + 1;
            int put = from(lanes[turn], Math.min(CHUNK, room), now);
            room -= put;
            dry = put == 0 ? dry + 1 : 0;
        }
        if (batcher != null) {
            batcher.release(now, this::putInLine);
        }
        crew.startOneMore();
        starved = room <= 0 && lanes.length > 0;
        return starved;
    }

    /** Large batches keep the crew busy for longer, and counted as one each they would be a great many records fetched ahead. */
    private static int batchesInLine(int size) {
        return Math.clamp(RECORDS_IN_BATCHES / size, 2, SHORTEST_LINE);
    }

    /** When a batch that is not full has waited long enough; {@link Timers#NONE} if none waits. */
    long nextAt() {
        return batcher == null ? Timers.NONE : batcher.nextAt();
    }

    /** Whether only the length of the line keeps the lane from reaching its next record. */
    boolean reaches(Lane lane) {
        return lane.retrying() < retryingPerLane && lane.mayReach();
    }

    /** How many slots so many records take. */
    long inSlots(long records) {
        return batcher == null ? records : (records + batcher.maxSize() - 1) / batcher.maxSize();
    }

    private void adapt(int left) {
        if (left == 0 && starved && length < LONGEST_LINE / 2) {
            length *= 2;
            crew.tellBelow(length / 4);
        } else if (left > length / 2 && length > SHORTEST_LINE) {
            length -= Math.max(1, length / 64);
            crew.tellBelow(length / 4);
        }
    }

    private int from(Lane lane, int atMost, long now) {
        int put = 0;
        while (put < atMost) {
            Flight flight = next(lane, now);
            if (flight == null) {
                break;
            }
            flight.attempts++;
            flight.follows = false;
            lane.move(flight, Phase.OUT);
            if (batcher == null) {
                follow(flight);
                flight.putInLine();
                putInLine(flight);
                put++;
            } else {
                put += batcher.add(flight, this::putInLine);
            }
        }
        return put;
    }

    /** Lets the worker that takes {@code first} go on with the records behind it, those that may be handled as soon as it is done. */
    private void follow(Flight first) {
        Flight last = first;
        for (int i = 0; i < mostFollowers; i++) {
            Flight next = Chains.follower(last);
            if (next == null) {
                break;
            }
            next.attempts++;
            next.follows = true;
            next.readyAt = Flight.NEVER;
            next.lane.move(next, Phase.OUT);
            next.putBehind();
            last.follower = next;
            last = next;
        }
        last.follower = null;
    }

    private void putInLine(Entry entry) {
        if (!line.offer(entry)) {
            throw new IllegalStateException("the line is longer than " + LONGEST_LINE);
        }
    }

    /** The lane's next record that may be handled now. */
    private @Nullable Flight next(Lane lane, long now) {
        if (lane.draining) {
            return null;
        }
        while (true) {
            Flight flight = lane.ready.poll();
            if (flight == null) {
                break;
            }
            if (flight.phase == Phase.READY) {
                if (!flight.expired(clock)) {
                    return flight;
                }
                settlement.drop(flight, Settlement.EXPIRED);
            }
        }
        while (lane.retrying() < retryingPerLane) {
            Flight flight = lane.nextInOffsetOrder();
            if (flight == null) {
                return null;
            }
            if (flight.phase != Phase.FETCHED) {
                continue;
            }
            long readyAt = Math.min(now, Math.max(flight.fetchedAt, lane.reachableSince));
            if (!chained(lane, flight) && startsNow(flight)) {
                flight.readyAt = readyAt;
                flight.joinedAt = now;
                return flight;
            }
            // It seemed to wait for a slot only; now it waits for something else, or has expired.
            tally.turnedAway(now - readyAt);
        }
        return null;
    }

    private boolean startsNow(Flight flight) {
        if (flight.notBefore == Long.MIN_VALUE && flight.expiresAt == Flight.NEVER) {
            return true;
        }
        if (flight.notBefore <= clock.millis() && !flight.expired(clock)) {
            return true;
        }
        settlement.mayStart(flight);
        return false;
    }

    /** Whether the record has to wait for an earlier one; it has joined its chain then. */
    private boolean chained(Lane lane, Flight flight) {
        Chains chains = lane.chains;
        if (chains == null) {
            return false;
        }
        KeyBytes key = wholePartition;
        if (ordering == Ordering.BY_KEY) {
            byte[] bytes = flight.raw.key();
            if (bytes == null) {
                return false;
            }
            key = KeyBytes.of(bytes);
        }
        if (chains.join(flight, key)) {
            return false;
        }
        lane.move(flight, Phase.CHAINED);
        return true;
    }

    /** Takes back what stands in line of a lane that goes; what is left of it is being handled. */
    static List<Flight> withdraw(Lane lane) {
        List<Flight> running = new ArrayList<>();
        lane.forEachOpen(flight -> {
            if (flight.phase == Phase.OUT && !takeBack(flight)) {
                running.add(flight);
            }
        });
        return running;
    }

    /** Takes back what was to be handled; false if a worker has started it. */
    static boolean takeBack(Flight flight) {
        if (!flight.withdraw()) {
            return false;
        }
        flight.attempts--;
        flight.lane.move(flight, flight.follows ? Phase.CHAINED : Phase.READY);
        return true;
    }
}
