package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.SourceException;
import dev.headgate.bridge.source.SourcePartition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Reads partitions from their leaders. The leaders are asked for more before what they sent is handed over, so that they and the network
 * work while the sink does.
 */
final class Fetcher {

    /** How often to look at what has no answer yet, or waits for its next attempt. */
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long TICK_IN_TROUBLE = TimeUnit.MILLISECONDS.toNanos(25);

    private final Map<SourcePartition, Reading> readings = new LinkedHashMap<>();
    /** Those of which there is something to say, the first first. */
    private final ArrayDeque<Reading> news = new ArrayDeque<>();

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Answers answers;
    private final Leaders leaders;
    private final MessageReader reader = new MessageReader();
    private final Settings settings;
    private final LongSupplier nanoTime;
    private long call;

    Fetcher(Settings settings, Set<Address> known, LongSupplier nanoTime) {
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.leaders = new Leaders(settings, known, events, nanoTime.getAsLong());
        this.answers = new Answers(settings.startBytes(), leaders, readings, news, nanoTime);
    }

    /** Uses leaders that were learned elsewhere. */
    void know(ClusterView view) {
        leaders.know(view);
    }

    void seek(SourcePartition partition, long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException(partition + " cannot be read from offset " + offset);
        }
        leave(partition);
        Reading reading = new Reading(partition, offset, settings.startBytes(), nanoTime.getAsLong());
        readings.put(partition, reading);
        leaders.place(reading, nanoTime.getAsLong());
    }

    void leave(SourcePartition partition) {
        Reading old = readings.remove(partition);
        if (old != null) {
            answers.drop(old);
            old.link = null;
            if (old.listed) {
                old.listed = false;
                news.remove(old);
            }
        }
    }

    void wakeup() {
        woken.set(true);
        events.add(new Event.Woken());
    }

    void fetch(Set<SourcePartition> wanted, long maxBytes, Duration maxWait, RecordSink sink) {
        long start = nanoTime.getAsLong();
        long patience = maxWait.compareTo(Duration.ofDays(1)) > 0 ? TimeUnit.DAYS.toNanos(1) : maxWait.toNanos();
        call++;
        for (SourcePartition partition : wanted) {
            Reading reading = readings.get(partition);
            if (reading != null) {
                reading.wanted = call;
            }
        }
        while (true) {
            for (Event event = events.poll(); event != null; event = events.poll()) {
                answers.take(event, sink);
            }
            ask(maxBytes, sink);
            boolean some = handOver(maxBytes, sink);
            long left = patience - (nanoTime.getAsLong() - start);
            if (some || woken.getAndSet(false) || left <= 0) {
                return;
            }
            try {
                Event event = events.poll(
                        Math.min(left, answers.isTroubled() ? TICK_IN_TROUBLE : TICK), TimeUnit.NANOSECONDS);
                if (event != null) {
                    answers.take(event, sink);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void ask(long maxBytes, RecordSink sink) {
        long now = nanoTime.getAsLong();
        leaders.tick(now);
        long budget = maxBytes / Math.max(1, leaders.links().size());
        for (Link link : leaders.links()) {
            if (link.isLate(now)) {
                leaders.search();
                answers.say(
                        sink,
                        link,
                        link.address + " has not answered for " + TimeUnit.NANOSECONDS.toSeconds(link.overdue(now))
                                + " s; waiting, and looking for other leaders");
            }
            if (link.isFree(now) && hasRoom(maxBytes)) {
                Question question = Chooser.choose(link.turn(), call, Math.max(budget, settings.startBytes()), now);
                if (question != null) {
                    link.ask(question, now);
                }
            }
        }
    }

    /** What is held and what may come are twice what a call hands over, at most; what is not wanted now makes room if it must. */
    private boolean hasRoom(long maxBytes) {
        if (answers.heldBytes() == 0) {
            return true;
        }
        long coming = 0;
        for (Link link : leaders.links()) {
            coming += link.askedBytes();
        }
        if (answers.heldBytes() + coming < 2 * maxBytes) {
            return true;
        }
        boolean wantedHeld = false;
        for (Reading reading : news) {
            wantedHeld |= reading.wanted == call && !reading.held.isEmpty();
        }
        if (!wantedHeld) {
            news.forEach(answers::drop);
        }
        return !wantedHeld;
    }

    /** Hands over what is held of those that are wanted, in turns; tells whether there were records. */
    private boolean handOver(long maxBytes, RecordSink sink) {
        long left = maxBytes;
        boolean some = false;
        for (int n = news.size(); n > 0 && left > 0; n--) {
            Reading reading = news.remove();
            if (reading.wanted != call) {
                news.add(reading);
                continue;
            }
            reading.listed = false;
            try {
                while (!reading.held.isEmpty() && left > 0) {
                    boolean used = read(reading, reading.held.element(), left, sink);
                    left -= Math.max(1, reader.bytes());
                    some |= reader.records() > 0;
                    if (used) {
                        answers.handedOver(reading.held.remove());
                    }
                }
            } finally {
                if (!reading.held.isEmpty()) {
                    answers.list(reading);
                }
            }
            sink.position(reading.partition, reading.next, Math.max(reading.next, reading.end));
        }
        return some;
    }

    private boolean read(Reading reading, Block block, long enough, RecordSink sink) {
        try {
            return reader.read(reading.partition, block, reading.next, enough, sink);
        } catch (Damage e) {
            reading.next = reader.next();
            answers.drop(reading);
            throw new SourceException(
                    reading.partition + ", offset " + reader.next() + ": the source's record is damaged, "
                            + e.getMessage() + ". Leave it out by reading on from a later offset, or repair the source",
                    e);
        } finally {
            reading.next = Math.max(reading.next, reader.next());
        }
    }

    void close() {
        leaders.close();
        reader.close();
    }
}
