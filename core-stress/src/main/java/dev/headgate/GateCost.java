package dev.headgate;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** What entering and leaving a gate with free slots costs, beside a bare semaphore with two readings of the clock. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class GateCost {

    private final Semaphore semaphore = new Semaphore(100);
    private final Gate gate = Gate.named("measured").capacity(100).open();
    private final Gate inner = Gate.named("inner").capacity(100).open();

    /** The yardstick: what anybody pays who limits and times at all. */
    @Benchmark
    public long semaphoreAndClock() throws InterruptedException {
        semaphore.acquire();
        long entered = System.nanoTime();
        semaphore.release();
        return System.nanoTime() - entered;
    }

    /** Enter and leave. */
    @Benchmark
    public Pass gate() throws InterruptedException {
        Pass pass = gate.enter();
        pass.close();
        return pass;
    }

    /** Two gates, one inside the other: two enters, two leaves, and the booking of the inside. */
    @Benchmark
    public Pass gateInGate() throws InterruptedException {
        try (Pass outer = gate.enter();
                Pass pass = inner.enter()) {
            return pass;
        }
    }

    /** The yardstick with two threads at it. */
    @Benchmark
    @Threads(2)
    public long semaphoreAndClockBy2() throws InterruptedException {
        return semaphoreAndClock();
    }

    /** Two threads at one gate. */
    @Benchmark
    @Threads(2)
    public Pass gateBy2() throws InterruptedException {
        return gate();
    }
}
