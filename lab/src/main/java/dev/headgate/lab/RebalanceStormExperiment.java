package dev.headgate.lab;

import dev.headgate.soak.RebalanceStorm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a rebalance stops: of the second story, whose first deployment stood still for 8 s at each, and for 30 s when a member restarted. */
final class RebalanceStormExperiment implements Experiment {
    private static final double PER_SECOND = 300;
    private static final double SCALE = 3;
    private static final double WANTED = 0.1;
    private static final List<String> STEPS = List.of("join", "leave", "restart");

    @Override
    public String name() {
        return "rebalance-storm";
    }

    @Override
    public String about() {
        return "three members over 12 partitions: one joins, one leaves, one is killed and started anew; how long is nothing processed";
    }

    @Override
    public List<Way> ways() {
        return List.of(
                new Way("eager", "classic protocol, range assignor: everybody gives up everything"),
                new Way("cooperative", "classic protocol, cooperative-sticky: only what moves is given up"),
                new Way("kip-848", "the protocol of KIP-848: nobody waits for anybody"));
    }

    @Override
    public Comparison run(List<Way> ways, boolean quick, Consumer<String> progress) throws InterruptedException {
        Map<Way, RebalanceStorm.Result> results = new LinkedHashMap<>();
        for (Way way : ways) {
            RebalanceStorm.Assignment assignment = RebalanceStorm.Assignment.valueOf(
                    way.name().toUpperCase(Locale.ROOT).replace('-', '_'));
            Duration calm = Duration.ofSeconds(quick ? 4 : 8);
            results.put(
                    way,
                    new RebalanceStorm(assignment, PER_SECOND, calm, line -> progress.accept(way.name() + ": " + line))
                            .run());
        }
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of(
                "way",
                "done",
                "steady",
                "join",
                "leave",
                "restart",
                "of one partition: join",
                "leave",
                "restart",
                "lost",
                "redelivered"));
        List<Map<String, @Nullable Object>> arms = new ArrayList<>();
        results.forEach((way, result) -> {
            cells.add(row(way, result));
            arms.add(arm(way, way.equals(ways().getFirst()), result));
        });
        List<String> table = new ArrayList<>();
        table.add(
                "Longest time in which no record at all was processed, and the same of the partition that fared worst:");
        table.addAll(Columns.aligned(cells));
        String numbers = String.format(
                Locale.ROOT,
                "%.0f records/s of 60 to 90 ms each, 3 members of 100 in flight, heartbeats every 3 s, session 10 s",
                PER_SECOND);
        return new Comparison(name(), about(), SCALE, numbers, table, arms, checks(results));
    }

    private static List<String> row(Way way, RebalanceStorm.Result result) {
        List<String> row = new ArrayList<>(List.of(way.name(), LabTable.rate(result.perSecond())));
        row.add(Checked.millis(result.longestMillis().getOrDefault("steady", 0.0)));
        STEPS.forEach(step -> row.add(Checked.millis(result.longestMillis().getOrDefault(step, 0.0))));
        STEPS.forEach(step -> row.add(Checked.millis(result.longestOfOneMillis().getOrDefault(step, 0.0))));
        row.add(String.valueOf(result.lost()));
        row.add(result.redelivered() + " of at most " + result.redeliveredAtMost());
        return row;
    }

    private static Map<String, @Nullable Object> arm(Way way, boolean sick, RebalanceStorm.Result result) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("fixes", sick ? List.of() : List.of(way.name()));
        fields.put("throughput", result.perSecond());
        fields.put("lost", result.lost());
        fields.put("duplicated", result.redelivered());
        fields.put("longestGapMs", longest(result));
        result.longestMillis().forEach((step, gap) -> fields.put("longestGapMs." + step, gap));
        result.longestOfOneMillis().forEach((step, gap) -> fields.put("longestGapOfAPartitionMs." + step, gap));
        return fields;
    }

    /** Over all that is done to the group. */
    private static double longest(RebalanceStorm.Result result) {
        return STEPS.stream()
                .mapToDouble(step -> result.longestMillis().getOrDefault(step, 0.0))
                .max()
                .orElse(0);
    }

    private static List<Comparison.Check> checks(Map<Way, RebalanceStorm.Result> results) {
        List<Comparison.Check> checks = new ArrayList<>();
        Double eager = null;
        for (Map.Entry<Way, RebalanceStorm.Result> entry : results.entrySet()) {
            double longest = longest(entry.getValue());
            if (entry.getKey().name().equals("eager")) {
                eager = longest;
            } else if (eager != null) {
                checks.add(new Comparison.Check(
                        "longest gap with " + entry.getKey().name() + " at most " + WANTED + " of eager's",
                        String.format(
                                Locale.ROOT,
                                "%s of %s: %.3f",
                                Checked.millis(longest),
                                Checked.millis(eager),
                                longest / eager),
                        longest <= WANTED * eager));
            }
            checks.add(new Comparison.Check(
                    "nothing lost with " + entry.getKey().name(),
                    entry.getValue().lost() + " of " + entry.getValue().written(),
                    entry.getValue().lost() == 0));
        }
        return checks;
    }
}
