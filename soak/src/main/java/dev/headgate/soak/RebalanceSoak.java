package dev.headgate.soak;

import dev.headgate.testkit.ZipfKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Members of a group join, leave and are killed over twelve partitions under load, with order by key; once with the classic protocol
 * and cooperative assignment, once with the one of KIP-848.
 */
final class RebalanceSoak implements Soak {
    private static final int PARTITIONS = 12;
    private static final int MEMBERS = 3;
    private static final int IN_FLIGHT = 200;
    private static final int KEYS = 5000;
    private static final int SESSION_MILLIS = 6000;
    private static final int HEARTBEAT_MILLIS = 1000;

    @Override
    public String name() {
        return "rebalance";
    }

    @Override
    public String description() {
        return "three members join, leave and are killed over 12 partitions under load, in both group protocols: nothing is lost, keys"
                + " stay in order, only kills cause repeats";
    }

    @Override
    public List<SoakOption> options() {
        return List.of(
                new SoakOption("seconds", "how long members come and go, for each protocol, s", 14, 120),
                new SoakOption("classic", "1: with the classic protocol, cooperative", 1, 1),
                new SoakOption("kip848", "1: with the consumer protocol of KIP-848", 1, 1),
                new SoakOption("rate", "records/s written", 800, 1000));
    }

    @Override
    public SoakResult run(SoakOptions options, Consumer<String> progress) throws InterruptedException {
        long begin = System.nanoTime();
        List<SoakResult.Check> checks = new ArrayList<>();
        List<Map<String, Object>> rows = new ArrayList<>();
        Map<String, Object> figures = new LinkedHashMap<>();
        List<String> modes = new ArrayList<>();
        if (options.get("classic") != 0) {
            modes.add("classic");
        }
        if (options.get("kip848") != 0) {
            modes.add("consumer");
        }
        for (String protocol : modes) {
            progress.accept("Protocol " + protocol);
            new Mode(protocol, options, progress).run(checks, rows, figures);
        }
        return new SoakResult(
                name(), options.values(), options.seed(), (System.nanoTime() - begin) / 1e9, figures, rows, checks);
    }

    /** Of a broker whose KIP-848 groups have these times, and whose classic groups do not wait for members before their first rebalance. */
    static Map<String, String> broker(int sessionMillis, int heartbeatMillis) {
        return Map.of(
                "group.consumer.session.timeout.ms", String.valueOf(sessionMillis),
                "group.consumer.min.session.timeout.ms", String.valueOf(sessionMillis),
                "group.consumer.heartbeat.interval.ms", String.valueOf(heartbeatMillis),
                "group.consumer.min.heartbeat.interval.ms", String.valueOf(heartbeatMillis),
                "group.initial.rebalance.delay.ms", "0");
    }

    /** One run with one protocol. */
    private static final class Mode {
        private final String protocol;
        private final SoakOptions options;
        private final Consumer<String> progress;
        private final SplittableRandom random;
        private final List<Member> present = new ArrayList<>();
        private final List<StepGaps.Step> steps = new ArrayList<>();
        private int named;

        Mode(String protocol, SoakOptions options, Consumer<String> progress) {
            this.protocol = protocol;
            this.options = options;
            this.progress = progress;
            this.random = new SplittableRandom(options.seed());
        }

        void run(List<SoakResult.Check> checks, List<Map<String, Object>> rows, Map<String, Object> figures)
                throws InterruptedException {
            ZipfKeys keys = new ZipfKeys(KEYS, options.seed());
            long events = 500_000 + 5 * options.get("rate") * (options.get("seconds") + 60);
            try (Site site = Site.open(PARTITIONS, events, broker(SESSION_MILLIS, HEARTBEAT_MILLIS), progress)) {
                try (Load load = new Load(
                        site.bootstrap(),
                        Site.TOPIC,
                        keys::next,
                        key -> key % PARTITIONS,
                        100,
                        options.get("rate"),
                        site.journal()::done)) {
                    for (int i = 0; i < MEMBERS; i++) {
                        join(site);
                    }
                    awaitAssigned(site);
                    comeAndGo(site);
                    progress.accept(String.format("%,d records written; draining", load.written()));
                }
                site.awaitDrained(Duration.ofMinutes(5));
                for (Member member : List.copyOf(present)) {
                    member.leave();
                }
                judge(site, checks, rows, figures);
            }
        }

        private void comeAndGo(Site site) throws InterruptedException {
            long end = System.nanoTime()
                    + Duration.ofSeconds(options.get("seconds")).toNanos();
            boolean crash = random.nextBoolean();
            while (System.nanoTime() < end) {
                Member going = present.remove(random.nextInt(present.size()));
                if (crash) {
                    going.kill();
                    // Noted after it, so that what the member still did before does not come later than the kill.
                    step("kill", going);
                    // Nobody can know of it sooner than this; half of the time the next one joins before, half after.
                    settle(random.nextBoolean() ? 1000 : SESSION_MILLIS + 1000);
                } else {
                    step("leave", going);
                    going.leave();
                    settle(1000);
                }
                crash = !crash;
                join(site);
                settle(2000);
            }
            steps.add(new StepGaps.Step("end", System.nanoTime()));
        }

        private void join(Site site) {
            String name = "member-" + ++named;
            MemberSettings settings = MemberSettings.defaults()
                    .with("ordering", "BY_KEY")
                    .with("inflight", IN_FLIGHT)
                    .with("most", 5000)
                    .with("slowone", 1000)
                    .with("slow", 300_000)
                    .property("group.protocol", protocol);
            if (protocol.equals("classic")) {
                settings = settings.property("session.timeout.ms", SESSION_MILLIS)
                        .property("heartbeat.interval.ms", HEARTBEAT_MILLIS);
            }
            steps.add(new StepGaps.Step("join", System.nanoTime()));
            present.add(site.start(name, settings, 128));
            progress.accept("join of " + name);
        }

        private void step(String what, Member member) {
            steps.add(new StepGaps.Step(what, System.nanoTime()));
            progress.accept(what + " of " + member.name());
        }

        private void settle(int leastMillis) throws InterruptedException {
            Patience.forMillis(leastMillis + random.nextInt(2000));
            present.forEach(Member::check);
        }

        /** Blocks until every member has had an assignment. */
        private void awaitAssigned(Site site) throws InterruptedException {
            Patience.until("the group to assign its partitions", Duration.ofSeconds(60), () -> {
                present.forEach(Member::check);
                long[] having = {0};
                boolean[] has = new boolean[Journal.MAX_LIVES];
                site.journal().replay(event -> {
                    if (event.kind() == Event.Kind.ASSIGNED && event.extra() > 0 && !has[event.life()]) {
                        has[event.life()] = true;
                        having[0]++;
                    }
                });
                return having[0] >= MEMBERS;
            });
            steps.clear();
            steps.add(new StepGaps.Step("steady", System.nanoTime()));
            Patience.forMillis(2000);
        }

        private void judge(
                Site site, List<SoakResult.Check> checks, List<Map<String, Object>> rows, Map<String, Object> figures) {
            long[] ends = site.ends();
            Deliveries deliveries = site.deliveries();
            site.journal().replay(deliveries::see);
            deliveries.end(ends);
            List<SoakResult.Check> all = new ArrayList<>(deliveries.checks(ends, IN_FLIGHT));
            all.addAll(KeyOrder.read(site.journal(), ends).checks());
            all.forEach(check -> checks.add(new SoakResult.Check(
                    protocol + ": " + check.what(), check.verdict(), check.pace(), check.measured())));
            gaps(site, rows, figures);
            long produced = 0;
            for (long end : ends) {
                produced += end;
            }
            figures.put(protocol + ".produced", produced);
            figures.put(protocol + ".lost", deliveries.lost());
            figures.put(protocol + ".kills", deliveries.kills().size());
            figures.put(protocol + ".redelivered", deliveries.redelivered());
            figures.put(
                    protocol + ".redeliveredAtMost",
                    deliveries.kills().stream().mapToLong(KillReport::bound).sum());
        }

        private void gaps(Site site, List<Map<String, Object>> rows, Map<String, Object> figures) {
            StepGaps gaps = new StepGaps(steps);
            Gaps all = new Gaps(
                    PARTITIONS, steps.getFirst().atNanos(), steps.getLast().atNanos(), gaps);
            site.journal().replay(all::see);
            all.end();
            rows.addAll(gaps.rows(protocol));
            figures.put(protocol + ".perSecond", all.perSecond());
            figures.put(protocol + ".longestGapMs", gaps.longestMillis());
            gaps.longestOfOneMillis()
                    .forEach((step, millis) -> figures.put(protocol + ".longestGapOfAPartitionMs." + step, millis));
        }
    }
}
