package dev.headgate.kafka;

import dev.headgate.Clock;
import dev.headgate.Holding;
import dev.headgate.Recorder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One record from its fetch to its completion.
 *
 * <p>The owner's, except for what a worker writes between claiming it and posting it back: {@code startedAt},
 * {@code finishedAt}, {@code outcome}, {@code goesOn}, {@code holding} and what was decoded. {@code claim} is the one field that both sides
 * contend for: of a worker that starts the flight and an owner that withdraws it, exactly one wins.
 */
final class Flight extends Entry {
    /** Where a flight is, as the owner sees it. */
    enum Phase {
        /** Fetched; the lane has not come to it yet. */
        FETCHED,
        /** Waits for an earlier record of its key or partition. */
        CHAINED,
        /** Waits for its not-before time. */
        HELD,
        /** May start as soon as there is room in line. */
        READY,
        /** In line, or being handled. */
        OUT,
        /** Waits for its next attempt. */
        RETRYING,
        /** Its dead letter is on the way. */
        DYING,
        /** Completed, or thrown away with its lane. */
        GONE;

        static final int COUNT = values().length;
    }

    static final int IDLE = 0;
    static final int IN_LINE = 1;
    static final int RUNNING = 2;
    static final int FINISHED = 3;
    static final int WITHDRAWN = 4;
    /** The worker that handles the record before it in its chain goes on with it. */
    static final int FOLLOWING = 5;

    /** No expiry, or no not-before time. */
    static final long NEVER = Long.MAX_VALUE;

    /** What a record occupies beyond its key and value, roughly, in bytes. */
    static final int OVERHEAD = 64;

    private static final VarHandle CLAIM;

    static {
        try {
            CLAIM = MethodHandles.lookup().findVarHandle(Flight.class, "claim", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final ConsumerRecord<byte[], byte[]> raw;
    final Lane lane;
    final long fetchedAt;

    Phase phase = Phase.FETCHED;

    @Nullable
    KeyBytes key;

    @Nullable
    Flight behind;
    /** Under which it is known as the newest of its key, where only the newest counts. */
    @Nullable
    KeyBytes newestOf;
    /** Wall-clock ms; {@link Long#MIN_VALUE} when it may start at once. */
    long notBefore = Long.MIN_VALUE;
    /** Wall-clock ms. */
    long expiresAt = NEVER;
    /** The next of its chain, with which the worker goes on after it; written before it is put in line. */
    @Nullable
    Flight follower;
    /** Whether it is to be started, or was, by the worker of the record before it, without waiting for a slot. */
    boolean follows;
    /** Whether its worker went on with {@code follower}; written by the worker before it is finished. */
    boolean goesOn;
    /** When it became startable but for a slot; {@link #NEVER} for one that follows, for it finds its slot free when its time comes. */
    long readyAt;
    /** When the lane had come to it and it was ready, or in line: from then on its wait is its own. */
    long joinedAt;
    /** Whether the functions that say when it may start have failed, and have to be asked again. */
    boolean timesUnknown;
    /** When its timer rings; immutable while it is in the timer. */
    long dueAt;

    int attempts;
    /** A newer record of its key came while it was being handled, where only the newest counts: it is not tried again. */
    boolean superseded;
    /** Whether it stands for a slot of its own: all do, but for a batch only the first. */
    boolean leads = true;

    @Nullable
    Recorder recorder;

    long startedAt;
    long finishedAt;

    @Nullable
    Outcome outcome;

    @Nullable
    Holding holding;

    @Nullable
    Delivery<?, ?> read;

    @Nullable
    Throwable unreadable;

    @SuppressWarnings("unused") // through CLAIM
    private volatile int claim;

    Flight(ConsumerRecord<byte[], byte[]> raw, Lane lane, long now) {
        this.raw = raw;
        this.lane = lane;
        this.fetchedAt = now;
        this.readyAt = now;
    }

    @Override
    @Nullable
    Entry next() {
        return follower;
    }

    long offset() {
        return raw.offset();
    }

    /** Of one that was started: when it came to the gate. */
    long arrivedAt() {
        return readyAt == NEVER ? startedAt : readyAt;
    }

    /** Of one that was started: since when it was in line, or ready to be. */
    long joinedLineAt() {
        return readyAt == NEVER ? startedAt : joinedAt;
    }

    int bytes() {
        return Math.max(0, raw.serializedKeySize()) + Math.max(0, raw.serializedValueSize()) + OVERHEAD;
    }

    /** Whether its time is over; asks the clock only of a record that has one. */
    boolean expired(Clock clock) {
        return expiresAt != NEVER && expiresAt <= clock.millis();
    }

    /** The owner: about to be put in line. */
    void putInLine() {
        CLAIM.setRelease(this, IN_LINE);
    }

    /** The owner: about to be put in line behind another one of its chain, with which a worker comes to it. */
    void putBehind() {
        CLAIM.setRelease(this, FOLLOWING);
    }

    /** A worker: starts it, unless it was withdrawn. */
    boolean start(long now) {
        startedAt = now;
        int waiting = claim();
        return isWaiting(waiting) && CLAIM.compareAndSet(this, waiting, RUNNING);
    }

    /** A worker: has finished it; what it wrote before is visible to whoever sees this. */
    void finish(Outcome outcome, long now) {
        this.outcome = outcome;
        finishedAt = now;
        CLAIM.setRelease(this, FINISHED);
    }

    /** The owner: takes it back from the line, unless a worker has started it. */
    boolean withdraw() {
        int waiting = claim();
        return isWaiting(waiting) && CLAIM.compareAndSet(this, waiting, WITHDRAWN);
    }

    private static boolean isWaiting(int claim) {
        return claim == IN_LINE || claim == FOLLOWING;
    }

    int claim() {
        return (int) CLAIM.getAcquire(this);
    }

    @Override
    public String toString() {
        return raw.topic() + "-" + raw.partition() + "@" + raw.offset();
    }
}
