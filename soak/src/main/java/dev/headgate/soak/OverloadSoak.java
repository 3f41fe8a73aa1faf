package dev.headgate.soak;

import dev.headgate.testkit.ZipfKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Records arrive much faster than a gate lets them through; then the rate falls back. */
final class OverloadSoak implements Soak {
    private static final int PARTITIONS = 4;
    private static final int IN_FLIGHT = 2000;
    private static final int GATE = 50;
    private static final int HOLD_MICROS = 20_000;
    private static final int KEYS = 10_000;
    private static final int VALUE_BYTES = 1000;
    private static final int LOOKS = 5;
    private static final double FLAT = 0.10;
    /** Records: from here on the buffers of the four lanes, of 4,096 each, only go up and down. */
    private static final int FULL = 12_000;

    private static final Duration TO_FILL = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "overload";
    }

    @Override
    public String description() {
        return "arrivals far above what a slow gate lets through: the heap stays flat, the lag grows, nothing is lost when the rate falls"
                + " back";
    }

    @Override
    public List<SoakOption> options() {
        return List.of(
                new SoakOption("first", "when the heap is first looked at, s after the buffers are full", 5, 20),
                new SoakOption("second", "when it is looked at again, s after that", 10, 60),
                new SoakOption("rate", "records/s written; the gate lets 2,500/s through", 6_000, 5_000));
    }

    @Override
    public SoakResult run(SoakOptions options, Consumer<String> progress) throws InterruptedException {
        long begin = System.nanoTime();
        long events = 500_000 + options.get("rate") * (options.get("second") + 60) * 3;
        ZipfKeys keys = new ZipfKeys(KEYS, options.seed());
        try (Site site = Site.open(PARTITIONS, events, Map.of(), progress)) {
            Member member = site.start("member", settings(), 512);
            Patience.until(
                    "an assignment",
                    Duration.ofSeconds(30),
                    () -> site.journal().size() > 0);
            List<Map<String, Object>> rows = new ArrayList<>();
            Pressure pressure = Pressure.measure();
            long[] heaps = new long[2];
            long[] lags = new long[2];
            try (Load load = new Load(
                    site.bootstrap(),
                    Site.TOPIC,
                    keys::next,
                    key -> key % PARTITIONS,
                    VALUE_BYTES,
                    options.get("rate"),
                    Load.WHATEVER_IS_DONE)) {
                Patience.until("the buffers to fill", TO_FILL, () -> {
                    member.check();
                    return member.stats().getOrDefault("buffered", 0L) >= FULL;
                });
                long start = System.nanoTime();
                heaps[0] = lookOften(site, member, load, start, options.get("first"), rows);
                lags[0] = site.lag();
                progress.accept(rows.getLast().toString());
                heaps[1] = lookOften(site, member, load, start, options.get("second"), rows);
                lags[1] = site.lag();
                progress.accept(rows.getLast().toString());
                load.rate(options.get("rate") / 5.0);
                look(site, member, load, start, options.get("second") + 3, rows);
                progress.accept("The rate has fallen back; draining " + site.lag() + " records");
            }
            site.awaitDrained(Duration.ofSeconds(120 + lags[1] / 500));
            member.leave();
            return judge(options, site, begin, rows, heaps, lags, pressure);
        }
    }

    private static MemberSettings settings() {
        return MemberSettings.defaults()
                .with("inflight", IN_FLIGHT)
                .with("gate", GATE)
                .with("least", HOLD_MICROS)
                .with("most", HOLD_MICROS);
    }

    /**
     * The mean heap of five looks, a second apart, of which the last is at the given second. A lane's buffer goes up and down between
     * its two marks, and a single look catches it anywhere between them.
     */
    private static long lookOften(
            Site site, Member member, Load load, long start, long second, List<Map<String, Object>> rows)
            throws InterruptedException {
        long sum = 0;
        for (int i = LOOKS - 1; i >= 0; i--) {
            sum += look(site, member, load, start, second - i, rows);
        }
        return sum / LOOKS;
    }

    private static long look(
            Site site, Member member, Load load, long start, long second, List<Map<String, Object>> rows)
            throws InterruptedException {
        Patience.forMillis(Math.max(0, (start - System.nanoTime()) / 1_000_000 + second * 1000));
        member.check();
        long heap = member.heap();
        Map<String, Long> stats = member.stats();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("atSeconds", (System.nanoTime() - start) / 1e9);
        row.put("written", load.written());
        row.put("done", stats.getOrDefault("done", 0L));
        row.put("lag", site.lag());
        row.put("buffered", stats.getOrDefault("buffered", 0L));
        row.put("inUse", stats.getOrDefault("inUse", 0L));
        row.put("heapMiB", heap / 1048576.0);
        rows.add(row);
        return heap;
    }

    private SoakResult judge(
            SoakOptions options,
            Site site,
            long begin,
            List<Map<String, Object>> rows,
            long[] heaps,
            long[] lags,
            Pressure pressure) {
        long[] ends = site.ends();
        Deliveries deliveries = site.deliveries();
        site.journal().replay(deliveries::see);
        deliveries.end(ends);
        double change = (double) heaps[1] / heaps[0] - 1;
        String heapsFound =
                String.format("%.1f and %.1f MiB, %+.1f %%", heaps[0] / 1048576.0, heaps[1] / 1048576.0, 100 * change);
        List<SoakResult.Check> checks = new ArrayList<>(deliveries.checks(ends, IN_FLIGHT));
        // What is kept and should not be makes the heap grow. It may fall: the first look still finds what the start
        // left behind.
        checks.add(SoakResult.Check.of(
                String.format(
                        "the heap after a collection has not grown by more than 10 %% from %d s to %d s after the buffers were full",
                        options.get("first"), options.get("second")),
                change <= FLAT,
                heapsFound));
        checks.add(pressure.check("nor has it fallen by more than that", change >= -FLAT, heapsFound));
        checks.add(pressure.check(
                "the lag grows meanwhile", lags[1] > lags[0], String.format("from %,d to %,d", lags[0], lags[1])));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("produced", Arrays.stream(ends).sum());
        figures.put("lost", deliveries.lost());
        figures.put("redelivered", deliveries.redelivered());
        figures.put("heapFirstMiB", heaps[0] / 1048576.0);
        figures.put("heapSecondMiB", heaps[1] / 1048576.0);
        figures.put("lagFirst", lags[0]);
        figures.put("lagSecond", lags[1]);
        return new SoakResult(
                name(), options.values(), options.seed(), (System.nanoTime() - begin) / 1e9, figures, rows, checks);
    }
}
