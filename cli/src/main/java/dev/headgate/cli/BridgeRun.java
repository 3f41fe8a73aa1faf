package dev.headgate.cli;

import dev.headgate.GateStats;
import dev.headgate.GateView;
import dev.headgate.bridge.Bridge;
import dev.headgate.bridge.BridgeStats;
import dev.headgate.bridge.GroupMove;
import dev.headgate.bridge.Verified;
import dev.headgate.doctor.Cpu;
import dev.headgate.doctor.Load;
import dev.headgate.doctor.VerdictText;
import dev.headgate.doctor.Watch;
import dev.headgate.micrometer.GateMeters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One run of a bridge: progress while it copies, and what came of it. */
final class BridgeRun {
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final int VERDICT_EVERY = 5;

    private final Terminal terminal;
    private final Bridge bridge;
    private final int metricsPort;
    private final boolean verify;
    private String verdict = "verdict: not enough seen yet";

    BridgeRun(Terminal terminal, Bridge bridge, int metricsPort, boolean verify) {
        this.terminal = terminal;
        this.bridge = bridge;
        this.metricsPort = metricsPort;
        this.verify = verify;
    }

    /** Copies to the end, or until the process is told to end; blocks. */
    BridgeSummary run() throws InterruptedException {
        CountDownLatch summarised = new CountDownLatch(1);
        Thread onSignal = new Thread(() -> finish(summarised), "stop bridge");
        bridge.start();
        Runtime.getRuntime().addShutdownHook(onSignal);
        long begin = System.nanoTime();
        try (MetricsPage metrics = new MetricsPage(metricsPort, meters());
                Watch watch = Watch.over(bridge.gates())
                        .cpu(Cpu.ofProcess())
                        .load(() -> bridge.stats().lagRecords() > 0 ? Load.backlog() : null)
                        .window(WINDOW)
                        .open()) {
            terminal.line("copying; metrics at " + metrics.uri() + "; to stop in order: Ctrl-C");
            terminal.line("");
            watch(watch, begin);
            double seconds = (System.nanoTime() - begin) / 1e9;
            List<String> conclusion = VerdictText.of(watch.verdict());
            BridgeStats stats = bridge.stats();
            List<GroupMove> groups = bridge.moveGroups();
            if (verify) {
                terminal.line("reading both sides again ...");
            }
            List<Verified> verified = verify ? bridge.verify() : List.of();
            return new BridgeSummary(stats, seconds, groups, verify, verified, conclusion);
        } finally {
            summarised.countDown();
            forget(onSignal);
        }
    }

    /** Of the JVM's own thread at its end: the copying thread goes on meanwhile, and has what it needs to say its last. */
    private void finish(CountDownLatch summarised) {
        bridge.stop();
        try {
            var unused = summarised.await(90, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running: the process is about to end.
        }
    }

    private void watch(Watch watch, long begin) throws InterruptedException {
        LiveView view = new LiveView(terminal);
        BridgeStats before = bridge.stats();
        List<GateStats> gatesBefore = read();
        long at = begin;
        for (int look = 1; ; look++) {
            boolean ended = bridge.await(LOOK);
            bridge.takeEvents().forEach(event -> terminal.line("  " + event));
            if (ended) {
                return;
            }
            long now = System.nanoTime();
            BridgeStats stats = bridge.stats();
            List<GateStats> gates = read();
            if (look % VERDICT_EVERY == 0) {
                verdict = "verdict: " + VerdictText.of(watch.verdict()).getFirst();
            }
            List<String> lines =
                    new ArrayList<>(BridgeText.progress(before, stats, (now - at) / 1e9, (now - begin) / 1e9));
            List<GateLine> flows = new ArrayList<>();
            for (int i = 0; i < gates.size(); i++) {
                flows.add(GateLine.between(gatesBefore.get(i), gates.get(i)));
            }
            lines.addAll(GateTable.lines(flows, terminal.interactive()));
            lines.add(verdict);
            view.show(lines);
            before = stats;
            gatesBefore = gates;
            at = now;
        }
    }

    private List<GateStats> read() {
        return bridge.gates().stream().map(GateView::stats).toList();
    }

    private List<MeterBinder> meters() {
        List<MeterBinder> meters = new ArrayList<>();
        bridge.gates().forEach(gate -> meters.add(new GateMeters(gate)));
        meters.add(registry -> {
            FunctionCounter.builder(
                            "headgate.bridge.copied", bridge, it -> it.stats().copied())
                    .description("Records committed on the target")
                    .register(registry);
            FunctionCounter.builder(
                            "headgate.bridge.copied.bytes",
                            bridge,
                            it -> it.stats().bytes())
                    .baseUnit("bytes")
                    .register(registry);
            FunctionCounter.builder(
                            "headgate.bridge.dead", bridge, it -> it.stats().dead())
                    .register(registry);
            FunctionCounter.builder(
                            "headgate.bridge.restarts", bridge, it -> it.stats().restarts())
                    .register(registry);
            FunctionCounter.builder(
                            "headgate.bridge.lost.to.retention",
                            bridge,
                            it -> it.stats().lostToRetention())
                    .register(registry);
            Gauge.builder("headgate.bridge.lag", bridge, it -> it.stats().lagRecords())
                    .baseUnit("records")
                    .register(registry);
        });
        return meters;
    }
}
