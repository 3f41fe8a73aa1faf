package dev.headgate.kafka;

import dev.headgate.kafka.Flight.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gathers records into batches, each released when it is full or has waited long enough. The owner's. */
final class Batcher {
    private final int maxSize;
    private final long lingerNanos;
    private List<Flight> forming = new ArrayList<>();

    Batcher(Work.Many<?, ?> work) {
        maxSize = work.maxSize();
        lingerNanos = Check.nanos(work.linger());
    }

    /** Adds a record that may start, and those of its chain behind it, which may start with it. Returns how many. */
    int add(Flight first, Consumer<Entry> line) {
        Flight flight = first;
        int added = 0;
        while (flight != null) {
            flight.putInLine();
            forming.add(flight);
            added++;
            if (forming.size() == maxSize) {
                release(line);
                return added;
            }
            flight = follower(flight);
        }
        return added;
    }

    private static @Nullable Flight follower(Flight flight) {
        Flight next = Chains.follower(flight);
        if (next == null) {
            return null;
        }
        next.attempts++;
        next.follows = true;
        next.readyAt = flight.readyAt;
        next.joinedAt = flight.joinedAt;
        next.lane.move(next, Phase.OUT);
        return next;
    }

    /** Releases a batch that has waited long enough. */
    void release(long now, Consumer<Entry> line) {
        if (!forming.isEmpty() && now >= nextAt()) {
            release(line);
        }
    }

    long nextAt() {
        return forming.isEmpty() ? Timers.NONE : forming.getFirst().readyAt + lingerNanos;
    }

    int maxSize() {
        return maxSize;
    }

    private void release(Consumer<Entry> line) {
        List<Flight> wanted = new ArrayList<>(forming.size());
        for (Flight flight : forming) {
            if (flight.claim() == Flight.IN_LINE) {
                wanted.add(flight);
            }
        }
        forming = new ArrayList<>();
        if (!wanted.isEmpty()) {
            line.accept(new Bundle(wanted));
        }
    }
}
