package dev.headgate.lab;

import dev.headgate.load.Step;
import dev.headgate.load.StepResult;
import dev.headgate.systems.trips.BooksReading;
import dev.headgate.systems.trips.TripsProcess;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The second story: what the rider waits for, with everything in the request, with an event sent, and with an event in an outbox. */
final class TripsExperiment implements Experiment {
    private static final String SYNC = "sync";
    private static final List<Integer> USERS = List.of(500, 1_000, 2_000, 3_000, 4_000);
    private static final double P99_WANTED = 0.1;
    private static final double RATE_WANTED = 3;
    private static final double THREADS_WANTED = 0.6;
    /** The first step that the story's sync arm did not serve without errors: there the doctor is asked. */
    private static final int DOCTOR_AT = 2;

    private record Result(
            TripsStage.Watched watched, BooksReading books, double cores, List<String> named, List<String> verdict) {
        List<StepResult> steps() {
            return watched.result().steps();
        }

        /** The highest step up to which all were served without errors; empty when the first one was not. */
        OptionalInt clean() {
            int clean = 0;
            while (clean < steps().size() && steps().get(clean).errorShare() == 0) {
                clean++;
            }
            return clean == 0 ? OptionalInt.empty() : OptionalInt.of(clean - 1);
        }

        double cleanPerSecond() {
            return clean().isPresent() ? steps().get(clean().getAsInt()).perSecond() : 0;
        }
    }

    @Override
    public String name() {
        return "trips";
    }

    @Override
    public String about() {
        return "a ride is completed: 15 ms are the rider's, 435 ms are not; all of it in the request, or the rest by Kafka";
    }

    @Override
    public List<Way> ways() {
        return List.of(
                new Way(SYNC, "analytics, receipt and surge in the request's thread"),
                new Way("async", "an event sent to Kafka and not waited for; three groups do the rest"),
                new Way("outbox", "the event written in the trip's transaction, relayed from there"));
    }

    @Override
    public Comparison run(List<Way> ways, boolean quick, Consumer<String> progress) throws InterruptedException {
        Duration length = Duration.ofSeconds(quick ? 4 : 15);
        List<Step> steps = USERS.stream()
                .map(users -> new Step(users + " users", users * TripsStage.PER_USER, length))
                .toList();
        Map<Way, Result> results =
                TripsStage.each(ways, progress, (stage, way) -> run(stage, way, steps, quick, progress));
        return compare(steps, results);
    }

    private static Result run(TripsStage stage, Way way, List<Step> steps, boolean quick, Consumer<String> progress)
            throws InterruptedException {
        try (TripsProcess service = stage.service(way)) {
            stage.warmUp(service, steps.getFirst().perSecond(), Duration.ofSeconds(quick ? 4 : 10));
            DoctorCall doctor = new DoctorCall(
                    URI.create(service.managementUrl() + "/headgate"),
                    steps.get(0).length().multipliedBy(DOCTOR_AT + 1));
            doctor.start();
            double before = cpuSeconds(service);
            long from = System.nanoTime();
            TripsStage.Watched watched = stage.run(service, steps);
            double cores = (cpuSeconds(service) - before) / ((System.nanoTime() - from) / 1e9);
            doctor.join();
            progress.accept(way.name() + ": waiting until every group has done its part");
            return new Result(
                    watched,
                    stage.world().books().settle(Duration.ofSeconds(60)),
                    cores,
                    doctor.named(),
                    doctor.lines());
        }
    }

    private static double cpuSeconds(TripsProcess service) {
        return ProcessHandle.of(service.pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .map(used -> used.toMillis() / 1e3)
                .orElse(0.0);
    }

    private Comparison compare(List<Step> steps, Map<Way, Result> results) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of("users", "way", "offered", "served", "p50", "p99", "errors", "busy threads"));
        for (int i = 0; i < steps.size(); i++) {
            int index = i;
            results.forEach((way, result) -> cells.add(row(index, way, result)));
        }
        List<String> table = new ArrayList<>(Columns.aligned(cells));
        table.add("");
        List<List<String>> books = new ArrayList<>();
        books.add(List.of("way", "trips", "not done by a group", "asked again", "cores of the service"));
        results.forEach((way, result) -> books.add(List.of(
                way.name(),
                String.format(Locale.ROOT, "%,d", result.books().trips()),
                String.format(Locale.ROOT, "%,d", result.books().lost()),
                String.format(Locale.ROOT, "%,d", result.books().repeated()),
                String.format(Locale.ROOT, "%.2f", result.cores()))));
        table.addAll(Columns.aligned(books));
        Map.Entry<Way, Result> sync = results.entrySet().iterator().next();
        table.add("");
        table.add("The doctor, within the service, on sync at " + USERS.get(DOCTOR_AT) + " users:");
        sync.getValue().verdict().forEach(line -> table.add("  " + line));
        List<Map<String, @Nullable Object>> arms = new ArrayList<>();
        results.forEach((way, result) -> arms.add(arm(way, result)));
        String numbers = String.format(
                Locale.ROOT,
                "open model, %.2f requests/s a user, a rider gives up after %d s, 200 Tomcat threads, steps of %d s",
                TripsStage.PER_USER,
                Riders.patience(TripsStage.SCALE).toSeconds(),
                steps.getFirst().length().toSeconds());
        return new Comparison(
                name(), about(), 1 / TripsStage.SCALE, numbers, table, arms, checks(sync.getValue(), results));
    }

    private static List<String> row(int index, Way way, Result result) {
        StepResult step = result.steps().get(index);
        return List.of(
                String.format(Locale.ROOT, "%,d", USERS.get(index)),
                way.name(),
                LabTable.rate(step.step().perSecond()),
                LabTable.rate(step.perSecond()),
                Checked.millis(step.p50Ms()),
                Checked.millis(step.p99Ms()),
                String.format(Locale.ROOT, "%.1f %%", 100 * step.errorShare()),
                String.valueOf(result.watched().busiest().get(index)));
    }

    private static Map<String, @Nullable Object> arm(Way way, Result result) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        StepResult best = result.steps().get(result.clean().orElse(0));
        fields.put("fixes", way.name().equals(SYNC) ? List.of() : List.of(way.name()));
        fields.put("throughput", result.cleanPerSecond());
        fields.put("p50Ms", best.p50Ms());
        fields.put("p99Ms", best.p99Ms());
        fields.put("errorShare", best.errorShare());
        fields.put("lost", result.books().lost());
        fields.put("duplicated", result.books().repeated());
        fields.put("cpuShare", result.cores() / Runtime.getRuntime().availableProcessors());
        fields.put("named", result.named());
        if (way.name().equals(SYNC)) {
            fields.put("truth", List.of("tomcat"));
        }
        fields.put(
                "steps",
                IntStream.range(0, result.steps().size())
                        .mapToObj(i -> step(i, result))
                        .toList());
        fields.put("verdict", result.verdict());
        return fields;
    }

    private static Map<String, Object> step(int index, Result result) {
        StepResult step = result.steps().get(index);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("users", USERS.get(index));
        fields.put("offeredPerSecond", step.step().perSecond());
        fields.put("perSecond", step.perSecond());
        fields.put("p50Ms", step.p50Ms());
        fields.put("p99Ms", step.p99Ms());
        fields.put("errorShare", step.errorShare());
        fields.put("threads", result.watched().busiest().get(index));
        return fields;
    }

    private static List<Comparison.Check> checks(Result sync, Map<Way, Result> results) {
        List<Comparison.Check> checks = new ArrayList<>();
        checks.add(new Comparison.Check(
                "the doctor names the Tomcat pool on sync",
                sync.named().toString(),
                sync.named().equals(List.of("tomcat"))));
        int step = sync.clean().orElse(0);
        StepResult base = sync.steps().get(step);
        int threads = sync.watched().busiest().get(step);
        results.forEach((way, result) -> {
            if (way.name().equals(SYNC)) {
                return;
            }
            StepResult same = result.steps().get(step);
            String at = " at " + USERS.get(step) + " users";
            checks.add(Checked.atMost(
                    way.name() + " p99" + at + " at most " + P99_WANTED + " of sync's",
                    same.p99Ms(),
                    base.p99Ms(),
                    P99_WANTED,
                    "ms"));
            checks.add(Checked.atLeast(
                    way.name() + " highest rate without errors at least " + RATE_WANTED + " times sync's",
                    result.cleanPerSecond(),
                    sync.cleanPerSecond(),
                    RATE_WANTED,
                    "/s"));
            checks.add(Checked.atMost(
                    way.name() + " Tomcat threads" + at + " at most " + THREADS_WANTED + " of sync's",
                    result.watched().busiest().get(step),
                    threads,
                    THREADS_WANTED,
                    ""));
            checks.add(Checked.none(
                    way.name() + " trips not done by a group", result.books().lost()));
        });
        return checks;
    }
}
