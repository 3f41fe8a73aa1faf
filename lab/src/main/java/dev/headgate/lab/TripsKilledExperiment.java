package dev.headgate.lab;

import dev.headgate.load.LoadResult;
import dev.headgate.load.OpenLoad;
import dev.headgate.load.Step;
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

/** The service is killed again and again under load: is every trip that got an answer done by every group. */
final class TripsKilledExperiment implements Experiment {
    private static final double PER_SECOND = 60;
    private static final Duration UP = Duration.ofSeconds(6);
    /** To start the service again: its groups wait for the dead members' sessions, of 30 s, before it is ready. */
    private static final Duration DOWN = Duration.ofSeconds(38);

    private record Result(LoadResult load, BooksReading books, long unrecorded, long countedTwice, int kills) {}

    @Override
    public String name() {
        return "trips-killed";
    }

    @Override
    public String about() {
        return "the service is killed (SIGKILL) ten times under load: what is lost of the trips that got an answer";
    }

    @Override
    public List<Way> ways() {
        return List.of(
                new Way("async", "the story's design: an event sent and not waited for"),
                new Way("outbox", "the event written in the trip's transaction"));
    }

    @Override
    public Comparison run(List<Way> ways, boolean quick, Consumer<String> progress) throws InterruptedException {
        int kills = quick ? 2 : 10;
        Map<Way, Result> results = TripsStage.each(ways, progress, (stage, way) -> run(stage, way, kills, progress));
        return compare(kills, results);
    }

    private static Result run(TripsStage stage, Way way, int kills, Consumer<String> progress)
            throws InterruptedException {
        Duration length = UP.plus(DOWN).multipliedBy(kills).plus(UP);
        try (TripsProcess service = stage.service(way);
                OpenLoad load = stage.start(service, List.of(new Step("killed", PER_SECOND, length)))) {
            long begin = System.nanoTime();
            int killed = 0;
            while (killed < kills
                    && System.nanoTime() - begin < length.minus(UP).toNanos()) {
                TimeUnit.NANOSECONDS.sleep(UP.toNanos());
                killed++;
                progress.accept(way.name() + ": kill " + killed + " of " + kills);
                service.kill();
                service.restart();
            }
            LoadResult result = load.await();
            progress.accept(way.name() + ": waiting until every group has done its part");
            BooksReading books = stage.world().books().settle(Duration.ofSeconds(120));
            List<UUID> served = result.servedIds();
            return new Result(
                    result,
                    books,
                    stage.world().books().unrecorded(served).size(),
                    new TripsWork(stage.world().database()).countedTwice(),
                    killed);
        }
    }

    private Comparison compare(int kills, Map<Way, Result> results) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of(
                "way", "kills", "answered", "recorded", "answered, not recorded", "lost by a group", "asked again"));
        List<Map<String, @Nullable Object>> arms = new ArrayList<>();
        List<Comparison.Check> checks = new ArrayList<>();
        results.forEach((way, result) -> {
            long answered = result.load().servedIds().size();
            cells.add(List.of(
                    way.name(),
                    String.valueOf(result.kills()),
                    String.format(Locale.ROOT, "%,d", answered),
                    String.format(Locale.ROOT, "%,d", result.books().trips()),
                    String.format(Locale.ROOT, "%,d", result.unrecorded()),
                    String.format(Locale.ROOT, "%,d", result.books().lost()),
                    String.format(Locale.ROOT, "%,d", result.books().repeated())));
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("fixes", way.equals(ways().getFirst()) ? List.of() : List.of(way.name()));
            fields.put("throughput", result.load().steps().getFirst().perSecond());
            fields.put("p50Ms", result.load().steps().getFirst().p50Ms());
            fields.put("p99Ms", result.load().steps().getFirst().p99Ms());
            fields.put("errorShare", result.load().steps().getFirst().errorShare());
            fields.put("kills", result.kills());
            fields.put("answered", answered);
            fields.put("unrecorded", result.unrecorded());
            fields.put("countedTwice", result.countedTwice());
            fields.put("lost", result.books().lost());
            fields.put("duplicated", result.books().repeated());
            arms.add(fields);
            if (way.name().equals("outbox")) {
                checks.add(new Comparison.Check(
                        "killed " + kills + " times", result.kills() + " times", result.kills() == kills));
                checks.add(Checked.none("outbox: trips answered with 200 and not recorded", result.unrecorded()));
                checks.add(Checked.none("outbox: trips that the surge prices counted twice", result.countedTwice()));
                checks.add(Checked.none(
                        "outbox: recorded trips that a group has not done",
                        result.books().lost()));
            }
        });
        String numbers =
                String.format(Locale.ROOT, "%.0f trips/s; killed %d s after it was ready", PER_SECOND, UP.toSeconds());
        return new Comparison(name(), about(), 1 / TripsStage.SCALE, numbers, Columns.aligned(cells), arms, checks);
    }
}
