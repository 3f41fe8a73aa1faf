package dev.headgate.cli;

import dev.headgate.micrometer.GateMeters;
import dev.headgate.micrometer.IntakeMeters;
import dev.headgate.systems.hotelads.Books;
import dev.headgate.systems.hotelads.Delay;
import dev.headgate.systems.hotelads.HotelAds;
import dev.headgate.systems.hotelads.Reading;
import dev.headgate.systems.hotelads.Setup;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One run of hotel-ads from the first line to the books. */
final class HotelAdsRun {
    /** A drain in which nothing at all is completed for so long has stalled. */
    private static final Duration STALLED_AFTER = Duration.ofSeconds(60);

    private final Terminal terminal;
    private final Setup setup;
    private final RunOptions options;

    HotelAdsRun(Terminal terminal, Setup setup, RunOptions options) {
        this.terminal = terminal;
        this.setup = setup;
        this.options = options;
    }

    /** Runs to the end; blocks. */
    RunSummary run(String bootstrap) {
        terminal.line("starting servers, intake and price feed, on Kafka at " + bootstrap + " ...");
        try (HotelAds system = HotelAds.start(setup, bootstrap);
                MetricsPage metrics = new MetricsPage(options.metricsPort, meters(system));
                Consultation doctor = Consultation.of(system.intake(), system.gates(), options.resizes)) {
            terminal.line("metrics for Prometheus at " + metrics.uri());
            Watch watch = new Watch(terminal, system, options.heapMarks, doctor);
            Reading first = system.read();
            watch.until(() -> system.produced() != null, this::producing);
            Reading last = system.read();
            List<String> verdict = doctor.conclusion();
            boolean drained = drain(system, watch);
            double seconds = watch.elapsedSeconds();
            double cpuSeconds = watch.cpuSeconds();
            Books books = system.closeBooks();
            return new RunSummary(
                    "hotel-ads",
                    seconds,
                    cpuSeconds,
                    books,
                    drained,
                    Watch.lines(first, last),
                    verdict,
                    last.intake(),
                    system.read().intake(),
                    watch.moments(),
                    watch.heapMarks());
        }
    }

    private static List<MeterBinder> meters(HotelAds system) {
        List<MeterBinder> meters = new ArrayList<>();
        meters.add(new IntakeMeters(system.intake()));
        system.gates().forEach(gate -> meters.add(new GateMeters(gate)));
        return meters;
    }

    private String producing(double seconds) {
        double planned = setup.plan().time().toNanos() / 1e9;
        return String.format(
                Locale.ROOT,
                "hotel-ads   %.0f s of %.0f s, %.0f s left",
                seconds,
                planned,
                Math.max(0, planned - seconds));
    }

    /** Waits until all that was produced is completed; false when patience ran out first. */
    private boolean drain(HotelAds system, Watch watch) {
        Duration idle = setup.pipeline().delay() instanceof Delay.Hold(Duration hold)
                ? hold.plus(STALLED_AFTER)
                : STALLED_AFTER;
        Patience patience = new Patience(options.drain, idle, System.nanoTime());
        watch.until(
                () -> system.drained() || patience.usedUp(system.read().intake().completed(), System.nanoTime()),
                seconds -> String.format(Locale.ROOT, "hotel-ads   draining, %.0f s since the start", seconds));
        return system.drained();
    }
}
