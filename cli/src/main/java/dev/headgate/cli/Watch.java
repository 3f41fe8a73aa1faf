package dev.headgate.cli;

import dev.headgate.systems.hotelads.HotelAds;
import dev.headgate.systems.hotelads.Reading;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleFunction;

/** Looks at a running system once a second, shows what it sees and keeps a record of it. Not thread-safe. */
final class Watch {
    private static final long SECOND = 1_000_000_000L;
    private static final long NAP = 10_000_000L;

    private final LiveView view;
    private final boolean colour;
    private final HotelAds system;
    private final Consultation doctor;
    private final long start;
    private final long cpuAtStart = cpuNanos();
    private final List<Moment> moments = new ArrayList<>();
    private final Deque<Duration> marksToCome;
    private final List<HeapMark> marks = new ArrayList<>();
    private Reading last;

    Watch(Terminal terminal, HotelAds system, List<Duration> heapMarks, Consultation doctor) {
        this.doctor = doctor;
        this.view = new LiveView(terminal);
        this.colour = terminal.interactive();
        this.system = system;
        this.start = system.startNanos();
        this.marksToCome = new ArrayDeque<>(heapMarks.stream().sorted().toList());
        this.last = system.read();
    }

    /** Time since the first record was produced, in s. */
    double elapsedSeconds() {
        return (System.nanoTime() - start) / 1e9;
    }

    /**
     * Watches until it is done; blocks.
     *
     * @param phase what is going on, after so many seconds since the first record was produced
     */
    void until(BooleanSupplier done, DoubleFunction<String> phase) {
        long next = start + ((System.nanoTime() - start) / SECOND + 1) * SECOND;
        while (!done.getAsBoolean()) {
            LockSupport.parkNanos(NAP);
            if (System.nanoTime() - next >= 0) {
                look(phase);
                next += SECOND;
            }
            if (!marksToCome.isEmpty()
                    && System.nanoTime() - start >= marksToCome.peek().toNanos()) {
                marks.add(HeapMark.now(marksToCome.pop()));
            }
        }
    }

    private void look(DoubleFunction<String> phase) {
        Reading now = system.read();
        if (!GateLine.apart(last.gates().getFirst(), now.gates().getFirst())) {
            return; // The intake has published nothing new; the next second will show both.
        }
        double at = elapsedSeconds();
        Moment moment = Moment.between(last, now, at);
        moments.add(moment);
        List<String> lines = new ArrayList<>();
        lines.add(phase.apply(at));
        lines.add(String.format(
                Locale.ROOT,
                "in %,.0f/s   completed %,.0f/s   lag %,d records, %.1f s",
                moment.producedPerSecond(),
                moment.completedPerSecond(),
                moment.lagRecords(),
                moment.lagSeconds()));
        lines.addAll(GateTable.lines(lines(last, now), colour));
        lines.addAll(doctor.lines(Duration.ofNanos((long) (at * 1e9)), System.nanoTime()));
        view.show(lines);
        last = now;
    }

    /** The gates between two readings. */
    static List<GateLine> lines(Reading earlier, Reading later) {
        List<GateLine> lines = new ArrayList<>();
        for (int i = 0; i < later.gates().size(); i++) {
            lines.add(GateLine.between(earlier.gates().get(i), later.gates().get(i)));
        }
        return lines;
    }

    /** CPU time that this process, with the embedded Kafka and the stand-in services, has used since the watch began, in s. */
    double cpuSeconds() {
        return (cpuNanos() - cpuAtStart) / 1e9;
    }

    private static long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }

    /** One entry for each second so far. */
    List<Moment> moments() {
        return List.copyOf(moments);
    }

    /** The heap at the times that were asked for and have come. */
    List<HeapMark> heapMarks() {
        return List.copyOf(marks);
    }
}
