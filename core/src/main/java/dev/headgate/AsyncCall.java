package dev.headgate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One async call through a gate: waits in its line without a thread, then holds the slot until the stage ends.
 *
 * <p>{@link #run} is called once, when the slot is there: by the caller if that is at once, else on a virtual thread of
 * its own. It is never run by the thread that gave the slot back: that may be a network thread, must not run somebody
 * else's code, and would go one stack frame deeper with each waiter whose stage is complete already.
 */
final class AsyncCall<T extends @Nullable Object> implements Runnable {

    private final Gate gate;
    private final Supplier<? extends CompletionStage<T>> work;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final Pass pass;

    AsyncCall(Gate gate, Supplier<? extends CompletionStage<T>> work) {
        this.gate = gate;
        this.work = work;
        this.pass = new Pass(gate, Holding.current(), (Runnable) this);
    }

    CompletableFuture<T> begin() {
        if (gate.arrive(pass, true)) {
            run();
        } else {
            // However the future ended, by cancellation, timeout or hand: who still waits has no business in the line.
            var unused = result.whenComplete((value, failure) -> gate.cancel(pass));
        }
        return result;
    }

    @Override
    public void run() {
        if (result.isDone()) {
            pass.close();
            return;
        }
        Holding previous = pass.holding.bind();
        try {
            CompletionStage<T> stage = work.get();
            if (stage == null) {
                throw new NullPointerException("The supplier called at gate '" + gate.name() + "' returned null instead"
                        + " of a stage: return a completed one, such as CompletableFuture.completedFuture(null)");
            }
            var unused = stage.whenComplete(this::end);
        } catch (Throwable failure) {
            pass.close();
            result.completeExceptionally(failure);
        } finally {
            pass.holding.unbind(previous);
        }
    }

    /** Gives the slot back before anybody sees the result, so that who sees it finds the slot free. */
    private void end(@Nullable T value, @Nullable Throwable failure) {
        pass.close();
        if (failure == null) {
            complete(value);
        } else {
            result.completeExceptionally(failure);
        }
    }

    @SuppressWarnings("NullAway") // A stage without a failure has a value of T, which may itself be nullable.
    private void complete(@Nullable T value) {
        result.complete(value);
    }
}
