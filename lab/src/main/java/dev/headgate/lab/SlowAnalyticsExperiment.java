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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The analytics store becomes a hundred times slower: does the rider notice. */
final class SlowAnalyticsExperiment implements Experiment {
    private static final double PER_SECOND = 60;
    private static final double FACTOR = 100;
    private static final double P99_WANTED = 1.2;
    private static final int NORMAL = 0;
    private static final int SLOW = 2;

    private record Result(List<StepResult> steps, BooksReading books) {}

    @Override
    public String name() {
        return "slow-analytics";
    }

    @Override
    public String about() {
        return "the analytics store becomes a hundred times slower: what the rider sees";
    }

    @Override
    public List<Way> ways() {
        return List.of(
                new Way("sync", "analytics, receipt and surge in the request's thread"),
                new Way("outbox", "the event written in the trip's transaction, analytics in a group of its own"));
    }

    @Override
    public Comparison run(List<Way> ways, boolean quick, Consumer<String> progress) throws InterruptedException {
        Duration length = Duration.ofSeconds(quick ? 6 : 30);
        List<Step> steps = List.of(
                new Step("normal", PER_SECOND, length),
                new Step("becoming slow", PER_SECOND, Duration.ofSeconds(3)),
                new Step("slow", PER_SECOND, length));
        Map<Way, Result> results = TripsStage.each(ways, progress, (stage, way) -> run(stage, way, steps, progress));
        return compare(results);
    }

    private static Result run(TripsStage stage, Way way, List<Step> steps, Consumer<String> progress)
            throws InterruptedException {
        try (TripsProcess service = stage.service(way)) {
            stage.warmUp(service, PER_SECOND, Duration.ofSeconds(15));
            try (OpenLoad load = stage.start(service, steps)) {
                TimeUnit.NANOSECONDS.sleep(steps.get(NORMAL).length().toNanos());
                progress.accept(way.name() + ": analytics is " + FACTOR + " times slower from now on");
                stage.world().slowAnalytics(FACTOR);
                List<StepResult> results = load.await().steps();
                // What was written at the slow pace is done at its pace; nothing of it may be lost.
                stage.world().slowAnalytics(1);
                progress.accept(way.name() + ": as fast as before; waiting until every group has done its part");
                return new Result(results, stage.world().books().settle(Duration.ofSeconds(90)));
            }
        }
    }

    private Comparison compare(Map<Way, Result> results) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of(
                "way", "p50 normal", "p50 slow", "p99 normal", "p99 slow", "errors normal", "errors slow", "not done"));
        List<Map<String, @Nullable Object>> arms = new ArrayList<>();
        List<Comparison.Check> checks = new ArrayList<>();
        results.forEach((way, result) -> {
            StepResult normal = result.steps().get(NORMAL);
            StepResult slow = result.steps().get(SLOW);
            cells.add(List.of(
                    way.name(),
                    Checked.millis(normal.p50Ms()),
                    Checked.millis(slow.p50Ms()),
                    Checked.millis(normal.p99Ms()),
                    Checked.millis(slow.p99Ms()),
                    LabTable.percent(normal.errorShare()),
                    LabTable.percent(slow.errorShare()),
                    String.format(Locale.ROOT, "%,d", result.books().lost())));
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("fixes", way.equals(ways().getFirst()) ? List.of() : List.of(way.name()));
            fields.put("throughput", slow.perSecond());
            fields.put("p50Ms", slow.p50Ms());
            fields.put("p99Ms", slow.p99Ms());
            fields.put("p99NormalMs", normal.p99Ms());
            fields.put("errorShare", slow.errorShare());
            fields.put("lost", result.books().lost());
            fields.put("duplicated", result.books().repeated());
            arms.add(fields);
            if (way.name().equals("outbox")) {
                checks.add(Checked.atMost(
                        "outbox: the rider's p99 within 20 % of normal",
                        slow.p99Ms(), normal.p99Ms(), P99_WANTED, "ms"));
                checks.add(Checked.none(
                        "outbox: trips not done by a group", result.books().lost()));
            }
        });
        String numbers = String.format(
                Locale.ROOT, "%.0f trips/s; analytics %.0f times slower in the second half", PER_SECOND, FACTOR);
        return new Comparison(name(), about(), 1 / TripsStage.SCALE, numbers, Columns.aligned(cells), arms, checks);
    }
}
