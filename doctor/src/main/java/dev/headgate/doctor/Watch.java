package dev.headgate.doctor;

import dev.headgate.Clock;
import dev.headgate.GateStats;
import dev.headgate.GateView;
import dev.headgate.Itinerary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at gates again and again and keeps what it saw over a window, from which an {@link Observation} is cut.
 *
 * <p>Any thread may call any method. One thread drives it as a rule: its own ({@link WatchBuilder#open}) or whoever calls
 * {@link #tick}; several take turns. Looking at a gate takes its lock for about a microsecond; nothing
 * else of the service is touched. Memory is bounded by window / every reads a gate.
 */
public final class Watch implements AutoCloseable {

    private final WatchBuilder made;
    private final List<GateView> gates;
    private final Clock clock;
    private final Looks looks;
    private final Trials trials = new Trials();
    private final Changes changes = new Changes();
    /** One look at a time, so that looks are kept in the order of time. */
    private final Object ticking = new Object();

    private volatile @Nullable Thread driver;

    Watch(WatchBuilder made) {
        this.made = made;
        this.gates = made.gates;
        this.clock = made.clock;
        this.looks = new Looks(made.window.toNanos());
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

    /**
     * Reads every gate and the CPU once, and forgets what has left the window. Microseconds a gate. If somebody
     * listens, it looks about once a second whether what binds has changed, and if so works out the verdict first.
     */
    public void tick() {
        synchronized (ticking) {
            look();
        }
    }

    private void look() {
        List<GateStats> read = new ArrayList<>(gates.size());
        for (GateView gate : gates) {
            read.add(gate.stats());
        }
        long now = clock.nanos();
        looks.add(new Looks.Look(now, read, made.cpu.get()));
        if (!made.listeners.isEmpty()) {
            List<String> before = changes.look(looks, this, now);
            if (before != null) {
                Verdict verdict = verdict();
                made.listeners.forEach(listener -> listener.changed(before, verdict));
            }
        }
    }

    /**
     * What was seen over the window, or since the watch was opened or {@link #forget forgot} if that is shorter.
     *
     * @throws IllegalStateException when it has not looked twice yet
     */
    public Observation observation() {
        List<Looks.Look> seen = looks.all();
        if (seen.size() < 2 || Looks.series(seen).isEmpty()) {
            throw new IllegalStateException("The watch has looked " + seen.size()
                    + " times, and an observation needs 2 looks: wait " + made.every + ", or call tick()");
        }
        return observation(seen);
    }

    /** The verdict on what was seen, with the watch's question. Takes as long as {@link Doctor#examine}. */
    public Verdict verdict() {
        return Doctor.examine(observation(), made.question);
    }

    /**
     * Predicts what the capacities will bring, and sets them. When enough has been seen since, the trial shows what was
     * measured beside it: in {@link #trials} and in the confidence of later verdicts.
     *
     * @param capacities slots by gate
     * @return what is expected
     * @throws IllegalArgumentException when a gate is not watched, or cannot be resized from here; nothing is set then
     */
    public Prediction apply(Map<String, Integer> capacities) {
        for (String gate : capacities.keySet()) {
            if (!made.resizers.containsKey(gate)) {
                throw new IllegalArgumentException("Gate '" + gate + "' cannot be resized by the doctor: tell the watch"
                        + " how, with resizing(\"" + gate + "\", ...)");
            }
        }
        Observation seen = observation();
        Prediction prediction = Doctor.predict(seen, capacities, Set.of(), made.question);
        Facts facts = Facts.of(seen);
        capacities.forEach((gate, slots) -> {
            IntConsumer resize = made.resizers.get(gate);
            if (resize != null) {
                resize.accept(slots);
            }
        });
        trials.begin(prediction, facts.overall(facts.throughput()), facts.holdSeconds(), clock.nanos());
        return prediction;
    }

    /** The changes applied through {@link #apply}, the newest last, with what came of them. */
    public List<Trial> trials() {
        return trials.all(looks);
    }

    /** Forgets what was seen: the next observation begins now. */
    public void forget() {
        looks.clear();
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

    Observation observation(List<Looks.Look> seen) {
        long from = seen.get(0).atNanos();
        List<Itinerary> lives = made.itineraries.get().stream()
                .filter(life -> life.startNanos() - from >= 0)
                .toList();
        return new Observation(
                Looks.series(seen),
                Looks.cpu(seen),
                lives,
                made.load.get(),
                made.serial,
                made.delays,
                made.leases,
                trials());
    }

    void start() {
        Thread thread = Thread.ofPlatform().daemon().name("headgate-doctor").unstarted(() -> run(made.every));
        driver = thread;
        tick();
        thread.start();
    }

    private void run(Duration every) {
        while (driver == Thread.currentThread()) {
            LockSupport.parkNanos(this, every.toNanos());
            tick();
        }
    }
}
