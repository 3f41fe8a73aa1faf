package dev.headgate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** Threads of a test, all joined at its end: whoever is still stuck then fails it. */
final class Crew implements AutoCloseable {

    interface Task {
        void run() throws Exception;
    }

    private final List<Thread> threads = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    Thread start(Task task) {
        return start(Thread.ofVirtual(), task);
    }

    Thread startPlatform(Task task) {
        return start(Thread.ofPlatform().daemon(), task);
    }

    private Thread start(Thread.Builder kind, Task task) {
        Thread thread = kind.unstarted(() -> run(task));
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** Returns when {@code gate} has that many waiters: the way to know that a thread has come to it. */
    static void untilWaiting(Gate gate, int waiters) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> gate.stats().waiting() == waiters);
    }

    @Override
    public void close() throws InterruptedException {
        for (Thread thread : threads) {
            if (!thread.join(Duration.ofSeconds(30))) {
                throw new AssertionError(thread + " is stuck");
            }
        }
        synchronized (failures) {
            failures.forEach(failure -> {
                throw new AssertionError("A thread of the test failed", failure);
            });
        }
    }

    private void run(Task task) {
        try {
            task.run();
        } catch (Throwable failure) {
            synchronized (failures) {
                failures.add(failure);
            }
        }
    }
}
