package dev.headgate.testkit;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Gauges never go below zero, whenever they are looked at.
 *
 * <p>Safe for use by any thread. Give it the gauges, then {@link #sample} at chosen moments or {@link #sampleEvery} in the background.
 */
public final class NeverNegative implements Checker {

    private final Findings findings = new Findings("Gauges never negative");
    private final Map<String, Supplier<Map<String, Double>>> sources = new LinkedHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private long samples;

    /** Watches one gauge. NaN counts as absent, as Micrometer has it. */
    public NeverNegative watch(String name, DoubleSupplier gauge) {
        return watchAll(name, () -> Map.of("", gauge.getAsDouble()));
    }

    /** Watches gauges that come and go; the supplier is asked for all of them at every sample. */
    public NeverNegative watchAll(String name, Supplier<Map<String, Double>> gauges) {
        lock.lock();
        try {
            sources.put(name, gauges);
            return this;
        } finally {
            lock.unlock();
        }
    }

    /** Reads every gauge once, on this thread. */
    public void sample() {
        lock.lock();
        try {
            samples++;
            sources.forEach((name, source) -> source.get().forEach((gauge, value) -> {
                if (value < 0) {
                    findings.add(name + gauge + " = " + value + " in sample " + samples);
                }
            }));
        } finally {
            lock.unlock();
        }
    }

    /** Reads every gauge again and again on a thread of its own, until the answer is closed. */
    public Sampling sampleEvery(Duration pause) {
        Thread thread = new Thread(
                () -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        sample();
                        LockSupport.parkNanos(pause.toNanos());
                    }
                },
                "never-negative");
        thread.setDaemon(true);
        thread.start();
        return () -> {
            thread.interrupt();
            try {
                thread.join(10_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    /** How often all gauges were read. */
    public long samples() {
        lock.lock();
        try {
            return samples;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Findings findings() {
        lock.lock();
        try {
            return findings;
        } finally {
            lock.unlock();
        }
    }

    /** A sampling that goes on until it is closed. */
    public interface Sampling extends AutoCloseable {
        @Override
        void close();
    }
}
