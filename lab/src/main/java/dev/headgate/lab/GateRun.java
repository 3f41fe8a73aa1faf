package dev.headgate.lab;

import dev.headgate.Gate;
import dev.headgate.Holding;
import dev.headgate.Insides;
import dev.headgate.Itineraries;
import dev.headgate.Recorder;
import dev.headgate.doctor.Cpu;
import dev.headgate.doctor.Load;
import dev.headgate.doctor.Observation;
import dev.headgate.doctor.Watch;
import dev.headgate.doctor.WatchBuilder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** One arm of a small incident while it runs. One thread makes it, asks {@link #seen} and closes it. */
final class GateRun implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMillis(100);
    private static final int LIVES = 2_000;
    private static final long MOST_MICROS = Duration.ofMinutes(10).toNanos() / 1_000;

    private final GateTrouble trouble;
    private final Arm arm;
    private final Pace pace;
    private final Map<String, Gate> gates = new LinkedHashMap<>();
    private final Site site;
    private final Insides records = new Insides();
    private final Itineraries lives;
    private final Object livesLock = new Object(); // Records of many threads are offered to one sample.
    private final Sender sender;
    private final LongAdder ended = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final ConcurrentHistogram micros = new ConcurrentHistogram(MOST_MICROS, 3);

    GateRun(GateTrouble trouble, Arm arm, Pace pace) {
        this.trouble = trouble;
        this.arm = arm;
        this.pace = pace;
        trouble.gates()
                .forEach((name, slots) -> gates.put(
                        name,
                        Gate.named(name)
                                .capacity(arm.capacities().getOrDefault(name, slots))
                                .open()));
        this.site = new Site(gates, new Clockwork(trouble.seed()), arm);
        this.lives = new Itineraries(LIVES, trouble.seed());
        this.sender = new Sender(trouble.traffic(), trouble.seed(), this::one);
    }

    /** Starts the traffic, warms up, watches and measures. Blocks for some seconds. */
    Seen seen() throws InterruptedException {
        sender.start();
        Thread.sleep(pace.warmUp());
        synchronized (livesLock) {
            lives.reset();
        }
        Cpu cpu = Cpu.ofProcess();
        try (Watch watch = watch(cpu)) {
            micros.reset();
            long before = ended.sum();
            long failedBefore = failed.sum();
            Cpu.Read cpuBefore = cpu.read();
            long from = System.nanoTime();
            Thread.sleep(pace.measured());
            Observation observation = watch.observation();
            double seconds = (System.nanoTime() - from) / 1e9;
            long count = ended.sum() - before;
            Cpu.Read cpuAfter = cpu.read();
            return new Seen(
                    figures(count, failed.sum() - failedBefore, seconds, cpuBefore, cpuAfter), observation, Map.of());
        }
    }

    private Watch watch(Cpu cpu) {
        WatchBuilder builder = Watch.over(List.copyOf(gates.values()))
                .itineraries(lives)
                .cpu(cpu)
                .serial(trouble.serial().toArray(new String[0]))
                .every(EVERY);
        Load told = trouble.told();
        return (told == null ? builder : builder.load(told)).open();
    }

    private Figures figures(long count, long errors, double seconds, Cpu.Read before, Cpu.Read after) {
        Histogram seen = micros.copy();
        double cpuSeconds = (after.processNanos() - before.processNanos()) / 1e9;
        return new Figures(
                count / seconds,
                count,
                seen.getValueAtPercentile(50) / 1e3,
                seen.getValueAtPercentile(99) / 1e3,
                count + errors == 0 ? 0 : (double) errors / (count + errors),
                null,
                0,
                cpuSeconds / seconds / after.cores(),
                Machine.others(before, after, seconds));
    }

    private void one(long arrived) throws InterruptedException {
        Holding holding = records.holding();
        Recorder recorder;
        synchronized (livesLock) {
            recorder = lives.offer(trouble.name(), arrived);
        }
        holding.itinerary(recorder);
        Holding previous = holding.bind();
        try {
            if (recorder != null) {
                recorder.attempt();
            }
            trouble.work().live(site);
            long now = System.nanoTime();
            micros.recordValue(Math.min(MOST_MICROS, (now - arrived) / 1_000));
            ended.increment();
            if (recorder != null) {
                recorder.finish("done", now);
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            failed.increment();
        } finally {
            holding.unbind(previous);
        }
    }

    @Override
    public void close() {
        sender.close();
    }
}
