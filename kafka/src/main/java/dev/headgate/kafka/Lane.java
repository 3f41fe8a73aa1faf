package dev.headgate.kafka;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * An intake's state for one partition during one assignment. Created when the partition is assigned and thrown away whole
 * when it goes, so nothing of an older assignment can be taken for part of a newer one. The owner's.
 *
 * <p>Records pass through it in this order: {@link #append fetched}; {@link #nextInOffsetOrder reached}, which is when they
 * join their chain, are held, or become ready; started; and completed. {@code reach}, one past the highest offset reached,
 * is as far as the commit's metadata has to tell of, so a record is reached only while that is sure to fit.
 */
final class Lane {
    final TopicPartition partition;
    /** Records below {@code reach} that may start as soon as there is room in line. */
    final Queue<Flight> ready = new ArrayDeque<>();
    /** Fetched records too far above the frontier for the window; the lane does not fetch while there are any. */
    final Queue<ConsumerRecord<byte[], byte[]>> beyond = new ArrayDeque<>();

    final @Nullable Chains chains;

    /** Of those that are out, how many a worker comes to after another one. */
    private int following;

    private final int[] count = new int[Flight.Phase.COUNT];
    private final Bookmark.Limits limits;
    private final int longestWindow;
    private final Map<KeyBytes, Flight> newest = new HashMap<>();
    private @Nullable Bookmark bookmark;
    private @Nullable Window window;
    private long reach;
    /** No record from the reach up to here is open. */
    private long scanned;
    /** One past what an earlier assignment had completed: admitted then, and told of in every commit until the frontier is there. */
    private long restoredTo = Long.MIN_VALUE;

    private int openBelowReach;
    private long bytes;
    private long fetchedTo = -1;
    private boolean advanceDue;

    /** Fetched flights that have to be read before they can be reached, in offset order; empty where no reading is needed. */
    final ArrayDeque<Flight> unread = new ArrayDeque<>();
    /** One past the highest offset that was read. */
    private long readTo = Long.MAX_VALUE;

    boolean reading;
    /** Whether the committed offset is known; until then the lane does not fetch. */
    boolean restored;
    /** Set when the lane is about to go: what is in flight may finish, nothing new is started. */
    boolean draining;
    /** Set when the lane goes; nothing of it is started, completed or committed after that. */
    boolean gone;
    /** The lane of the same partition that came after this one, if this one went with records in flight. */
    @Nullable
    Lane successor;

    boolean paused;
    /**
     * Since when the length of the line alone has kept the lane from reaching its next record, as of the last count of those; {@link
     * Flight#NEVER} when something else did.
     */
    long reachableSince;
    /** One past the last record that Kafka has for the partition, as far as known; -1 while nothing is. */
    long knownEnd = -1;
    /** The Kafka timestamp of the last record fetched, in ms; -1 if there was none. */
    long lastTimestamp = -1;

    final Progress progress = new Progress();
    long frontierMovedAt;
    boolean blockedReported;

    Lane(TopicPartition partition, Ordering ordering, Bookmark.Limits limits, int longestWindow, long now) {
        this.partition = partition;
        this.chains = ordering == Ordering.UNORDERED ? null : new Chains();
        this.limits = limits;
        this.longestWindow = longestWindow;
        this.frontierMovedAt = now;
        this.reachableSince = Flight.NEVER;
    }

    /** Begins at a committed offset, with what was completed above it. */
    void restore(@Nullable Bookmark committed) {
        restored = true;
        bookmark = committed;
        if (committed != null) {
            open(committed.frontier());
            restoredTo = committed.end();
            fetchedTo = Math.max(fetchedTo, committed.frontier());
        }
    }

    /**
     * Begins where Kafka placed the consumer, as nothing was committed. That place is committed like completed work: otherwise, with
     * {@code auto.offset.reset=latest}, a crash before the first record is completed would lose what was fetched.
     */
    void beginAt(long position, long now) {
        open(position);
        fetchedTo = Math.max(fetchedTo, position);
        progress.completed(now);
    }

    /** Whether records may come of which it is not known where they begin. */
    boolean placeUnknown() {
        return restored && window == null && beyond.isEmpty();
    }

    private Window open(long offset) {
        window = new Window(offset);
        reach = offset;
        scanned = offset;
        return window;
    }

    @Nullable
    Window window() {
        return window;
    }

    /** Whether a record at this offset can only mean that the position was set back. */
    boolean isBehind(long offset) {
        return offset < fetchedTo || (window != null && offset < window.tail());
    }

    /**
     * Takes in the next record of the partition.
     *
     * @return its flight; null if it was completed in an earlier assignment, or has to wait until the window comes to it
     */
    @Nullable
    Flight append(ConsumerRecord<byte[], byte[]> raw, long now) {
        if (!beyond.isEmpty()) {
            fetchedTo = raw.offset() + 1;
            beyond.add(raw);
            return null;
        }
        return take(raw, now);
    }

    private @Nullable Flight take(ConsumerRecord<byte[], byte[]> raw, long now) {
        long offset = raw.offset();
        fetchedTo = offset + 1;
        if (!restored) {
            beyond.add(raw);
            return null;
        }
        Window w = window;
        if (w == null) {
            w = open(offset);
            // Where it begins is to be committed; see beginAt.
            advanceDue = true;
        }
        if (!w.fits(offset)) {
            beyond.add(raw);
            return null;
        }
        if (bookmark != null) {
            if (offset >= bookmark.end()) {
                bookmark = null;
            } else if (bookmark.isCompleted(offset)) {
                w.addCompleted(offset);
                advanceDue = true;
                return null;
            }
        }
        Flight flight = new Flight(raw, this, now);
        w.add(offset, flight);
        count[Flight.Phase.FETCHED.ordinal()]++;
        bytes += flight.bytes();
        return flight;
    }

    /** Makes the flight the newest of its key; the one that was, if it is not completed. */
    @Nullable
    Flight supersede(Flight flight) {
        byte[] key = flight.raw.key();
        if (key == null) {
            return null;
        }
        KeyBytes bytes = KeyBytes.of(key);
        flight.newestOf = bytes;
        return newest.put(bytes, flight);
    }

    /** Takes in records that had to wait, as far as the window comes to them now. */
    void takeBeyond(long now, Consumer<Flight> appended) {
        while (!beyond.isEmpty() && restored) {
            ConsumerRecord<byte[], byte[]> first = beyond.element();
            if (window != null && !window.fits(first.offset())) {
                return;
            }
            beyond.remove();
            Flight flight = take(first, now);
            if (flight != null) {
                appended.accept(flight);
            }
        }
    }

    /** One past the last offset that was fetched; -1 before the first fetch. */
    long fetchedTo() {
        return fetchedTo;
    }

    /** Everything below {@code offset} has been fetched; what was not delivered does not exist. */
    void fetchedUpTo(long offset) {
        fetchedTo = Math.max(fetchedTo, offset);
        if (beyond.isEmpty() && window != null && window.fits(offset) && offset > window.tail()) {
            window.skipTo(offset);
            advanceDue = true;
        }
    }

    /** Only records below this offset may be reached; where no reading is needed, all may. */
    void readUpTo(long offset) {
        readTo = offset;
    }

    /**
     * The lowest record not reached yet, which is reached by this; null if there is none, or none that may be.
     */
    @Nullable
    Flight nextInOffsetOrder() {
        Flight flight = unreached();
        if (flight == null || !mayReach(flight.offset())) {
            return null;
        }
        reach = flight.offset() + 1;
        openBelowReach++;
        return flight;
    }

    /** Whether a record that is read lies beyond the reach, and the window allows to reach it. */
    boolean mayReach() {
        Flight flight = unreached();
        return flight != null && mayReach(flight.offset());
    }

    private boolean mayReach(long offset) {
        long span = offset + 1 - frontier();
        return span <= longestWindow && (offset < restoredTo || limits.allow(span, openBelowReach + 1));
    }

    /**
     * The lowest open record beyond the reach, if it is read. The reach itself stays: it moves from record to record only, for what lies
     * behind the last one reached, gaps included, would have to fit into the commit as well.
     */
    private @Nullable Flight unreached() {
        Window w = window;
        if (w == null) {
            return null;
        }
        if (reach < w.frontier()) {
            reach = w.frontier();
            openBelowReach = 0;
        }
        scanned = Math.max(scanned, reach);
        long limit = Math.min(w.tail(), readTo);
        for (; scanned < limit; scanned++) {
            Flight flight = w.isCompleted(scanned) ? null : w.flight(scanned);
            if (flight != null) {
                return flight;
            }
        }
        return null;
    }

    /** The only place where a flight of this lane changes its phase. */
    void move(Flight flight, Flight.Phase to) {
        if (flight.readyAt == Flight.NEVER) {
            following += (to == Flight.Phase.OUT ? 1 : 0) - (flight.phase == Flight.Phase.OUT ? 1 : 0);
        }
        count[flight.phase.ordinal()]--;
        flight.phase = to;
        count[to.ordinal()]++;
    }

    /** The flight's record is completed, however it ended. */
    void complete(Flight flight) {
        long offset = flight.offset();
        move(flight, Flight.Phase.GONE);
        bytes -= flight.bytes();
        if (offset < reach) {
            openBelowReach--;
        }
        if (window != null) {
            window.complete(offset);
        }
        if (flight.newestOf != null) {
            newest.remove(flight.newestOf, flight);
        }
        advanceDue = true;
    }

    /** Moves the frontier over what is completed; true if it moved or more is completed above it. */
    boolean advance(long now) {
        if (!advanceDue || window == null) {
            return false;
        }
        advanceDue = false;
        long before = window.frontier();
        window.advance();
        if (window.frontier() != before) {
            frontierMovedAt = now;
            blockedReported = false;
        }
        return true;
    }

    /** Visits the open records in offset order; O(window / 64 + open records). The visitor must not complete them. */
    void forEachOpen(Consumer<Flight> visitor) {
        if (window != null) {
            window.forEachOpen(visitor);
        }
    }

    int count(Flight.Phase phase) {
        return count[phase.ordinal()];
    }

    /** Fetched records that were not started, whatever they wait for, retries apart. */
    int unstarted() {
        return count(Flight.Phase.FETCHED)
                + count(Flight.Phase.CHAINED)
                + count(Flight.Phase.HELD)
                + count(Flight.Phase.READY)
                + beyond.size();
    }

    /** Records that the lane keeps at hand: those not started, and those behind one that is being handled, of which few are. */
    int atHand() {
        return unstarted() + following;
    }

    /** Records that wait for their next attempt or for their dead letter. */
    int retrying() {
        return count(Flight.Phase.RETRYING) + count(Flight.Phase.DYING);
    }

    int openRecords() {
        return window == null ? 0 : window.open();
    }

    /** The open record at the frontier, which holds the commit back; null if there is none. */
    @Nullable
    Flight head() {
        return window == null || window.open() == 0 ? null : window.flight(window.frontier());
    }

    /** How long the frontier has stood at its open record, in ms, the time not counted in which that might not start yet. */
    long blockedMillis(Flight head, long now, long wall) {
        long stood = (now - Math.max(frontierMovedAt, head.fetchedAt)) / 1_000_000;
        return head.notBefore <= 0 ? stood : Math.min(stood, Math.max(0, wall - head.notBefore));
    }

    long bytes() {
        return bytes;
    }

    /** The lowest offset not completed; -1 while no offset is known. */
    long frontier() {
        return window == null ? -1 : window.frontier();
    }

    long reach() {
        return window == null ? -1 : Math.max(reach, window.frontier());
    }

    /** How many offsets from the frontier on may be open at once, as things stand. */
    long windowNow() {
        long spanNow = window == null ? 0 : reach() - window.frontier();
        return openBelowReach < limits.runs()
                ? longestWindow
                : Math.min(longestWindow, Math.max(limits.bits(), spanNow));
    }

    /** How many offsets between frontier and reach are completed. */
    long completedAboveFrontier() {
        return window == null ? 0 : reach() - window.frontier() - openBelowReach;
    }

    /** What to commit beside the frontier, what was completed in earlier assignments and is not fetched again yet included. */
    String metadata() {
        Window w = window;
        if (w == null) {
            return "";
        }
        BitSet completed = w.completedUpTo(Math.min(w.tail(), Math.max(reach(), restoredTo)));
        if (bookmark != null) {
            bookmark.addTo(completed, w.frontier(), w.tail());
        }
        return Bookmark.write(completed, limits);
    }

    /** Nothing of the lane can start, though it has records: all wait for their time, for their chain or for a retry. */
    boolean nothingToStart() {
        return count(Flight.Phase.OUT) == 0 && ready.isEmpty() && (count(Flight.Phase.FETCHED) == 0 || !mayReach());
    }

    @Override
    public String toString() {
        return partition + " frontier " + frontier();
    }
}
