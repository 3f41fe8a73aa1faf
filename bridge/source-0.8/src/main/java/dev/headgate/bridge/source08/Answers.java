package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.SourceException;
import dev.headgate.bridge.source.SourcePartition;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.function.LongSupplier;
import kafka.common.ErrorMapping;
import kafka.javaapi.FetchResponse;

/** What becomes of what brokers say. Of the owner. */
final class Answers {

    /** A leader that has been one for a moment only may not know all offsets yet. */
    private static final int BELIEVE_AFTER = 3;
    /** What is asked for, at most, where a broker sends nothing although there must be something. */
    private static final int MOST_FOR_NOTHING = 64 << 20;

    /** How long to look closely after trouble: ns. */
    private static final long WATCHED = 1_000_000_000;

    private final int startBytes;
    private final Leaders leaders;
    private final Map<SourcePartition, Reading> readings;
    private final ArrayDeque<Reading> news;
    private final LongSupplier nanoTime;
    private final Troubles troubles = new Troubles();
    private long heldBytes;
    /** Some partition waits for its next attempt until then. */
    private long troubledUntil;

    Answers(
            int startBytes,
            Leaders leaders,
            Map<SourcePartition, Reading> readings,
            ArrayDeque<Reading> news,
            LongSupplier nanoTime) {
        this.startBytes = startBytes;
        this.leaders = leaders;
        this.readings = readings;
        this.news = news;
        this.nanoTime = nanoTime;
        this.troubledUntil = nanoTime.getAsLong();
    }

    long heldBytes() {
        return heldBytes;
    }

    void handedOver(Block block) {
        heldBytes -= block.size;
    }

    /** Forgets what is held of it. */
    void drop(Reading reading) {
        heldBytes -= reading.drop();
    }

    void list(Reading reading) {
        if (!reading.listed) {
            reading.listed = true;
            news.add(reading);
        }
    }

    void say(RecordSink sink, Object thing, String line) {
        troubles.say(sink, thing, line, nanoTime.getAsLong());
    }

    /** Whether something has to be tried again soon. */
    boolean isTroubled() {
        return leaders.isSearching() || nanoTime.getAsLong() - troubledUntil < 0;
    }

    /** @throws SourceException if what was read does not exist at the source any more, or never will */
    void take(Event event, RecordSink sink) {
        switch (event) {
            case Event.Fetched fetched -> fetched(fetched, sink);
            case Event.Ranged ranged -> ranged(ranged, sink);
            case Event.Failed failed -> failed(failed, sink);
            case Event.Seen seen -> seen(seen.view(), sink);
            case Event.Unseen unseen -> {
                leaders.unseen();
                say(
                        sink,
                        leaders,
                        "No broker of the source answers (" + Metadata.reason(unseen.cause()) + "); trying again");
            }
            case Event.Woken woken -> {
                // That it came is all.
            }
        }
    }

    private void seen(ClusterView view, RecordSink sink) {
        leaders.seen(view, readings.values(), nanoTime.getAsLong());
        for (Reading reading : readings.values()) {
            if (reading.link == null) {
                say(
                        sink,
                        reading.partition,
                        reading.partition
                                + (leaders.exists(reading) ? " has no leader" : " is not known to the source's brokers")
                                + "; trying again");
            }
        }
    }

    private void fetched(Event.Fetched event, RecordSink sink) {
        event.link().answered();
        for (Question.Want want : event.question().wants) {
            Reading reading = want.reading();
            if (reading.asked != event.question()) {
                continue; // it is read from elsewhere by now
            }
            reading.asked = null;
            SourcePartition p = reading.partition;
            short code = event.response().errorCode(p.topic(), p.partition());
            if (code == ErrorMapping.NoError()) {
                records(want, event.response(), sink);
            } else if (code == ErrorMapping.OffsetOutOfRangeCode()) {
                reading.outOfRange = true;
            } else {
                refused(event.link(), reading, Ranges.name(code), sink);
            }
        }
    }

    private void records(Question.Want want, FetchResponse response, RecordSink sink) {
        Reading reading = want.reading();
        SourcePartition p = reading.partition;
        Block block = new Block(response.messageSet(p.topic(), p.partition()).buffer());
        long end = response.highWatermark(p.topic(), p.partition());
        if (end != reading.end || block.size > 0) {
            list(reading);
        }
        reading.end = end;
        if (block.size > 0) {
            reading.held.add(block);
            heldBytes += block.size;
            reading.from = Math.max(reading.from, block.lastOffset + 1);
            reading.answered(want.bytes(), block, startBytes);
            reading.odd = 0;
            reading.backoff.reset();
        } else if (block.cutOff > 0) {
            tooLarge(want, block);
        } else if (reading.from < end && ++reading.odd >= BELIEVE_AFTER) {
            later(reading);
            reading.tooLarge(Math.min(want.bytes(), MOST_FOR_NOTHING / 2), 0);
            say(
                    sink,
                    p,
                    p + " has records up to offset " + end + ", but its leader sends none from offset " + reading.from
                            + " on; trying again");
        }
    }

    private static void tooLarge(Question.Want want, Block block) {
        Reading reading = want.reading();
        if (block.cutOff > Reading.MOST_BYTES || want.bytes() >= Reading.MOST_BYTES) {
            throw new SourceException(reading.partition + ", offset " + reading.from + ": the record has "
                    + block.cutOff
                    + " bytes, says the source, more than can be read at once. Its log is damaged there: "
                    + "leave the record out by reading on from a later offset, or repair the source");
        }
        reading.tooLarge(want.bytes(), block.cutOff);
    }

    private void ranged(Event.Ranged event, RecordSink sink) {
        event.link().answered();
        Reading reading = event.question().reading;
        if (reading.asked != event.question()) {
            return;
        }
        reading.asked = null;
        reading.outOfRange = false;
        OffsetRange range = event.range();
        if (reading.next < range.first()) {
            long from = reading.next;
            reading.next = range.first();
            reading.from = range.first();
            reading.end = range.end();
            reading.odd = 0;
            reading.backoff.reset();
            list(reading);
            sink.gap(reading.partition, from, range.first());
            return;
        }
        later(reading);
        if (reading.next > range.end() && ++reading.odd >= BELIEVE_AFTER) {
            throw new SourceException(
                    reading.partition + " ends at offset " + range.end() + " now, but was already read up to "
                            + reading.next
                            + ": the source has fewer records than before. Its topic was created anew, or a leader that "
                            + "was behind took over (unclean.leader.election). Find out which; then read on from an offset that is there");
        }
    }

    private void failed(Event.Failed event, RecordSink sink) {
        if (event.cause() instanceof Error error) {
            throw error;
        }
        if (event.cause() instanceof Ranges.Refused && event.question() instanceof Question.Range range) {
            event.link().answered();
            if (range.reading.asked == range) {
                range.reading.asked = null;
                refused(event.link(), range.reading, Metadata.reason(event.cause()), sink);
            }
            return;
        }
        event.link().failed(nanoTime.getAsLong());
        troubled(0);
        switch (event.question()) {
            case Question.Records records -> records.wants.forEach(want -> unasked(want.reading(), records));
            case Question.Range range -> unasked(range.reading, range);
        }
        leaders.search();
        say(
                sink,
                event.link(),
                event.link().address + " does not answer (" + Metadata.reason(event.cause())
                        + "); trying again, and looking for other leaders");
    }

    private static void unasked(Reading reading, Question question) {
        if (reading.asked == question) {
            reading.asked = null;
        }
    }

    /** The broker is no leader of it, or cannot answer for it now. */
    private void refused(Link link, Reading reading, String why, RecordSink sink) {
        reading.link = null;
        leaders.search();
        later(reading);
        say(sink, reading.partition, reading.partition + ": " + link.address + " says " + why + "; trying again");
    }

    private void later(Reading reading) {
        long wait = reading.backoff.next();
        reading.notBefore = nanoTime.getAsLong() + wait;
        troubled(wait);
    }

    private void troubled(long nanos) {
        long until = nanoTime.getAsLong() + nanos + WATCHED;
        if (until - troubledUntil > 0) {
            troubledUntil = until;
        }
    }
}
