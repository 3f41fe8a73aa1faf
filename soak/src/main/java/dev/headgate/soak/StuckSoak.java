package dev.headgate.soak;

import dev.headgate.testkit.ZipfKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** One record is stuck for a long time while very many later records of its lane complete; then SIGKILL, and another life. */
final class StuckSoak implements Soak {
    private static final int IN_FLIGHT = 200;
    private static final int COMMIT_MILLIS = 1000;
    private static final int KEYS = 5000;
    private static final int STUCK_OFFSET = 50;
    private static final double RATE_MARGIN = 1.03;
    private static final double GOES_ON = 0.95;

    @Override
    public String name() {
        return "stuck";
    }

    @Override
    public String description() {
        return "one record stuck while hundreds of thousands behind it complete: its lane goes on, and a SIGKILL then repeats only what"
                + " was in flight or not in an acknowledged commit";
    }

    @Override
    public List<SoakOption> options() {
        return List.of(
                new SoakOption("seconds", "how long the record is stuck at least, s", 6, 300),
                new SoakOption("records", "records done behind it meanwhile, at least", 12_000, 500_000));
    }

    @Override
    public SoakResult run(SoakOptions options, Consumer<String> progress) throws InterruptedException {
        long begin = System.nanoTime();
        SplittableRandom random = new SplittableRandom(options.seed());
        ZipfKeys keys = new ZipfKeys(KEYS, options.seed());
        double rate = RATE_MARGIN * options.get("records") / options.get("seconds");
        try (Site site = Site.open(1, 500_000 + options.get("records") * 4, Map.of(), progress)) {
            Pressure pressure = Pressure.measure();
            long stuckAt;
            long until;
            double writtenShare;
            try (Load load =
                    new Load(site.bootstrap(), Site.TOPIC, keys::next, key -> 0, 100, rate, site.journal()::done)) {
                Member member = site.start("member", settings().with("stuckoffset", STUCK_OFFSET), 256);
                member.awaitStuck(Duration.ofSeconds(60));
                stuckAt = System.nanoTime();
                long writtenBefore = load.written();
                long doneBefore = site.journal().done();
                // On a machine that cannot keep up it takes longer, up to five times as long.
                for (long second = 1;
                        second <= options.get("seconds")
                                || (site.journal().done() - doneBefore < options.get("records")
                                        && second < 5 * options.get("seconds"));
                        second++) {
                    Patience.forMillis(1000);
                    member.check();
                    if (second % 10 == 0) {
                        progress.accept(String.format(
                                "Stuck for %d s, %,d records done behind it",
                                second, site.journal().done() - doneBefore));
                    }
                }
                until = System.nanoTime();
                writtenShare = (double) (site.journal().done() - doneBefore) / (load.written() - writtenBefore);
                Patience.forMillis(random.nextInt(2 * COMMIT_MILLIS));
                member.kill();
            }
            try (Member last = site.start("member", settings(), 256)) {
                progress.accept("Killed; the next life, with nothing stuck");
                site.awaitDrained(Duration.ofMinutes(5));
                last.leave();
            }
            return judge(options, site, begin, new Meanwhile(stuckAt, until, writtenShare, pressure));
        }
    }

    private static MemberSettings settings() {
        return MemberSettings.defaults()
                .with("inflight", IN_FLIGHT)
                .with("commit", COMMIT_MILLIS)
                .with("least", 0)
                .with("most", 8000)
                .property("group.instance.id", "member");
    }

    /** The time in which the record was stuck, and how much of what was written then was done. */
    private record Meanwhile(long stuckAt, long until, double share, Pressure pressure) {}

    private SoakResult judge(SoakOptions options, Site site, long begin, Meanwhile meanwhile) {
        long[] ends = site.ends();
        Deliveries deliveries = site.deliveries();
        Gaps gaps = new Gaps(1, meanwhile.stuckAt(), meanwhile.until(), (partition, from, to) -> {});
        site.journal().replay(event -> {
            deliveries.see(event);
            gaps.see(event);
        });
        deliveries.end(ends);
        gaps.end();
        KillReport kill = deliveries.kills().getFirst();

        List<SoakResult.Check> checks = new ArrayList<>(deliveries.checks(ends, IN_FLIGHT));
        checks.add(meanwhile
                .pressure()
                .check(
                        String.format(
                                "the lane goes on: as much is done as is written, %.0f %% or more", 100 * GOES_ON),
                        meanwhile.share() >= GOES_ON,
                        String.format(
                                "%.1f %%, %,d records behind the stuck one", 100 * meanwhile.share(), kill.behind)));
        checks.add(SoakResult.Check.of(
                String.format("%,d records or more were done behind the stuck one", options.get("records")),
                kill.behind >= options.get("records"),
                String.format("%,d", kill.behind)));
        checks.add(SoakResult.Check.of(
                "the stuck record was handled again in the next life and done then",
                deliveries.doneIn(0, STUCK_OFFSET) == 2,
                "done in life " + deliveries.doneIn(0, STUCK_OFFSET)));

        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("produced", ends[0]);
        figures.put("stuckSeconds", (meanwhile.until() - meanwhile.stuckAt()) / 1e9);
        figures.put("doneBehindStuck", kill.behind);
        figures.put("perSecondMeanwhile", gaps.perSecond());
        figures.put("longestGapMs", gaps.longestMillis());
        figures.put("lost", deliveries.lost());
        figures.put("redelivered", deliveries.redelivered());
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
