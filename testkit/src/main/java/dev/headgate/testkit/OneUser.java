package dev.headgate.testkit;

import java.util.ConcurrentModificationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets one thread in at a time, as deep as it likes: it may come in again from a listener or a callback. Thread-safe. */
final class OneUser {

    private final Consumer<RuntimeException> faults;
    private @Nullable Thread user;
    private int depth;

    /** {@code faults} gets what a second thread is thrown, on that thread. */
    OneUser(Consumer<RuntimeException> faults) {
        this.faults = faults;
    }

    /**
     * @throws IllegalStateException if {@code closed}
     * @throws ConcurrentModificationException if another thread is in
     */
    void enter(boolean closed) {
        if (closed) {
            throw new IllegalStateException("This consumer has already been closed.");
        }
        ConcurrentModificationException fault = tryEnter();
        if (fault != null) {
            faults.accept(fault);
            throw fault;
        }
    }

    synchronized void exit() {
        if (--depth == 0) {
            user = null;
        }
    }

    private synchronized @Nullable ConcurrentModificationException tryEnter() {
        Thread current = Thread.currentThread();
        if (user != null && user != current) {
            return new ConcurrentModificationException("Consumer is not safe for multi-threaded access: "
                    + user.getName() + " is in it, and " + current.getName() + " came in");
        }
        user = current;
        depth++;
        return null;
    }
}
