package dev.headgate.lab;

import dev.headgate.load.OpenLoad;
import dev.headgate.load.Step;
import dev.headgate.load.StepResult;
import dev.headgate.systems.trips.BooksReading;
import dev.headgate.systems.trips.TripsProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Kafka is away for a minute while riders complete trips. */
final class KafkaAwayExperiment implements Experiment {
    private static final double PER_SECOND = 120;
    private static final double P99_WANTED = 2;
    private static final Duration DRAINED_WANTED = Duration.ofSeconds(60);

    private record Result(
            List<StepResult> steps,
            double awaySeconds,
            @Nullable Double drainedSeconds,
            double worstLagSeconds,
            BooksReading books,
            long answered,
            long unrecorded) {}

    @Override
    public String name() {
        return "kafka-away";
    }

    @Override
    public String about() {
        return "Kafka is stopped for 60 s while riders complete trips: what is lost, and what do the riders see";
    }

    @Override
    public List<Way> ways() {
        return List.of(
                new Way("async", "the story's design: an event sent and not waited for"),
                new Way("outbox", "the event written in the trip's transaction"));
    }

    @Override
    public Comparison run(List<Way> ways, boolean quick, Consumer<String> progress) throws InterruptedException {
        Duration calm = Duration.ofSeconds(quick ? 5 : 20);
        Duration away = Duration.ofSeconds(quick ? 10 : 60);
        Duration after = Duration.ofSeconds(quick ? 15 : 60);
        List<Step> steps = List.of(
                new Step("before", PER_SECOND, calm),
                new Step("away", PER_SECOND, away),
                new Step("after", PER_SECOND, after));
        Map<Way, Result> results = TripsStage.each(ways, progress, (stage, way) -> run(stage, way, steps, progress));
        return compare(steps, results);
    }

    private static Result run(TripsStage stage, Way way, List<Step> steps, Consumer<String> progress)
            throws InterruptedException {
        try (TripsProcess service = stage.service(way)) {
            stage.warmUp(service, PER_SECOND, Duration.ofSeconds(10));
            try (OpenLoad load = stage.start(service, steps)) {
                TimeUnit.NANOSECONDS.sleep(steps.get(0).length().toNanos());
                progress.accept(way.name() + ": stopping Kafka");
                long stopped = System.nanoTime();
                stage.kafka().stop();
                TimeUnit.NANOSECONDS.sleep(
                        Math.max(0, stopped + steps.get(1).length().toNanos() - System.nanoTime()));
                progress.accept(way.name() + ": starting Kafka");
                stage.kafka().start();
                long back = System.nanoTime();
                progress.accept(String.format(
                        Locale.ROOT, "%s: Kafka serves again after %.1f s", way.name(), (back - stopped) / 1e9));
                Drain drain = Drain.watch(
                        stage.world(), steps.get(2).length(), line -> progress.accept(way.name() + ": " + line));
                var result = load.await();
                progress.accept(way.name() + ": waiting until every group has done its part");
                BooksReading books = stage.world().books().settle(Duration.ofSeconds(45));
                List<UUID> served = result.servedIds();
                return new Result(
                        result.steps(),
                        (back - stopped) / 1e9,
                        drain.seconds(),
                        drain.worstLagSeconds(),
                        books,
                        served.size(),
                        stage.world().books().unrecorded(served).size());
            }
        }
    }

    private Comparison compare(List<Step> steps, Map<Way, Result> results) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of(
                "way",
                "trips",
                "lost by a group",
                "again",
                "p99 before",
                "p99 away",
                "p99 after",
                "errors",
                "behind",
                "drained"));
        List<Map<String, @Nullable Object>> arms = new ArrayList<>();
        List<Comparison.Check> checks = new ArrayList<>();
        results.forEach((way, result) -> {
            cells.add(row(way, result));
            arms.add(arm(way, way.equals(ways().getFirst()), result));
            if (way.name().equals("outbox")) {
                checks.addAll(checks(result));
            }
        });
        List<String> table = new ArrayList<>(Columns.aligned(cells));
        results.forEach((way, result) -> result.books()
                .groups()
                .forEach(group -> table.add(String.format(
                        Locale.ROOT,
                        "%s, %s: %,d done, %,d lost, %,d asked again",
                        way.name(),
                        group.group(),
                        group.processed(),
                        group.lost(),
                        group.repeated()))));
        String numbers = String.format(
                Locale.ROOT,
                "%.0f trips/s; Kafka stopped for %d s",
                PER_SECOND,
                steps.get(1).length().toSeconds());
        return new Comparison(name(), about(), 1 / TripsStage.SCALE, numbers, table, arms, checks);
    }

    private static List<String> row(Way way, Result result) {
        long failed = result.steps().stream()
                .mapToLong(step -> step.sent() - step.served())
                .sum();
        return List.of(
                way.name(),
                String.format(Locale.ROOT, "%,d", result.books().trips()),
                String.format(Locale.ROOT, "%,d", result.books().lost()),
                String.format(Locale.ROOT, "%,d", result.books().repeated()),
                Checked.millis(result.steps().get(0).p99Ms()),
                Checked.millis(result.steps().get(1).p99Ms()),
                Checked.millis(result.steps().get(2).p99Ms()),
                String.format(Locale.ROOT, "%,d", failed),
                String.format(Locale.ROOT, "%.1f s", result.worstLagSeconds()),
                result.drainedSeconds() == null ? "no" : String.format(Locale.ROOT, "%.1f s", result.drainedSeconds()));
    }

    private static Map<String, @Nullable Object> arm(Way way, boolean sick, Result result) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        StepResult before = result.steps().get(0);
        fields.put("fixes", sick ? List.of() : List.of(way.name()));
        fields.put("throughput", before.perSecond());
        fields.put("p50Ms", before.p50Ms());
        fields.put("p99Ms", before.p99Ms());
        fields.put("p99AwayMs", result.steps().get(1).p99Ms());
        fields.put("p99AfterMs", result.steps().get(2).p99Ms());
        fields.put(
                "errorShare",
                result.steps().stream()
                        .mapToDouble(StepResult::errorShare)
                        .max()
                        .orElse(0));
        fields.put("trips", result.books().trips());
        fields.put("lost", result.books().lost());
        fields.put("duplicated", result.books().repeated());
        fields.put("awaySeconds", result.awaySeconds());
        fields.put("drainedSeconds", result.drainedSeconds());
        fields.put("answered", result.answered());
        fields.put("unrecorded", result.unrecorded());
        return fields;
    }

    private static List<Comparison.Check> checks(Result result) {
        double before = result.steps().get(0).p99Ms();
        Double drained = result.drainedSeconds();
        return List.of(
                Checked.none("outbox: events lost by a group", result.books().lost()),
                Checked.none(
                        "outbox: events that came to a group twice",
                        result.books().repeated()),
                Checked.none("outbox: trips answered with 200 and not recorded", result.unrecorded()),
                Checked.atMost(
                        "outbox: p99 while Kafka is away at most 2 times before",
                        result.steps().get(1).p99Ms(),
                        before,
                        P99_WANTED,
                        "ms"),
                new Comparison.Check(
                        "outbox: backlog drained within 60 s of Kafka's return",
                        drained == null ? "no" : String.format(Locale.ROOT, "%.1f s", drained),
                        drained != null && drained <= DRAINED_WANTED.toSeconds()));
    }
}
