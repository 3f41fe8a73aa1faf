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
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** What entering and leaving a gate with free slots costs, beside a bare semaphore with two readings of the clock. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 20, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 2, jvmArgsAppend = "-Xbatch")
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

    /**
     * Runs all, prints ns and yardsticks, and ends with 1 when the target is missed. Compared are the least disturbed of
     * many short iterations: on a machine that others use too, the means say more about the others.
     */
    public static void main(String[] args) throws RunnerException {
        // Not by JMH's command line, whose parser is of another version than the one that jcstress needs.
        Options options = new OptionsBuilder()
                .include(GateCost.class.getName() + "\\..*")
                .verbosity(VerboseMode.SILENT)
                .build();
        Map<String, Statistics> measured = new TreeMap<>();
        for (RunResult result : new Runner(options).run()) {
            String benchmark = result.getParams().getBenchmark();
            measured.put(
                    benchmark.substring(benchmark.lastIndexOf('.') + 1),
                    result.getPrimaryResult().getStatistics());
        }
        double yardstick = least(measured, "semaphoreAndClock");
        double ratio = least(measured, "gate") / yardstick;
        System.out.println(
                "one enter and leave             least ns  median ns  least in yardsticks (semaphoreAndClock)");
        measured.forEach((name, nanos) -> System.out.printf(
                "  %-28s %9.1f %10.1f %8.2f%n",
                name, nanos.getMin(), nanos.getPercentile(50), nanos.getMin() / yardstick));
        System.out.printf("gate: %.2f yardsticks; the target is at most %.0f%n", ratio, MOST);
        System.exit(ratio <= MOST ? 0 : 1);
    }

    private static double least(Map<String, Statistics> measured, String name) {
        Statistics nanos = measured.get(name);
        return nanos == null ? Double.NaN : nanos.getMin();
    }
}
