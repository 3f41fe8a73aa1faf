package dev.headgate;

import java.util.Map;
import java.util.TreeMap;
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
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** What entering and leaving a gate with free slots costs, beside a bare semaphore with two readings of the clock. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class GateCost {

    /** The most that a gate may cost, in yardsticks. */
    private static final double MOST = 3;

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

    /** Runs the two that the target compares, and then the others; ends with 1 when the target is missed. */
    public static void main(String[] args) throws RunnerException {
        // Not by JMH's command line, whose parser is of another version than the one that jcstress needs.
        Options options =
                new OptionsBuilder().include(GateCost.class.getName() + "\\..*").build();
        Map<String, Double> nanos = new TreeMap<>();
        for (RunResult result : new Runner(options).run()) {
            String benchmark = result.getParams().getBenchmark();
            nanos.put(
                    benchmark.substring(benchmark.lastIndexOf('.') + 1),
                    result.getPrimaryResult().getScore());
        }
        double yardstick = nanos.getOrDefault("semaphoreAndClock", Double.NaN);
        double ratio = nanos.getOrDefault("gate", Double.NaN) / yardstick;
        System.out.printf("%nns for one enter and leave, and in yardsticks (semaphoreAndClock)%n");
        nanos.forEach((name, cost) -> System.out.printf("  %-22s %8.1f %6.2f%n", name, cost, cost / yardstick));
        System.out.printf("gate: %.2f yardsticks; the target is at most %.0f%n", ratio, MOST);
        System.exit(ratio <= MOST ? 0 : 1);
    }
}
