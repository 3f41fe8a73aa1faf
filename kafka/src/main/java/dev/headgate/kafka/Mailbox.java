package dev.headgate.kafka;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How other threads talk to the owner: a Treiber stack (R. K. Treiber, Systems Programming: Coping with Parallelism,
 * IBM RJ 5118, 1986) that the owner empties whole, and the owner's sleep.
 *
 * <p>{@code newest} is pushed with compare-and-set and taken with get-and-set; as it is only ever taken whole, there is no
 * ABA problem. {@code sleep} is written by the owner before it looks at the stack for the last time, and read by posters
 * after they have pushed: both are sequentially consistent accesses, so either the owner sees the message or the poster
 * sees the sleep.
 */
final class Mailbox {
    /** The owner is at work and will look at the stack by itself. */
    static final int AWAKE = 0;
    /** The owner sleeps; only what is urgent wakes it, or many messages. */
    static final int DOZING = 1;
    /** The owner sleeps and has records to hand out: a crew that runs low wakes it too. */
    static final int STOCKED = 2;
    /** The owner is inside a poll that waits; waking it takes more than an unpark. */
    static final int POLLING = 3;
    /** The same, and a completion may let a lane fetch again: any message wakes the owner. */
    static final int POLLING_FULL = 4;

    /** How soon the owner has to hear of a message. */
    enum Urgency {
        /** In its next turn, whenever that is. */
        WHENEVER,
        /** At once if it sleeps with records at hand, for one of them may wait for this. */
        SOON,
        /** At once, even if it waits inside a poll. */
        NOW
    }

    private static final int MANY = 256;
    private static final VarHandle NEWEST;
    private static final VarHandle SLEEP;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NEWEST = lookup.findVarHandle(Mailbox.class, "newest", Message.class);
            SLEEP = lookup.findVarHandle(Mailbox.class, "sleep", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Message newest;
    private volatile int sleep;
    private volatile @Nullable Thread owner;
    private volatile Runnable interruptPoll = () -> {};

    /** Called once, on the owner's thread, before it sleeps for the first time. */
    void ownedBy(Thread owner, Runnable interruptPoll) {
        this.interruptPoll = interruptPoll;
        this.owner = owner;
    }

    /** Any thread. Wakes the owner if it sleeps and the message is urgent enough, or the stack has grown high. */
    void post(Message message, Urgency urgency) {
        Message before;
        int depth;
        do {
            before = newest;
            message.earlier = before;
            depth = before == null ? 1 : before.depth + 1;
            message.depth = depth;
        } while (!NEWEST.weakCompareAndSet(this, before, message));
        int how = sleep;
        if (how != AWAKE && (urgency != Urgency.WHENEVER || depth >= MANY || how == POLLING_FULL)) {
            wake(urgency == Urgency.NOW || how == POLLING_FULL);
        }
    }

    /** Any thread: the crew is running out of records. */
    void runningLow() {
        if (sleep == STOCKED) {
            wake(false);
        }
    }

    /** Where the owner's thread is; empty before it has started. */
    StackTraceElement[] ownersTrace() {
        Thread thread = owner;
        return thread == null ? new StackTraceElement[0] : thread.getStackTrace();
    }

    /** The owner: all messages, newest first; null if there are none. */
    @Nullable
    Message take() {
        return newest == null ? null : (Message) NEWEST.getAndSet(this, (Message) null);
    }

    boolean isEmpty() {
        return newest == null;
    }

    /** The owner: sleeps for at most so long, unless there is a message or one arrives that wakes it. */
    void sleep(int how, long nanos) {
        sleep = how;
        if (newest == null) {
            LockSupport.parkNanos(this, nanos);
        }
        sleep = AWAKE;
    }

    /**
     * The owner: about to wait inside poll. False if there is a message, and then it must not wait.
     *
     * @param full whether a completion may let a lane fetch again
     */
    boolean beginPoll(boolean full) {
        sleep = full ? POLLING_FULL : POLLING;
        if (newest != null) {
            sleep = AWAKE;
            return false;
        }
        return true;
    }

    void endPoll() {
        sleep = AWAKE;
    }

    private void wake(boolean evenPolling) {
        int how = sleep;
        if (how == AWAKE || (how == POLLING && !evenPolling) || !SLEEP.compareAndSet(this, how, AWAKE)) {
            return;
        }
        if (how == POLLING || how == POLLING_FULL) {
            interruptPoll.run();
        } else {
            LockSupport.unpark(owner);
        }
    }
}
