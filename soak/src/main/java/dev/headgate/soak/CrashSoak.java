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
 * A process is killed with SIGKILL at random moments, again and again, under load.
 *
 * <p>In each life one record is stuck: its handler never returns. The kill comes at a random moment within three commit intervals
 * after so many records have been done behind it. In the next life that record comes again and is done, and another one, further on,
 * is stuck. Some lives more are killed within a second of their assignment, while offsets are fetched and records of the life
 * before are handled again.
 */
final class CrashSoak implements Soak {
    private static final int PARTITIONS = 2;
    private static final int IN_FLIGHT = 200;
    private static final int COMMIT_MILLIS = 1000;
    private static final int EARLY_MILLIS = 1000;
    private static final int KEYS = 5000;
    private static final Duration TO_STUCK = Duration.ofSeconds(60);

    @Override
    public String name() {
        return "crash";
    }

    @Override
    public String description() {
        return "SIGKILL at random moments with a stuck record and many done behind it: nothing is lost, and only what was in flight or"
                + " not in an acknowledged commit is handled again";
    }

    @Override
    public List<SoakOption> options() {
        return List.of(
                new SoakOption("kills", "kills with a stuck record", 2, 20),
                new SoakOption("early", "kills more, within a second of an assignment", 1, 5),
                new SoakOption("behind", "records done behind the stuck one before a kill", 5_000, 100_000),
                new SoakOption("rate", "records/s written", 4_000, 8_000));
    }

    /** A record that was stuck in a life. */
    private record Stuck(int life, long offset) {}

    @Override
    public SoakResult run(SoakOptions options, Consumer<String> progress) throws InterruptedException {
        long begin = System.nanoTime();
        SplittableRandom random = new SplittableRandom(options.seed());
        ZipfKeys keys = new ZipfKeys(KEYS, options.seed());
        long behind = options.get("behind");
        List<Boolean> plan = plan(options, random);
        long perLife = behind * 13 / 10 + options.get("rate") * 10;
        try (Site site = Site.open(PARTITIONS, 500_000 + plan.size() * perLife * 3, Map.of(), progress)) {
            List<Stuck> stuck = new ArrayList<>();
            try (Load load = new Load(
                    site.bootstrap(),
                    Site.TOPIC,
                    keys::next,
                    key -> key % 10 == 9 ? 1 : 0,
                    100,
                    options.get("rate"),
                    site.journal()::done)) {
                for (int i = 0; i < plan.size(); i++) {
                    long next = highestStarted(site) + 1 + random.nextInt(500);
                    long before = site.journal().size();
                    Member member = site.start("member", settings().with("stuckoffset", next), 256);
                    stuck.add(new Stuck(member.life(), next));
                    if (plan.get(i)) {
                        untilAssigned(site, member, before);
                        Patience.forMillis(random.nextInt(EARLY_MILLIS));
                    } else {
                        untilSoManyBehind(site, member, behind);
                        Patience.forMillis(random.nextInt(3 * COMMIT_MILLIS));
                    }
                    member.kill();
                    progress.accept(String.format(
                            "Kill %d of %d%s: %,d records written, %,d handled",
                            i + 1,
                            plan.size(),
                            plan.get(i) ? ", soon after its start" : "",
                            load.written(),
                            site.journal().done()));
                }
            }
            try (Member last = site.start("member", settings(), 256)) {
                progress.accept("The last life, with nothing stuck");
                site.awaitDrained(Duration.ofMinutes(5));
                last.leave();
            }
            return judge(options, site, stuck, plan, begin);
        }
    }

    /** True for each kill that comes soon after the start. The first one does not. */
    private static List<Boolean> plan(SoakOptions options, SplittableRandom random) {
        List<Boolean> plan = new ArrayList<>();
        for (int i = 0; i < options.get("kills"); i++) {
            plan.add(false);
        }
        for (int i = 0; i < options.get("early"); i++) {
            plan.add(1 + random.nextInt(Math.max(1, plan.size())), true);
        }
        return plan;
    }

    private static MemberSettings settings() {
        return MemberSettings.defaults()
                .with("inflight", IN_FLIGHT)
                .with("commit", COMMIT_MILLIS)
                .with("least", 0)
                .with("most", 8000)
                // A static member: the next life takes the place of the killed one at once.
                .property("group.instance.id", "member");
    }

    private static long highestStarted(Site site) {
        long[] highest = {0};
        site.journal().replay(event -> {
            if (event.kind() == Event.Kind.STARTED && event.partition() == 0) {
                highest[0] = Math.max(highest[0], event.offset());
            }
        });
        return highest[0];
    }

    /** Blocks until the life has partitions; what it does first with them is what is to be cut off. */
    private static void untilAssigned(Site site, Member member, long from) throws InterruptedException {
        boolean[] assigned = {false};
        Patience.until("partitions of " + member.name(), TO_STUCK, () -> {
            member.check();
            site.journal()
                    .replay(
                            from,
                            site.journal().size(),
                            event -> assigned[0] |=
                                    event.kind() == Event.Kind.ASSIGNED && event.life() == member.life());
            return assigned[0];
        });
    }

    private static void untilSoManyBehind(Site site, Member member, long behind) throws InterruptedException {
        member.awaitStuck(TO_STUCK);
        long before = site.journal().done();
        // Some of what is done is of the other partition.
        long enough = behind * 115 / 100;
        Patience.until(
                enough + " records to be done behind a stuck one", Duration.ofSeconds(120 + behind / 250), () -> {
                    member.check();
                    return site.journal().done() - before >= enough;
                });
    }

    private SoakResult judge(SoakOptions options, Site site, List<Stuck> stuck, List<Boolean> plan, long begin) {
        long[] ends = site.ends();
        Deliveries deliveries = site.deliveries();
        site.journal().replay(deliveries::see);
        deliveries.end(ends);
        List<SoakResult.Check> checks = new ArrayList<>(deliveries.checks(ends, IN_FLIGHT));

        Broken stuckLost = new Broken("each stuck record was handled again in a later life and done then");
        stuck.forEach(one -> {
            if (deliveries.doneIn(0, one.offset()) <= one.life()) {
                stuckLost.add(one::toString);
            }
        });
        checks.add(stuckLost.check(stuck.size() + " records"));
        Broken fewer = new Broken(String.format(
                "at least %,d records were done behind the stuck one at each kill", options.get("behind")));
        for (int i = 0; i < plan.size(); i++) {
            KillReport kill = deliveries.kills().get(i);
            if (!plan.get(i) && kill.behind < options.get("behind")) {
                fewer.add(() -> kill.row().toString());
            }
        }
        checks.add(fewer.check(options.get("kills") + " kills"));

        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("produced", ends[0] + ends[1]);
        figures.put("kills", deliveries.kills().size());
        figures.put("lost", deliveries.lost());
        figures.put("redelivered", deliveries.redelivered());
        figures.put(
                "redeliveredMostPerKill",
                deliveries.kills().stream()
                        .mapToLong(kill -> kill.redelivered)
                        .max()
                        .orElse(0));
        figures.put("longestCommitMetadataBytes", deliveries.longestMetadata());
        return new SoakResult(
                name(),
                options.values(),
                options.seed(),
                (System.nanoTime() - begin) / 1e9,
                figures,
                deliveries.kills().stream().map(KillReport::row).toList(),
                checks);
    }
}
