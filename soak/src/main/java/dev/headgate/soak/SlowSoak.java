package dev.headgate.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Handlers that take longer than {@code max.poll.interval.ms}, with more records at hand than can be handled. */
final class SlowSoak implements Soak {
    private static final int PARTITIONS = 3;
    private static final int IN_FLIGHT = 64;
    private static final int GAP_LIMIT_MILLIS = 1000;

    @Override
    public String name() {
        return "slow";
    }

    @Override
    public String description() {
        return "handlers that sleep for longer than max.poll.interval.ms: no eviction, no rebalance, less than a second between polls";
    }

    @Override
    public List<SoakOption> options() {
        return List.of(
                new SoakOption("seconds", "how long, s", 8, 120),
                new SoakOption("maxpoll", "max.poll.interval.ms, ms", 6_000, 6_000));
    }

    @Override
    public SoakResult run(SoakOptions options, Consumer<String> progress) throws InterruptedException {
        long begin = System.nanoTime();
        long maxPoll = options.get("maxpoll");
        long least = maxPoll + maxPoll / 6;
        long most = least + maxPoll / 3;
        // So many that all slots are taken from the beginning to the end.
        int records = Math.toIntExact(options.get("seconds") * 1000 * IN_FLIGHT / ((least + most) / 2));
        try (Site site = Site.open(PARTITIONS, 100_000, Map.of(), progress)) {
            int[] next = {0};
            try (Load load = new Load(
                    site.bootstrap(),
                    Site.TOPIC,
                    () -> next[0]++,
                    key -> key % PARTITIONS,
                    100,
                    2_000,
                    Load.WHATEVER_IS_DONE)) {
                Patience.until(
                        records + " records to be written", Duration.ofSeconds(30), () -> load.written() >= records);
            }
            Member member = site.start("member", settings(maxPoll, least, most), 128);
            Patience.until(
                    "an assignment",
                    Duration.ofSeconds(30),
                    () -> assignments(site).get(0) > 0);
            List<String> before = site.memberIds();
            Pressure pressure = Pressure.measure();
            long start = System.nanoTime();
            long longestMillis = 0;
            boolean alwaysLive = true;
            long second = 0;
            while (System.nanoTime() - start
                    < Duration.ofSeconds(options.get("seconds")).toNanos()) {
                Patience.forMillis(1000);
                member.check();
                Map<String, Long> stats = member.stats();
                longestMillis = Math.max(longestMillis, gap(stats));
                alwaysLive &= number(stats, "live") == 1;
                if (++second % 10 == 0) {
                    progress.accept(stats.toString());
                }
            }
            List<String> after = site.memberIds();
            List<Integer> changes = assignments(site);
            site.awaitDrained(Duration.ofSeconds(60));
            longestMillis = Math.max(longestMillis, gap(member.stats()));
            member.leave();

            long[] ends = site.ends();
            Deliveries deliveries = site.deliveries();
            site.journal().replay(deliveries::see);
            deliveries.end(ends);
            List<SoakResult.Check> checks = new ArrayList<>(deliveries.checks(ends, IN_FLIGHT));
            checks.add(pressure.check(
                    "the member is never evicted",
                    before.equals(after) && before.size() == 1,
                    before + " and " + after));
            checks.add(pressure.check(
                    "no rebalance after the first assignment",
                    changes.equals(List.of(1, 0, 0)),
                    "assigned, revoked, lost: " + changes));
            checks.add(pressure.check(
                    "less than 1 s between polls",
                    longestMillis < GAP_LIMIT_MILLIS,
                    "at most " + longestMillis + " ms"));
            checks.add(pressure.check("the intake says all along that it is alive", alwaysLive, "looked each second"));
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("produced", ends[0] + ends[1] + ends[2]);
            figures.put("lost", deliveries.lost());
            figures.put("handlersAtLeastMs", least);
            figures.put("handlersAtMostMs", most);
            figures.put("longestBetweenPollsMs", longestMillis);
            return new SoakResult(
                    name(),
                    options.values(),
                    options.seed(),
                    (System.nanoTime() - begin) / 1e9,
                    figures,
                    List.of(),
                    checks);
        }
    }

    private static MemberSettings settings(long maxPoll, long least, long most) {
        return MemberSettings.defaults()
                .with("inflight", IN_FLIGHT)
                .with("drain", maxPoll / 2)
                .with("least", least * 1000)
                .with("most", most * 1000)
                .property("max.poll.interval.ms", maxPoll);
    }

    /** The longer of what the consumer saw from poll to poll and what the intake says of itself, in ms. */
    private static long gap(Map<String, Long> stats) {
        return Math.max(number(stats, "gapMs"), number(stats, "statsGapMs"));
    }

    private static long number(Map<String, Long> stats, String name) {
        return stats.getOrDefault(name, 0L);
    }

    /** How often partitions were assigned, revoked and lost. */
    private static List<Integer> assignments(Site site) {
        int[] count = new int[3];
        site.journal().replay(event -> {
            switch (event.kind()) {
                case ASSIGNED -> count[0]++;
                case REVOKED -> count[1]++;
                case LOST -> count[2]++;
                default -> {
                    // Of no account here.
                }
            }
        });
        return List.of(count[0], count[1], count[2]);
    }
}
