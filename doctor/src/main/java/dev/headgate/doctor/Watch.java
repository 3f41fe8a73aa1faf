package dev.headgate.doctor;

import dev.headgate.Clock;
import dev.headgate.GateStats;
import dev.headgate.GateView;
import dev.headgate.Itinerary;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at gates again and again and keeps what it saw over a window, from which an {@link Observation} is cut.
 *
 * <p>Any thread may call any method. One thread drives it: its own ({@link WatchBuilder#open}) or whoever calls
 * {@link #tick}. Looking at a gate takes its lock for about a microsecond; nothing else of the service is touched.
 * Memory is bounded by window / every reads a gate.
 */
public final class Watch implements AutoCloseable {

    private record Look(long atNanos, List<GateStats> gates, Cpu.@Nullable Read cpu) {}

    private final List<GateView> gates;
    private final Supplier<List<Itinerary>> itineraries;
    private final Supplier<@Nullable Load> load;
    private final Supplier<Cpu.@Nullable Read> cpu;
    private final Clock clock;
    private final long everyNanos;
    private final long windowNanos;
    private final WatchBuilder made;
    private final Deque<Look> looks = new ArrayDeque<>(); // guarded by this
    private volatile @Nullable Thread driver;

    Watch(WatchBuilder made) {
        this.made = made;
        this.gates = made.gates;
        this.itineraries = made.itineraries;
        this.load = made.load;
        this.cpu = made.cpu;
        this.clock = made.clock;
        this.everyNanos = made.every.toNanos();
        this.windowNanos = made.window.toNanos();
    }

    /**
     * Begins a watch over gates, in the order in which a record meets them: the first that is inside no other counts
     * the records.
     *
     * @throws IllegalArgumentException when there is no gate, or two have one name
     */
    public static WatchBuilder over(List<? extends GateView> gates) {
        return new WatchBuilder(gates);
    }

    /** Reads every gate and the CPU once, and forgets what has left the window. Microseconds a gate. */
    public void tick() {
        List<GateStats> read = new ArrayList<>(gates.size());
        for (GateView gate : gates) {
            read.add(gate.stats());
        }
        Look look = new Look(clock.nanos(), read, cpu.get());
        synchronized (this) {
            looks.addLast(look);
            while (looks.size() > 2 && look.atNanos() - second().atNanos() >= windowNanos) {
                looks.removeFirst();
            }
        }
    }

    /**
     * What was seen over the window, or since the watch was opened or {@link #forget forgot} if that is shorter.
     *
     * @throws IllegalStateException when it has not looked twice yet
     */
    public Observation observation() {
        List<Look> seen;
        synchronized (this) {
            seen = List.copyOf(looks);
        }
        if (seen.size() < 2) {
            throw new IllegalStateException(
                    "The watch has looked " + seen.size() + " times, and an observation needs 2 looks: wait "
                            + Duration.ofNanos(everyNanos) + ", or call tick()");
        }
        Look first = seen.get(0);
        Look last = seen.get(seen.size() - 1);
        List<Series> series = new ArrayList<>(gates.size());
        for (int gate = 0; gate < gates.size(); gate++) {
            List<GateStats> reads = new ArrayList<>(seen.size());
            for (Look look : seen) {
                GateStats read = look.gates().get(gate);
                if (reads.isEmpty()
                        || read.atNanos() - reads.get(reads.size() - 1).atNanos() > 0) {
                    reads.add(read);
                }
            }
            if (reads.size() > 1) {
                series.add(new Series(reads));
            }
        }
        List<Itinerary> lives = itineraries.get().stream()
                .filter(life -> life.startNanos() - first.atNanos() >= 0)
                .toList();
        Cpu.Read before = first.cpu();
        Cpu.Read after = last.cpu();
        CpuUse use = before == null || after == null
                ? null
                : CpuUse.between(before, after, (last.atNanos() - first.atNanos()) / 1e9);
        return new Observation(series, use, lives, load.get(), made.serial, made.delays, List.of());
    }

    /** Forgets what was seen: the next observation begins now. */
    public void forget() {
        synchronized (this) {
            looks.clear();
        }
        tick();
    }

    /** Ends the watch's own thread, if it has one. What was seen stays. Does not wait for the thread. */
    @Override
    public void close() {
        Thread mine = driver;
        driver = null;
        if (mine != null) {
            LockSupport.unpark(mine);
        }
    }

    void start() {
        Thread thread = Thread.ofPlatform().daemon().name("headgate-doctor").unstarted(this::run);
        driver = thread;
        tick();
        thread.start();
    }

    private void run() {
        while (driver == Thread.currentThread()) {
            LockSupport.parkNanos(this, everyNanos);
            tick();
        }
    }

    private Look second() {
        var all = looks.iterator();
        all.next();
        return all.next();
    }
}
