package dev.headgate.micrometer;

import dev.headgate.GateStats;
import dev.headgate.GateView;
import dev.headgate.Inside;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Meters of one gate, tagged {@code gate}: capacity, in use, waiting, entries, cancelled waits, wait and hold times, the ages of the
 * oldest holder and waiter, and what the holders spend inside other gates (tagged {@code inside}). The time-integrals
 * {@code headgate.gate.in.use.time} and {@code headgate.gate.waiting.time} give exact averages: their increase over a while, divided by
 * that while, is the mean number in use and waiting.
 *
 * <p>Meters are registered once; those of an inner gate when it is first entered. A scrape reads the gate once.
 */
public final class GateMeters implements MeterBinder {
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private final GateView gate;
    private final Tags tags;

    public GateMeters(GateView gate) {
        this(gate, Tags.empty());
    }

    /** @param tags further tags for each meter */
    public GateMeters(GateView gate, Tags tags) {
        this.gate = Objects.requireNonNull(gate, "gate");
        this.tags = tags.and("gate", gate.name());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Insides insides = new Insides(registry);
        Snapshot<GateStats> stats = new Snapshot<>(gate::stats, insides::register);
        insides.stats = stats;
        insides.register(gate.stats());
        gauge(registry, stats, "capacity", "slots", GateStats::capacity, "Slots of the gate");
        gauge(registry, stats, "in.use", "slots", GateStats::inUse, "Slots held now");
        gauge(registry, stats, "waiting", "waiters", GateStats::waiting, "Waiters now");
        counter(registry, stats, "entries", GateStats::entries, "Slots given out");
        counter(registry, stats, "cancelled", GateStats::cancelled, "Waits that ended without a slot");
        timer(registry, stats, "wait", s -> s.entries() + s.cancelled(), GateStats::waitNanos, "Finished waits");
        timer(registry, stats, "hold", GateStats::exits, GateStats::holdNanos, "Finished holds");
        seconds(registry, stats, "in.use.time", GateStats::inUseNanos, "Time-integral of the slots held");
        seconds(registry, stats, "waiting.time", GateStats::waitingNanos, "Time-integral of the waiters");
        seconds(
                registry,
                stats,
                "inside.time",
                GateStats::insideNanos,
                "Time-integral of the holders engaged in other gates");
        age(registry, stats, "oldest.holder", GateStats::oldestHolderNanos, "Age of the slot held longest");
        age(registry, stats, "oldest.waiter", GateStats::oldestWaiterNanos, "Age of the wait that is longest");
    }

    private static String name(String part) {
        return "headgate.gate." + part;
    }

    private void gauge(
            MeterRegistry registry,
            Snapshot<GateStats> stats,
            String name,
            String unit,
            ToDoubleFunction<GateStats> part,
            String what) {
        Gauge.builder(name(name), stats, s -> s.number(part))
                .strongReference(true)
                .baseUnit(unit)
                .description(what)
                .tags(tags)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry,
            Snapshot<GateStats> stats,
            String name,
            ToDoubleFunction<GateStats> part,
            String what) {
        FunctionCounter.builder(name(name), stats, s -> s.number(part))
                .description(what)
                .tags(tags)
                .register(registry);
    }

    private void timer(
            MeterRegistry registry,
            Snapshot<GateStats> stats,
            String name,
            ToLongFunction<GateStats> count,
            ToLongFunction<GateStats> nanos,
            String what) {
        FunctionTimer.builder(name(name), stats, s -> s.count(count), s -> s.count(nanos), TimeUnit.NANOSECONDS)
                .description(what)
                .tags(tags)
                .register(registry);
    }

    private void seconds(
            MeterRegistry registry,
            Snapshot<GateStats> stats,
            String name,
            ToLongFunction<GateStats> nanos,
            String what) {
        FunctionCounter.builder(name(name), stats, s -> s.count(nanos) / NANOS)
                .baseUnit("seconds")
                .description(what)
                .tags(tags)
                .register(registry);
    }

    private void age(
            MeterRegistry registry,
            Snapshot<GateStats> stats,
            String name,
            ToDoubleFunction<GateStats> nanos,
            String what) {
        TimeGauge.builder(name(name), stats, TimeUnit.NANOSECONDS, s -> s.number(nanos))
                .strongReference(true)
                .description(what)
                .tags(tags)
                .register(registry);
    }

    /** Meters of inner gates, which become known as they are entered. */
    private final class Insides {
        private final MeterRegistry registry;
        private final Set<String> known = ConcurrentHashMap.newKeySet();
        private volatile Snapshot<GateStats> stats = new Snapshot<>(gate::stats, s -> {});

        Insides(MeterRegistry registry) {
            this.registry = registry;
        }

        void register(GateStats reading) {
            for (Inside inside : reading.insides()) {
                if (known.add(inside.gate())) {
                    part(inside.gate(), "inside.wait", Inside::waitNanos, "Time the holders waited at the inner gate");
                    part(inside.gate(), "inside.hold", Inside::holdNanos, "Time the holders were in the inner gate");
                }
            }
        }

        private void part(String inner, String name, ToLongFunction<Inside> nanos, String what) {
            FunctionCounter.builder(name(name), stats, s -> find(s.get(), inner, nanos) / NANOS)
                    .baseUnit("seconds")
                    .description(what)
                    .tags(tags.and("inside", inner))
                    .register(registry);
        }

        private static long find(GateStats reading, String inner, ToLongFunction<Inside> nanos) {
            return reading.insides().stream()
                    .filter(inside -> inside.gate().equals(inner))
                    .mapToLong(nanos)
                    .sum();
        }
    }
}
