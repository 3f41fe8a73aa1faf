package dev.headgate.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Every record is held for a long time before it may be handled; slots and memory do not depend on for how long. */
final class HoldSoak implements Soak {
    private static final int PARTITIONS = 4;
    private static final int IN_FLIGHT = 1000;
    private static final int IN_USE_LIMIT = 200;
    private static final int HANDLER_MILLIS = 20;
    private static final double SAME = 0.02;
    private static final double FLAT = 0.10;

    @Override
    public String name() {
        return "hold";
    }

    @Override
    public String description() {
        return "a long hold at a steady rate: no slots, bounded memory, and after it the throughput of the arrivals";
    }

    @Override
    public List<SoakOption> options() {
        return List.of(
                new SoakOption("hold", "how long each record is held, s", 5, 75),
                new SoakOption("seconds", "how long it is measured after the first came due, s", 8, 60),
                new SoakOption("rate", "records/s written", 1000, 1000));
    }

    @Override
    public SoakResult run(SoakOptions options, Consumer<String> progress) throws InterruptedException {
        long begin = System.nanoTime();
        long hold = options.get("hold");
        long seconds = options.get("seconds");
        try (Site site =
                Site.open(PARTITIONS, 500_000 + options.get("rate") * (hold + seconds + 60) * 3, Map.of(), progress)) {
            Member member = site.start("member", settings(hold), 256);
            Patience.until(
                    "an assignment",
                    Duration.ofSeconds(30),
                    () -> site.journal().size() > 0);
            List<Map<String, Object>> rows = new ArrayList<>();
            List<Long> heaps = new ArrayList<>();
            int[] next = {0};
            Pressure pressure = Pressure.measure();
            long from;
            long to;
            try (Load load = new Load(
                    site.bootstrap(),
                    Site.TOPIC,
                    () -> next[0]++,
                    key -> key % PARTITIONS,
                    500,
                    options.get("rate"),
                    Load.WHATEVER_IS_DONE)) {
                long start = System.nanoTime();
                sample(member, load, start, rows, seconds(hold / 2.0 + 1));
                // A second for the records that came due while the first one's handlers warmed up.
                from = start + seconds(hold + 1.0);
                to = from + seconds((double) seconds);
                for (int i = 0; i <= 6; i++) {
                    heaps.add(sample(member, load, start, rows, seconds(hold + 1.0 + seconds * i / 6.0)));
                    progress.accept(rows.getLast().toString());
                }
            }
            site.awaitDrained(Duration.ofSeconds(hold + 60));
            member.leave();
            return judge(options, site, begin, rows, heaps, new Window(from, to, pressure));
        }
    }

    /** When the throughput is measured, and whether the machine was free. */
    private record Window(long from, long to, Pressure pressure) {}

    private static long seconds(double seconds) {
        return (long) (seconds * 1e9);
    }

    /** Waits until so long after the start; what the member says then. */
    private static long sample(Member member, Load load, long start, List<Map<String, Object>> rows, long afterNanos)
            throws InterruptedException {
        Patience.forMillis(Math.max(0, (start + afterNanos - System.nanoTime()) / 1_000_000));
        member.check();
        long heap = member.heap();
        Map<String, Long> stats = member.stats();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("atSeconds", (System.nanoTime() - start) / 1e9);
        row.put("written", load.written());
        row.put("done", stats.getOrDefault("done", 0L));
        row.put("held", stats.getOrDefault("held", 0L));
        row.put("mostInUse", stats.getOrDefault("mostInUse", 0L));
        row.put("heapMiB", heap / 1048576.0);
        rows.add(row);
        return heap;
    }

    private static MemberSettings settings(long hold) {
        return MemberSettings.defaults()
                .with("hold", hold * 1000)
                .with("inflight", IN_FLIGHT)
                .with("least", HANDLER_MILLIS * 1000)
                .with("most", HANDLER_MILLIS * 1000);
    }

    private static double mean(List<Long> bytes) {
        return bytes.stream().mapToLong(Long::longValue).average().orElse(0) / 1048576.0;
    }

    private SoakResult judge(
            SoakOptions options,
            Site site,
            long begin,
            List<Map<String, Object>> rows,
            List<Long> heaps,
            Window window) {
        // From one look to the next, while it is measured; not while the first records that came due warmed it up.
        long mostInUse = rows.stream()
                .skip(2)
                .mapToLong(row -> (Long) row.get("mostInUse"))
                .max()
                .orElse(0);
        long[] ends = site.ends();
        Deliveries deliveries = site.deliveries();
        Gaps gaps = new Gaps(PARTITIONS, window.from(), window.to(), (partition, from, to) -> {});
        List<Long> late = new ArrayList<>();
        site.journal().replay(event -> {
            deliveries.see(event);
            gaps.see(event);
            if (event.kind() == Event.Kind.DONE) {
                late.add(event.extra());
            }
        });
        deliveries.end(ends);
        gaps.end();
        long[] sorted = late.stream().mapToLong(Long::longValue).sorted().toArray();
        double share = gaps.perSecond() / options.get("rate");
        double first = mean(heaps.subList(0, 3));
        double last = mean(heaps.subList(heaps.size() - 3, heaps.size()));

        List<SoakResult.Check> checks = new ArrayList<>(deliveries.checks(ends, IN_FLIGHT));
        checks.add(window.pressure()
                .check(
                        "records held take no slots: fewer than " + IN_USE_LIMIT + " in use",
                        mostInUse < IN_USE_LIMIT,
                        "at most " + mostInUse));
        checks.add(window.pressure()
                .check(
                        "the throughput after the hold is the arrival rate, within 2 %",
                        Math.abs(share - 1) <= SAME,
                        String.format("%.1f/s of %,d/s", gaps.perSecond(), options.get("rate"))));
        checks.add(SoakResult.Check.of(
                "no record is handled before its time",
                sorted.length > 0 && sorted[0] >= 0,
                "at the earliest " + (sorted.length == 0 ? "never" : sorted[0] + " ms after it")));
        checks.add(window.pressure()
                .check(
                        "the heap after a collection is flat: the last three samples are within 10 % of the first three",
                        Math.abs(last - first) <= FLAT * first, String.format("%.1f and %.1f MiB", first, last)));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("produced", Arrays.stream(ends).sum());
        figures.put("lost", deliveries.lost());
        figures.put("mostInUse", mostInUse);
        figures.put("perSecondAfterHold", gaps.perSecond());
        figures.put("lateP50Ms", sorted[sorted.length / 2]);
        figures.put("lateP99Ms", sorted[(int) (sorted.length * 0.99)]);
        figures.put("lateMostMs", sorted[sorted.length - 1]);
        figures.put("heapFirstMiB", first);
        figures.put("heapLastMiB", last);
        return new SoakResult(
                name(), options.values(), options.seed(), (System.nanoTime() - begin) / 1e9, figures, rows, checks);
    }
}
