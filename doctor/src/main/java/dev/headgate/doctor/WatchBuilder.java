package dev.headgate.doctor;

import dev.headgate.Clock;
import dev.headgate.Gate;
import dev.headgate.GateView;
import dev.headgate.Itineraries;
import dev.headgate.Itinerary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a watch is made of; {@link Watch#over} begins one. Not thread-safe. */
public final class WatchBuilder {

    final List<GateView> gates;
    final Map<String, IntConsumer> resizers = new HashMap<>();
    final Set<String> serial = new HashSet<>();
    final Set<String> delays = new HashSet<>();
    final Set<String> leases = new HashSet<>();
    final List<VerdictListener> listeners = new ArrayList<>();
    Supplier<List<Itinerary>> itineraries = List::of;
    Supplier<@Nullable Load> load = () -> null;
    Supplier<Cpu.@Nullable Read> cpu = () -> null;
    Question question = Question.defaults();
    Clock clock = Clock.system();
    Duration every = Duration.ofMillis(200);
    Duration window = Duration.ofSeconds(60);

    WatchBuilder(List<? extends GateView> gates) {
        this.gates = List.copyOf(gates);
        if (gates.isEmpty()) {
            throw new IllegalArgumentException("A watch needs at least one gate to look at");
        }
        Set<String> names = new LinkedHashSet<>();
        for (GateView gate : gates) {
            if (!names.add(gate.name())) {
                throw new IllegalArgumentException(
                        "Two gates are named '" + gate.name() + "': give each a name of its own");
            }
            if (gate instanceof Gate own) {
                resizers.put(gate.name(), own::resize);
            }
        }
    }

    /** Where sampled lives come from; none unless told. */
    public WatchBuilder itineraries(Itineraries sample) {
        return itineraries(sample::sample);
    }

    /** Where sampled lives come from, an intake's {@code itineraries()} say. Called when an observation is made. */
    public WatchBuilder itineraries(Supplier<List<Itinerary>> sample) {
        itineraries = sample;
        return this;
    }

    /** Where CPU time is read from; nowhere unless told. */
    public WatchBuilder cpu(Cpu source) {
        cpu = source::read;
        return this;
    }

    /** The load, where it is known; inferred unless told. */
    public WatchBuilder load(Load known) {
        load = () -> known;
        return this;
    }

    /** The load, where it is known and changes; null: to be inferred. Called when an observation is made. */
    public WatchBuilder load(Supplier<@Nullable Load> known) {
        load = known;
        return this;
    }

    /** Gates whose capacity cannot be lifted: a key or a partition in order, a licence. */
    public WatchBuilder serial(String... names) {
        serial.addAll(List.of(names));
        return this;
    }

    /** Gates in which a record only waits for time to pass, so that it could as well wait without a slot. */
    public WatchBuilder delays(String... names) {
        delays.addAll(List.of(names));
        return this;
    }

    /** Gates whose slots are needed for the holders' own work alone, so that inner work can be done without one: database connections. */
    public WatchBuilder leases(String... names) {
        leases.addAll(List.of(names));
        return this;
    }

    /**
     * How to resize a gate that is not a {@link Gate}: an intake's in-flight gate, say.
     *
     * @throws IllegalArgumentException when no gate of that name is watched
     */
    public WatchBuilder resizing(String name, IntConsumer resize) {
        if (gates.stream().noneMatch(gate -> gate.name().equals(name))) {
            throw new IllegalArgumentException("No gate named '" + name + "' is watched: give it to Watch.over first");
        }
        resizers.put(name, resize);
        return this;
    }

    /** What the watch asks for its own verdicts; the default question unless told. */
    public WatchBuilder question(Question asked) {
        question = asked;
        return this;
    }

    /** Told when what binds changes; {@link VerdictListener#logging()} logs it. */
    public WatchBuilder onChange(VerdictListener listener) {
        listeners.add(listener);
        return this;
    }

    /** Time between reads, 1 ms to 1 min; 200 ms unless told. A read costs some microseconds a gate. */
    public WatchBuilder every(Duration time) {
        every = range("every", time, Duration.ofMillis(1), Duration.ofMinutes(1));
        return this;
    }

    /** How far back an observation goes, 100 ms to 1 h; 60 s unless told. */
    public WatchBuilder window(Duration time) {
        window = range("window", time, Duration.ofMillis(100), Duration.ofHours(1));
        return this;
    }

    /** The monotonic clock of the gates; the machine's unless told. */
    public WatchBuilder clock(Clock time) {
        clock = time;
        return this;
    }

    /** The watch, reading on a daemon thread of its own until it is closed. */
    public Watch open() {
        Watch watch = driven();
        watch.start();
        return watch;
    }

    /** The watch without a thread: it reads when {@link Watch#tick} is called. */
    public Watch driven() {
        return new Watch(this);
    }

    private static Duration range(String what, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(what + " is " + least + " to " + most + ", not " + value);
        }
        return value;
    }
}
