package dev.headgate.kafka;

import dev.headgate.Holding;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a stage's completion and the worker that got the stage meet: of the two, the later one disposes of the slot. A stage that
 * completes while the worker is still registering with it leaves the slot to the worker; otherwise the worker leaves it to the
 * stage. A stage that completes twice is heard once.
 */
final class Hand implements BiConsumer<@Nullable Object, @Nullable Throwable> {
    private static final int NEITHER = 0;
    private static final int COMPLETED = 1;
    private static final int LEFT = 2;
    private static final VarHandle STATE;
    private static final VarHandle HEARD;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Hand.class, "state", int.class);
            HEARD = MethodHandles.lookup().findVarHandle(Hand.class, "heard", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What becomes of the attempt and of the slot. */
    interface Attempting {
        /** Any thread: the attempt has ended. */
        void finishAsync(Flight flight, @Nullable Object result, @Nullable Throwable failure);

        /** Any thread: the worker has gone on without the slot, which is free now. */
        void slotBack(@Nullable Holding holding);
    }

    private final Attempting attempts;
    private final Flight flight;

    @SuppressWarnings("unused") // through STATE
    private volatile int state;

    @SuppressWarnings("unused") // through HEARD
    private volatile boolean heard;

    Hand(Attempting attempts, Flight flight) {
        this.attempts = attempts;
        this.flight = flight;
    }

    @Override
    public void accept(@Nullable Object result, @Nullable Throwable failure) {
        if (!HEARD.compareAndSet(this, false, true)) {
            return;
        }
        Holding holding = flight.holding;
        attempts.finishAsync(flight, result, failure);
        if (!STATE.compareAndSet(this, NEITHER, COMPLETED)) {
            attempts.slotBack(holding);
        }
    }

    /** The worker, once registered: true if the stage has completed and the slot is the worker's to go on with. */
    boolean finishedOnCallersThread() {
        return !STATE.compareAndSet(this, NEITHER, LEFT);
    }
}
