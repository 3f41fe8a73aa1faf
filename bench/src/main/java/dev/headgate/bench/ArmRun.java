package dev.headgate.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches one arm from its first record to the end of its measured part, then lets it go on to the end of the topic.
 * Everything is seen from outside, by looking at the ledger every 50 ms, so an arm's own path holds no measuring beyond
 * the ledger. Used by one thread, which it blocks.
 */
final class ArmRun {
    private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();
    private static final long FIRST_RECORD_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long STALL_NANOS = Duration.ofSeconds(3).toNanos();

    private final ArmTask task;
    private final Ledger ledger;
    private final HeapWatch heap = new HeapWatch();
    private final List<Sample> samples = new ArrayList<>();
    private boolean stalled;

    ArmRun(ArmTask task, Ledger ledger) {
        this.task = task;
        this.ledger = ledger;
    }

    /**
     * Blocks until the measured part has ended.
     *
     * @throws IllegalStateException if no record was handled within 30 s
     */
    Measurement measure() throws IOException {
        long begun = System.nanoTime();
        while (ledger.handled() == 0) {
            if (System.nanoTime() - begun > FIRST_RECORD_NANOS) {
                throw new IllegalStateException("No record was handled within 30 s.");
            }
            LockSupport.parkNanos(LOOK_NANOS / 50);
        }
        long warmUp = task.warmUpMillis() * 1_000_000;
        long limit = System.nanoTime() + warmUp + task.windowMillis() * 1_000_000;
        Progress progress = new Progress();
        do {
            look();
            LockSupport.parkNanos(LOOK_NANOS);
            stalled = progress.stalled();
        } while (ledger.handled() < task.target() && System.nanoTime() < limit && !stalled);
        look();
        return Measurement.of(
                samples, task.target(), warmUp, Runtime.getRuntime().availableProcessors());
    }

    /** Blocks while the arm reads on: to the end of the topic, to a standstill or for as long as the task allows. */
    void drain() {
        long limit = System.nanoTime() + task.drainMillis() * 1_000_000;
        Progress progress = new Progress();
        while (!stalled && !ledger.complete() && System.nanoTime() < limit) {
            LockSupport.parkNanos(LOOK_NANOS);
            stalled = progress.stalled();
        }
    }

    /** Whether the arm came to a standstill with records left. */
    boolean stalled() {
        return stalled;
    }

    double heapMiB() {
        return heap.mostMiB();
    }

    private void look() throws IOException {
        heap.look();
        double cpu = ProcessCpu.self();
        double broker = ProcessCpu.of(task.brokerPid());
        double machine = ProcessCpu.machine();
        long handled = ledger.handled();
        samples.add(new Sample(System.nanoTime(), handled, cpu, broker, machine));
    }

    /** Whether the count has moved within the last 3 s. */
    private final class Progress {
        private long count = ledger.handled();
        private long since = System.nanoTime();

        boolean stalled() {
            long now = System.nanoTime();
            long handled = ledger.handled();
            if (handled != count) {
                count = handled;
                since = now;
            }
            return now - since > STALL_NANOS;
        }
    }
}
