package dev.headgate.cli;

import dev.headgate.lab.Riders;
import dev.headgate.load.LoadResult;
import dev.headgate.load.OpenLoad;
import dev.headgate.load.Step;
import dev.headgate.systems.trips.BooksReading;
import dev.headgate.systems.trips.TripsProcess;
import dev.headgate.systems.trips.TripsSetup;
import dev.headgate.systems.trips.TripsWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** One run of trips from the first line to the books. */
final class TripsRun {
    private static final Duration WARM_UP = Duration.ofSeconds(8);
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(90);

    private final Terminal terminal;
    private final TripsSetup setup;
    private final double scale;
    private final Step step;

    TripsRun(Terminal terminal, TripsSetup setup, double scale, Step step) {
        this.terminal = terminal;
        this.setup = setup;
        this.scale = scale;
        this.step = step;
    }

    /** Runs to the end; blocks. */
    TripsSummary run(String bootstrap) throws InterruptedException {
        terminal.line("starting PostgreSQL and the email provider, on Kafka at " + bootstrap + " ...");
        try (TripsWorld world = TripsWorld.start(bootstrap, scale)) {
            terminal.line("starting the service, arm " + setup.arm().property() + " ...");
            try (TripsProcess service = TripsProcess.start(world, setup)) {
                terminal.line("the service is at " + service.url() + ", its actuator at " + service.managementUrl());
                terminal.line("warming up for " + WARM_UP.toSeconds() + " s ...");
                LoadResult warm = load(service, new Step("warm-up", Math.max(1, step.perSecond() / 2), WARM_UP), false);
                ServiceView first = ServiceView.of(service.managementUrl());
                LoadResult result = load(service, step, true);
                ServiceView last = ServiceView.of(service.managementUrl());
                terminal.line("no more riders; waiting until every group has done its part ...");
                long from = System.nanoTime();
                BooksReading books = world.books().settle(SETTLED_WITHIN);
                double settled = (System.nanoTime() - from) / 1e9;
                List<UUID> answered = new ArrayList<>(warm.servedIds());
                answered.addAll(result.servedIds());
                return new TripsSummary(
                        setup.arm(),
                        result.steps().getFirst(),
                        answered.size(),
                        world.books().unrecorded(answered).size(),
                        books,
                        settled,
                        last.since(first),
                        last.verdict());
            }
        }
    }

    private LoadResult load(TripsProcess service, Step load, boolean shown) throws InterruptedException {
        try (OpenLoad riders = Riders.start(service, scale, List.of(load))) {
            if (shown) {
                watch(service, load);
            }
            return riders.await();
        }
    }

    private void watch(TripsProcess service, Step load) throws InterruptedException {
        LiveView view = new LiveView(terminal);
        long begin = System.nanoTime();
        ServiceView before = ServiceView.of(service.managementUrl());
        for (double seconds = 0;
                seconds < load.length().toMillis() / 1e3;
                seconds = (System.nanoTime() - begin) / 1e9) {
            TimeUnit.SECONDS.sleep(1);
            ServiceView now = ServiceView.of(service.managementUrl());
            List<String> lines = new ArrayList<>();
            lines.add(String.format(
                    Locale.ROOT,
                    "trips   %.0f s of %d s, %.0f trips/s",
                    seconds + 1,
                    load.length().toSeconds(),
                    load.perSecond()));
            lines.addAll(GateTable.lines(now.since(before), terminal.interactive()));
            lines.add("verdict: "
                    + (now.verdict().isEmpty()
                            ? "not enough seen yet"
                            : now.verdict().getFirst()));
            view.show(lines);
            before = now;
        }
    }
}
