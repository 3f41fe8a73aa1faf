package dev.headgate.micrometer;

import dev.headgate.Clock;
import dev.headgate.Levels;
import dev.headgate.SampledGate;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Shows a foreign pool as a gate by the meters that it has in a Micrometer registry: a connection pool, a scheduler, an operator of a
 * reactive pipeline whose team counts what is in it.
 *
 * <pre>{@code
 * GateView sql = MeterGate.hikari(registry, "orders", Clock.system());
 * GateView inFlight = MeterGate.named("in-flight", registry)
 *         .capacity(256).inUse("pipeline.in.flight").holds("pipeline.record").open(Clock.system()).around(pool);
 * }</pre>
 *
 * <p>The gate samples: see {@link SampledGate} for what that means. Meters of one name and the tags asked for are summed; a meter that is not
 * there yet counts as 0, so the gate may be opened before the pool has done anything. Each read looks the meters up: O(meters of the
 * registry).
 *
 * <p>The builder is not safe for use by several threads; the gate that it opens is.
 */
public final class MeterGate {
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private final MeterRegistry registry;
    private DoubleSupplier capacity = () -> Integer.MAX_VALUE;
    private DoubleSupplier inUse = () -> 0;
    private DoubleSupplier waiting = () -> 0;
    private DoubleSupplier exits = () -> 0;
    private @Nullable DoubleSupplier waitNanos;
    private @Nullable DoubleSupplier holdNanos;

    private MeterGate(String name, MeterRegistry registry) {
        this.name = name;
        this.registry = Objects.requireNonNull(registry, "registry");
    }

    /** Begins a gate; what is not told of it counts as: no bound, never in use, never waited for. */
    public static MeterGate named(String name, MeterRegistry registry) {
        return new MeterGate(name, registry);
    }

    /**
     * A HikariCP pool, by the meters that Hikari registers itself once its configuration has the registry. Hikari refreshes its
     * gauges once a second and truncates holds to the millisecond; waits that timed out count as waits.
     *
     * @param pool the pool's name, the tag {@code pool} of its meters and the name of the gate
     */
    public static SampledGate hikari(MeterRegistry registry, String pool, Clock clock) {
        Tags tags = Tags.of("pool", pool);
        return named(pool, registry)
                .capacity("hikaricp.connections.max", tags)
                .inUse("hikaricp.connections.active", tags)
                .waiting("hikaricp.connections.pending", tags)
                .holds("hikaricp.connections.usage", tags)
                .waits("hikaricp.connections.acquire", tags)
                .open(clock);
    }

    /**
     * A Reactor scheduler wrapped by {@code Micrometer.timedScheduler(scheduler, registry, prefix)} of reactor-core-micrometer.
     *
     * @param prefix as given there; also the gate's name
     * @param threads the scheduler's threads, which its meters do not tell
     */
    public static SampledGate timedScheduler(MeterRegistry registry, String prefix, int threads, Clock clock) {
        return named(prefix, registry)
                .capacity(threads)
                .inUse(prefix + ".scheduler.tasks.active")
                .waiting(prefix + ".scheduler.tasks.pending")
                .holds(prefix + ".scheduler.tasks.completed")
                .open(clock);
    }

    /** Slots that the meters do not tell, at least 1. */
    public MeterGate capacity(int slots) {
        if (slots < 1) {
            throw new IllegalArgumentException("Gate '" + name + "' needs a capacity of at least 1, not " + slots);
        }
        this.capacity = () -> slots;
        return this;
    }

    /** The gauge that tells the slots. */
    public MeterGate capacity(String gauge, Tags tags) {
        this.capacity = () -> sum(gauge, tags, MeterGate::level);
        return this;
    }

    /** The gauge, or long task timer, that tells the slots in use. */
    public MeterGate inUse(String gauge) {
        return inUse(gauge, Tags.empty());
    }

    /** As {@link #inUse(String)}, of the meters with these tags. */
    public MeterGate inUse(String gauge, Tags tags) {
        this.inUse = () -> sum(gauge, tags, MeterGate::level);
        return this;
    }

    /** The gauge, or long task timer, that tells who waits for a slot. */
    public MeterGate waiting(String gauge) {
        return waiting(gauge, Tags.empty());
    }

    /** As {@link #waiting(String)}, of the meters with these tags. */
    public MeterGate waiting(String gauge, Tags tags) {
        this.waiting = () -> sum(gauge, tags, MeterGate::level);
        return this;
    }

    /** The timer of finished holds: its count is the exits, its total the time held. */
    public MeterGate holds(String timer) {
        return holds(timer, Tags.empty());
    }

    /** As {@link #holds(String)}, of the timers with these tags. */
    public MeterGate holds(String timer, Tags tags) {
        this.exits = () -> sum(timer, tags, MeterGate::count);
        this.holdNanos = () -> sum(timer, tags, MeterGate::nanos);
        return this;
    }

    /** The counter of slots given back, where no timer of holds is. */
    public MeterGate exits(String counter) {
        this.exits = () -> sum(counter, Tags.empty(), MeterGate::count);
        return this;
    }

    /** The timer of finished waits. */
    public MeterGate waits(String timer) {
        return waits(timer, Tags.empty());
    }

    /** As {@link #waits(String)}, of the timers with these tags. */
    public MeterGate waits(String timer, Tags tags) {
        this.waitNanos = () -> sum(timer, tags, MeterGate::nanos);
        return this;
    }

    /** The gate; it takes its first sample when it is first read. */
    public SampledGate open(Clock clock) {
        return SampledGate.of(name, clock, this::levels);
    }

    private Levels levels() {
        // Exits first: what ends between the reads is then in use at most, and not gone twice.
        long out = Math.round(exits.getAsDouble());
        long slots = Math.round(capacity.getAsDouble());
        return new Levels(
                (int) Math.clamp(slots, 1, Integer.MAX_VALUE),
                (int) Math.round(inUse.getAsDouble()),
                (int) Math.round(waiting.getAsDouble()),
                out,
                total(waitNanos),
                total(holdNanos));
    }

    private static long total(@Nullable DoubleSupplier nanos) {
        return nanos == null ? Levels.UNKNOWN : Math.round(nanos.getAsDouble());
    }

    private double sum(String meter, Tags tags, ToDoubleFunction<Meter> part) {
        double sum = 0;
        for (Meter found : registry.find(meter).tags(tags).meters()) {
            double value = part.applyAsDouble(found);
            sum += Double.isFinite(value) ? value : 0;
        }
        return sum;
    }

    private static double level(Meter meter) {
        return switch (meter) {
            case TimeGauge gauge -> gauge.value(TimeUnit.NANOSECONDS) / NANOS;
            case Gauge gauge -> gauge.value();
            case LongTaskTimer timer -> timer.activeTasks();
            default -> 0;
        };
    }

    private static double count(Meter meter) {
        return switch (meter) {
            case Timer timer -> timer.count();
            case FunctionTimer timer -> timer.count();
            case Counter counter -> counter.count();
            case FunctionCounter counter -> counter.count();
            case Gauge gauge -> gauge.value();
            default -> 0;
        };
    }

    private static double nanos(Meter meter) {
        return switch (meter) {
            case Timer timer -> timer.totalTime(TimeUnit.NANOSECONDS);
            case FunctionTimer timer -> timer.totalTime(TimeUnit.NANOSECONDS);
            default -> 0;
        };
    }
}
