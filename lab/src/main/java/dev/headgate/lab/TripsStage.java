package dev.headgate.lab;

import dev.headgate.load.LoadResult;
import dev.headgate.load.OpenLoad;
import dev.headgate.load.Step;
import dev.headgate.systems.trips.TripsProcess;
import dev.headgate.systems.trips.TripsSetup;
import dev.headgate.systems.trips.TripsWorld;
import dev.headgate.testkit.KafkaProcess;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Where the experiments with trips take place: a broker, PostgreSQL, the email provider, and one service under load. Used by one thread. */
final class TripsStage implements AutoCloseable {
    /** By which the story's times are multiplied: two cores do the work of a cluster here. */
    static final double SCALE = 3;
    /** Requests/s that one of the story's users makes here. */
    static final double PER_USER = 0.12;

    private final KafkaProcess kafka;
    private final TripsWorld world;
    private final Consumer<String> progress;

    private TripsStage(KafkaProcess kafka, TripsWorld world, Consumer<String> progress) {
        this.kafka = kafka;
        this.world = world;
        this.progress = progress;
    }

    /** Starts the broker, PostgreSQL and the email provider. Blocks for some seconds. */
    private static TripsStage open(Consumer<String> progress) {
        progress.accept("starting Kafka and PostgreSQL");
        KafkaProcess kafka = KafkaProcess.launch();
        try {
            return new TripsStage(kafka, TripsWorld.start(kafka.bootstrap(), SCALE), progress);
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
    }

    KafkaProcess kafka() {
        return kafka;
    }

    TripsWorld world() {
        return world;
    }

    /** What comes of one way, on a stage. */
    interface Play<T> {
        T play(TripsStage stage, Way way) throws InterruptedException;
    }

    /**
     * Opens a stage, plays each way on it, one after the other, and closes it.
     *
     * @throws InterruptedException when interrupted; all has ended then
     */
    static <T> Map<Way, T> each(List<Way> ways, Consumer<String> progress, Play<T> play) throws InterruptedException {
        Map<Way, T> results = new LinkedHashMap<>();
        try (TripsStage stage = open(progress)) {
            for (Way way : ways) {
                results.put(way, play.play(stage, way));
            }
        }
        return results;
    }

    /** Forgets what was before, and starts the service in the arm of that name. Blocks until it is ready. */
    TripsProcess service(Way way) {
        TripsSetup setup =
                TripsSetup.of(dev.headgate.systems.trips.Arm.valueOf(way.name().toUpperCase(Locale.ROOT)));
        world.forget();
        progress.accept("starting the service, arm " + setup.arm().property());
        // The load changes every few seconds; by default the doctor looks back for a minute.
        return TripsProcess.start(world, setup.with("headgate.watch.window", "10s"));
    }

    /** Lets the compiler get to know the service, and the pools fill. Blocks. */
    void warmUp(TripsProcess service, double perSecond, Duration length) {
        progress.accept(
                String.format(Locale.ROOT, "warming up: %.0f requests/s for %d s", perSecond, length.toSeconds()));
        try (OpenLoad load = start(service, List.of(new Step("warm-up", perSecond, length)))) {
            load.await();
        }
    }

    OpenLoad start(TripsProcess service, List<Step> steps) {
        return Riders.start(service, SCALE, steps);
    }

    /**
     * What a load did, and how many of the server's threads were busy meanwhile.
     *
     * @param busiest for each step, the most threads seen busy at once
     */
    record Watched(LoadResult result, List<Integer> busiest) {}

    /** Runs a load to its end, looking at the service's threads four times a second. Blocks. */
    Watched run(TripsProcess service, List<Step> steps) {
        int[] busiest = new int[steps.size()];
        try (OpenLoad load = start(service, steps);
                ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("threads").factory())) {
            long begin = System.nanoTime();
            progress.accept(String.format(
                    Locale.ROOT,
                    "%s under load: %s, %d s",
                    service.setup().arm().property(),
                    String.join(
                            ", ",
                            steps.stream()
                                    .map(step -> String.format(Locale.ROOT, "%.0f/s", step.perSecond()))
                                    .toList()),
                    load.length().toSeconds()));
            var unused = looks.scheduleWithFixedDelay(
                    () -> {
                        int step = stepAt(steps, System.nanoTime() - begin);
                        if (step >= 0) {
                            busiest[step] = Math.max(busiest[step], busyThreads(service));
                        }
                    },
                    250,
                    250,
                    TimeUnit.MILLISECONDS);
            LoadResult result = load.await();
            looks.shutdownNow();
            List<Integer> most = new ArrayList<>();
            for (int one : busiest) {
                most.add(one);
            }
            return new Watched(result, most);
        }
    }

    private static int stepAt(List<Step> steps, long nanos) {
        long end = 0;
        for (int i = 0; i < steps.size(); i++) {
            end += steps.get(i).length().toNanos();
            if (nanos < end) {
                return i;
            }
        }
        return -1;
    }

    /** Threads of the web server that have a request now; 0 where it does not say. */
    private static int busyThreads(TripsProcess service) {
        Map<String, Object> meter = Actuator.get(URI.create(service.managementUrl() + "/metrics/tomcat.threads.busy"));
        return meter.get("measurements") instanceof List<?> measurements
                        && measurements.getFirst() instanceof Map<?, ?> measurement
                        && measurement.get("value") instanceof Number value
                ? value.intValue()
                : 0;
    }

    /** Ends the provider, PostgreSQL and the broker. */
    @Override
    public void close() {
        world.close();
        kafka.close();
    }
}
