package dev.headgate;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A {@link ThreadPoolExecutor} shown as a gate, exactly: a task waits from its submission to its start, and holds a thread until it ends.
 *
 * <p>Use this instead of the pool wherever tasks are submitted. Only what is submitted through it is counted, with the same exact
 * integrals that a {@link Gate} keeps; gates that a task enters are booked as inside the pool, and the pool as inside the gate whose holder
 * submitted the task. Where the code that submits cannot be changed, {@link SampledGate#executor} samples the pool instead.
 *
 * <p>The capacity shown is the number of threads at which tasks begin to wait: the core size when the queue has no bound, for then the pool
 * never grows beyond it, whatever its maximum says; else the maximum.
 *
 * <p>Safe for use by any thread. It costs two objects and three short locks a task. A rejected task counts as a cancelled wait. A pool whose
 * policy drops tasks silently leaves waiters in these books that never enter: use a policy that throws.
 */
public final class ObservedExecutor extends AbstractExecutorService implements GateView {

    private final ThreadPoolExecutor pool;
    private final Books books;

    /** As the other constructor, with the machine's clock. */
    public ObservedExecutor(String name, ThreadPoolExecutor pool) {
        this(name, pool, Clock.system());
    }

    /**
     * Shows {@code pool} under {@code name}. Does not change the pool.
     *
     * @param clock the one of the gates around and inside it
     * @throws IllegalArgumentException when {@code name} is blank
     */
    public ObservedExecutor(String name, ThreadPoolExecutor pool, Clock clock) {
        this.pool = Objects.requireNonNull(pool, "pool");
        this.books = new Books(name, Objects.requireNonNull(clock, "clock"));
    }

    /**
     * Submits a task to the pool.
     *
     * @throws RejectedExecutionException when the pool rejects it
     */
    @Override
    public void execute(Runnable task) {
        Task counted = new Task(Objects.requireNonNull(task, "task"), books.seat());
        books.arrive(counted.seat);
        try {
            pool.execute(counted);
        } catch (RejectedExecutionException e) {
            books.cancel(counted.seat);
            throw e;
        }
    }

    @Override
    public String name() {
        return books.name();
    }

    /** One consistent read. O(inner gates). */
    @Override
    public GateStats stats() {
        return books.stats(threads(pool));
    }

    /**
     * Changes the number of threads at which tasks begin to wait, at once when it grows, as tasks end when it shrinks.
     *
     * @throws IllegalArgumentException when {@code threads} is below 1
     */
    public void resize(int threads) {
        GateBuilder.checkCapacity(name(), threads);
        // Neither may be out of order with the other at any time.
        if (threads > pool.getMaximumPoolSize()) {
            pool.setMaximumPoolSize(threads);
            pool.setCorePoolSize(threads);
        } else {
            pool.setCorePoolSize(threads);
            pool.setMaximumPoolSize(threads);
        }
    }

    /** The number of threads at which the pool's tasks begin to wait, at least 1. */
    static int threads(ThreadPoolExecutor pool) {
        boolean unbounded = pool.getQueue().remainingCapacity() > Integer.MAX_VALUE / 2;
        return Math.max(1, unbounded ? pool.getCorePoolSize() : pool.getMaximumPoolSize());
    }

    @Override
    public void shutdown() {
        pool.shutdown();
    }

    /** Stops the pool at once; tasks that had not begun count as cancelled waits. */
    @Override
    public List<Runnable> shutdownNow() {
        return pool.shutdownNow().stream().map(this::withdrawn).toList();
    }

    @Override
    public boolean isShutdown() {
        return pool.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return pool.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return pool.awaitTermination(timeout, unit);
    }

    private Runnable withdrawn(Runnable queued) {
        if (queued instanceof Task task) {
            books.cancel(task.seat);
            return task.work;
        }
        return queued;
    }

    /** Books what a task does; run once, by a thread of the pool. */
    private final class Task implements Runnable {
        private final Runnable work;
        private final Seat seat;

        Task(Runnable work, Seat seat) {
            this.work = work;
            this.seat = seat;
        }

        @Override
        public void run() {
            books.enter(seat);
            Holding previous = seat.holding.bind();
            try {
                work.run();
            } finally {
                seat.holding.unbind(previous);
                var unused = books.leave(seat);
            }
        }
    }
}
