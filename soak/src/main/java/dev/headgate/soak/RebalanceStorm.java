package dev.headgate.soak;

import dev.headgate.testkit.ZipfKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A group of three over twelve partitions under load, while a member joins, one leaves in order, and one is killed and started anew at
 * once; with one way of assignment. What is measured is the longest time in which the group did nothing at all.
 *
 * <p>Heartbeats every 3 s and a session of 10 s: a third of what the story of trips has, and so are the handlers' times. With eager
 * assignment everybody stops until everybody has joined, and a member that was killed is waited for until its session ends.
 */
public final class RebalanceStorm {
    private static final int PARTITIONS = 12;
    private static final int MEMBERS = 3;
    private static final int IN_FLIGHT = 100;
    private static final int KEYS = 5000;
    private static final int HEAP_MIB = 96;
    private static final int SESSION_MILLIS = 10_000;
    private static final int HEARTBEAT_MILLIS = 3_000;

    /** A way in which partitions are handed out. */
    public enum Assignment {
        /** Classic protocol, range assignor: all partitions are given up at every rebalance. */
        EAGER("classic", "org.apache.kafka.clients.consumer.RangeAssignor"),
        /** Classic protocol, cooperative-sticky assignor: only what moves is given up. */
        COOPERATIVE("classic", "org.apache.kafka.clients.consumer.CooperativeStickyAssignor"),
        /** The protocol of KIP-848: the broker assigns, and nobody waits for anybody. */
        KIP_848("consumer", "");

        private final String protocol;
        private final String assignor;

        Assignment(String protocol, String assignor) {
            this.protocol = protocol;
            this.assignor = assignor;
        }

        private MemberSettings of(MemberSettings settings) {
            MemberSettings told = settings.property("group.protocol", protocol);
            return assignor.isEmpty()
                    ? told
                    : told.property("partition.assignment.strategy", assignor)
                            .property("session.timeout.ms", SESSION_MILLIS)
                            .property("heartbeat.interval.ms", HEARTBEAT_MILLIS);
        }
    }

    /**
     * What came of one way.
     *
     * @param perSecond records/s done over all
     * @param longestMillis longest time without any record done, in ms, by what was done to the group: steady, join, leave, restart
     * @param longestOfOneMillis the same of a single partition
     * @param written records
     * @param lost records not done
     * @param redelivered records done again
     * @param redeliveredAtMost what the kill allows for
     */
    public record Result(
            double perSecond,
            Map<String, Double> longestMillis,
            Map<String, Double> longestOfOneMillis,
            long written,
            long lost,
            long redelivered,
            long redeliveredAtMost) {}

    private final Assignment assignment;
    private final double perSecond;
    private final int calmMillis;
    private final Consumer<String> progress;
    private final List<Member> present = new ArrayList<>();
    private final List<StepGaps.Step> steps = new ArrayList<>();
    private int named;

    /**
     * Describes a run.
     *
     * @param perSecond records/s written
     * @param calm how long the group is left alone after each thing done to it; a restart gets a session more
     * @param progress told what is going on, in words
     */
    public RebalanceStorm(Assignment assignment, double perSecond, Duration calm, Consumer<String> progress) {
        this.assignment = assignment;
        this.perSecond = perSecond;
        this.calmMillis = Math.toIntExact(calm.toMillis());
        this.progress = progress;
    }

    /**
     * Runs it, once. Blocks: for four times the calm, a session, and what it takes to start a broker.
     *
     * @throws InterruptedException when interrupted; what was started has ended then
     * @throws IllegalStateException when a member ends by itself, or the group does not drain
     */
    public Result run() throws InterruptedException {
        ZipfKeys keys = new ZipfKeys(KEYS, 1);
        long events = 500_000 + (long) (6 * perSecond * (4 * calmMillis / 1000 + 120));
        try (Site site =
                Site.open(PARTITIONS, events, RebalanceSoak.broker(SESSION_MILLIS, HEARTBEAT_MILLIS), progress)) {
            try (Load load = new Load(
                    site.bootstrap(),
                    Site.TOPIC,
                    keys::next,
                    key -> key % PARTITIONS,
                    100,
                    perSecond,
                    site.journal()::done)) {
                for (int i = 0; i < MEMBERS; i++) {
                    present.add(start(site));
                }
                Patience.until(
                        "every partition to be served", Duration.ofSeconds(60), () -> allServed(site) && allAlive());
                storm(site);
                progress.accept(String.format("%,d records written; draining", load.written()));
            }
            site.awaitDrained(Duration.ofMinutes(2));
            for (Member member : present) {
                member.leave();
            }
            return judge(site);
        }
    }

    private void storm(Site site) throws InterruptedException {
        // The members that joined last settle first.
        Patience.forMillis(calmMillis);
        step("steady");
        Patience.forMillis(calmMillis);
        step("join");
        present.add(start(site));
        Patience.forMillis(calmMillis);
        step("leave");
        present.removeFirst().leave();
        Patience.forMillis(calmMillis);
        step("restart");
        present.removeFirst().kill();
        present.add(start(site));
        Patience.forMillis(calmMillis + SESSION_MILLIS);
        step("end");
        allAlive();
    }

    private Member start(Site site) {
        String name = "member-" + ++named;
        return site.start(
                name,
                assignment.of(MemberSettings.defaults()
                        .with("ordering", "BY_KEY")
                        .with("inflight", IN_FLIGHT)
                        .with("least", 60_000)
                        .with("most", 90_000)),
                HEAP_MIB);
    }

    private void step(String what) {
        steps.add(new StepGaps.Step(what, System.nanoTime()));
        progress.accept(what);
    }

    private boolean allAlive() {
        present.forEach(Member::check);
        return true;
    }

    private static boolean allServed(Site site) {
        boolean[] served = new boolean[PARTITIONS];
        site.journal().replay(event -> {
            if (event.kind() == Event.Kind.DONE) {
                served[event.partition()] = true;
            }
        });
        for (boolean one : served) {
            if (!one) {
                return false;
            }
        }
        return true;
    }

    private Result judge(Site site) {
        long[] ends = site.ends();
        Deliveries deliveries = site.deliveries();
        site.journal().replay(deliveries::see);
        deliveries.end(ends);
        StepGaps gaps = new StepGaps(steps);
        Gaps all =
                new Gaps(PARTITIONS, steps.getFirst().atNanos(), steps.getLast().atNanos(), gaps);
        site.journal().replay(all::see);
        all.end();
        long written = 0;
        for (long end : ends) {
            written += end;
        }
        return new Result(
                all.perSecond(),
                new LinkedHashMap<>(gaps.longestMillisByStep()),
                new LinkedHashMap<>(gaps.longestOfOneMillis()),
                written,
                deliveries.lost(),
                deliveries.redelivered(),
                deliveries.kills().stream().mapToLong(KillReport::bound).sum());
    }
}
