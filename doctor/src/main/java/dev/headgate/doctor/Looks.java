package dev.headgate.doctor;

import dev.headgate.GateStats;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a watch has seen within its window, oldest first. Safe for use by any thread. */
final class Looks {

    /** All gates and the processor, read one after the other. */
    record Look(long atNanos, List<GateStats> gates, Cpu.@Nullable Read cpu) {}

    private final long windowNanos;
    private final Deque<Look> looks = new ArrayDeque<>(); // guarded by this

    Looks(long windowNanos) {
        this.windowNanos = windowNanos;
    }

    /** Adds a look, and forgets those that the window does not need any more. */
    synchronized void add(Look look) {
        looks.addLast(look);
        while (looks.size() > 2 && look.atNanos() - second().atNanos() >= windowNanos) {
            looks.removeFirst();
        }
    }

    synchronized void clear() {
        looks.clear();
    }

    /** The looks from {@code fromNanos} on. */
    synchronized List<Look> since(long fromNanos) {
        return looks.stream().filter(look -> look.atNanos() - fromNanos >= 0).toList();
    }

    synchronized List<Look> all() {
        return List.copyOf(looks);
    }

    /** The series of each gate that has two reads of different moments. */
    static List<Series> series(List<Look> looks) {
        List<Series> series = new ArrayList<>();
        for (int gate = 0; gate < looks.get(0).gates().size(); gate++) {
            List<GateStats> reads = new ArrayList<>(looks.size());
            for (Look look : looks) {
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
        return series;
    }

    /** CPU used from the first look to the last; null where it was not read. */
    static @Nullable CpuUse cpu(List<Look> looks) {
        Look first = looks.get(0);
        Look last = looks.get(looks.size() - 1);
        Cpu.Read before = first.cpu();
        Cpu.Read after = last.cpu();
        return before == null || after == null || last.atNanos() == first.atNanos()
                ? null
                : CpuUse.between(before, after, queued(looks), (last.atNanos() - first.atNanos()) / 1e9);
    }

    private static double queued(List<Look> looks) {
        return looks.stream()
                .mapToInt(look -> look.cpu() == null ? 0 : look.cpu().queued())
                .average()
                .orElse(0);
    }

    private Look second() {
        var all = looks.iterator();
        all.next();
        return all.next();
    }
}
