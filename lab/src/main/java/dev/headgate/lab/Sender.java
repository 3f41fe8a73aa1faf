package dev.headgate.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Sends records as the traffic has it, each on a virtual thread. */
final class Sender implements AutoCloseable {

    /** Does one record, on the calling thread. */
    @FunctionalInterface
    interface Record {
        void run(long arrivedNanos) throws InterruptedException;
    }

    private final Traffic traffic;
    private final Record record;
    private final SplittableRandom random;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();
    /** Of records that came by themselves. */
    private final java.util.Set<Thread> visitors = ConcurrentHashMap.newKeySet();

    Sender(Traffic traffic, long seed, Record record) {
        this.traffic = traffic;
        this.record = record;
        this.random = new SplittableRandom(seed);
    }

    void start() {
        switch (traffic) {
            case Traffic.Users users -> users(users.number(), user -> 0);
            case Traffic.Backlog backlog -> users(backlog.standing(), user -> 0);
            case Traffic.Tide tide -> users(tide.many(), user -> pause(tide, user));
            case Traffic.Arrivals arrivals -> thread(() -> arrive(arrivals.perSecond()));
        }
    }

    /** How long a user pauses now, in ns. */
    @FunctionalInterface
    private interface Pause {
        long nanos(int user);
    }

    private void users(int number, Pause pause) {
        for (int i = 0; i < number; i++) {
            int user = i;
            thread(() -> {
                while (!ended.get()) {
                    for (long wait = pause.nanos(user); wait > 0 && !ended.get(); wait = pause.nanos(user)) {
                        LockSupport.parkNanos(wait);
                    }
                    record.run(System.nanoTime());
                }
            });
        }
    }

    /** The last part of each period belongs to the few. */
    private static long pause(Traffic.Tide tide, int user) {
        long period = (long) (tide.periodSeconds() * 1e9);
        long into = Math.floorMod(System.nanoTime(), period);
        return user >= tide.few() && into > period * (1 - tide.shareFew()) ? period - into : 0;
    }

    private void arrive(double perSecond) {
        long due = System.nanoTime();
        while (!ended.get()) {
            due += (long) (random.nextExponential() * 1e9 / perSecond);
            for (long left = due - System.nanoTime(); left > 0 && !ended.get(); left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            long arrived = due;
            Thread visitor = Thread.ofVirtual().unstarted(() -> visit(arrived));
            visitors.add(visitor);
            visitor.start();
        }
    }

    private void visit(long arrived) {
        try {
            record.run(arrived);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            visitors.remove(Thread.currentThread());
        }
    }

    private interface Task {
        void run() throws InterruptedException;
    }

    private void thread(Task task) {
        threads.add(Thread.ofVirtual().start(() -> {
            try {
                task.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    /** Ends everybody, whether they wait, work, or are stuck; returns when all have ended. */
    @Override
    public void close() {
        ended.set(true);
        boolean interrupted = false;
        Consumer<Thread> interrupt = Thread::interrupt;
        threads.forEach(interrupt);
        visitors.forEach(interrupt);
        List<Thread> all = new ArrayList<>(threads);
        all.addAll(visitors);
        for (Thread thread : all) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
