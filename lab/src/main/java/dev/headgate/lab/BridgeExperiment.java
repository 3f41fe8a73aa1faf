package dev.headgate.lab;

import dev.headgate.lab.ConversionArm.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The story from which the bridge came: what producers of 0.8 cost a broker that converts their batches, and whether the doctor tells
 * that from a topic that demands another codec.
 *
 * <p>All arms write to one broker, in turns, so that nothing that changes over the time is one arm's alone. The warm-up is long because
 * the broker's compiler works on, and is paid for, well after the first hundred thousand records.
 */
final class BridgeExperiment implements Experiment {

    private static final double CPU_WANTED = 1 / 3.0;
    private static final String CHECKED_CODEC = "gzip";
    private static final Duration IDLE = Duration.ofSeconds(5);

    /** How much is written. Rates in records/s, the rest in records. */
    private record Load(List<String> codecs, int warmUp, int slice, int rounds, double perSecond) {
        static final Load FULL = new Load(List.of(CHECKED_CODEC, "snappy"), 1_200_000, 400_000, 3, 50_000);
        static final Load QUICK = new Load(List.of(CHECKED_CODEC), 10_000, 10_000, 1, 10_000);
    }

    @Override
    public String name() {
        return "bridge";
    }

    @Override
    public String about() {
        return "what producers of 0.8 cost a broker of " + ConversionStage.BROKER
                + " that converts their batches, and a topic with another codec";
    }

    @Override
    public List<Way> ways() {
        return Arrays.stream(Kind.values()).map(Kind::way).toList();
    }

    @Override
    public Comparison run(List<Way> ways, boolean quick, Consumer<String> progress) throws InterruptedException {
        Load load = quick ? Load.QUICK : Load.FULL;
        Map<ConversionArm, ConversionFigures> results = new LinkedHashMap<>();
        for (String codec : load.codecs()) {
            for (Kind kind : Kind.values()) {
                if (ways.contains(kind.way())) {
                    results.put(new ConversionArm(kind, codec), new ConversionFigures());
                }
            }
        }
        List<ConversionArm> arms = List.copyOf(results.keySet());
        progress.accept("a broker of " + ConversionStage.BROKER + " and " + arms.size() + " producers start");
        try (ConversionStage stage = ConversionStage.open(arms)) {
            for (ConversionArm arm : arms) {
                progress.accept(String.format(Locale.ROOT, "%s: %,d records of warm-up", label(arm), load.warmUp()));
                stage.write(arm, load.warmUp(), load.perSecond());
            }
            double idleCores = quick ? Double.NaN : idleCores(stage, progress);
            for (int round = 1; round <= load.rounds(); round++) {
                for (ConversionArm arm : arms) {
                    ConversionFigures.Slice slice = stage.measure(arm, load.slice(), load.perSecond());
                    progress.accept(String.format(
                            Locale.ROOT,
                            "%s, %d of %d: %.2f s of broker's CPU per million records",
                            label(arm),
                            round,
                            load.rounds(),
                            slice.cpuSeconds() / slice.records() * 1e6));
                    results.computeIfAbsent(arm, any -> new ConversionFigures()).add(slice);
                }
            }
            return compare(load, idleCores, results);
        }
    }

    private static double idleCores(ConversionStage stage, Consumer<String> progress) throws InterruptedException {
        Machine.awaitCalm(progress);
        double before = stage.brokerCpuSeconds();
        long from = System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(IDLE.toNanos());
        return (stage.brokerCpuSeconds() - before) / ((System.nanoTime() - from) / 1e9);
    }

    private Comparison compare(Load load, double idleCores, Map<ConversionArm, ConversionFigures> results) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of(
                "codec and way",
                "written",
                "broker's CPU per million",
                "of the sick",
                "converted",
                "handlers busy",
                "waiting",
                "the doctor names"));
        List<Map<String, @Nullable Object>> arms = new ArrayList<>();
        List<String> verdicts = new ArrayList<>();
        results.forEach((arm, figures) -> {
            cells.add(row(arm, figures, sick(arm, results)));
            arms.add(arm(arm, figures));
            if (arm.codec().equals(CHECKED_CODEC)) {
                verdicts.add("");
                verdicts.add("The doctor, by JMX, on " + label(arm) + ":");
                figures.lastVerdict().lines().forEach(line -> verdicts.add("  " + line));
            }
        });
        List<String> table = new ArrayList<>(Columns.aligned(cells));
        table.addAll(verdicts);
        String numbers = String.format(
                Locale.ROOT,
                "%,.0f records/s of 200 bytes, batches of 16 KiB, %d partitions; %,d records an arm after %,d of warm-up%s",
                load.perSecond(),
                ConversionStage.PARTITIONS,
                load.slice() * load.rounds(),
                load.warmUp(),
                Double.isNaN(idleCores)
                        ? ""
                        : String.format(Locale.ROOT, "; the broker alone uses %.2f cores", idleCores));
        return new Comparison(name(), about(), 1, numbers, table, arms, checks(results));
    }

    private static String label(ConversionArm arm) {
        return arm.codec() + " " + arm.kind().way().name();
    }

    private static ConversionFigures sick(ConversionArm arm, Map<ConversionArm, ConversionFigures> results) {
        return results.getOrDefault(new ConversionArm(Kind.LEGACY, arm.codec()), new ConversionFigures());
    }

    private static List<String> row(ConversionArm arm, ConversionFigures figures, ConversionFigures sick) {
        List<String> named = figures.lastVerdict().conversion().named();
        return List.of(
                label(arm),
                LabTable.rate(figures.throughput()),
                String.format(Locale.ROOT, "%.2f s", figures.cpuSecondsPerMillion()),
                String.format(Locale.ROOT, "%.2f", figures.cpuSecondsPerMillion() / sick.cpuSecondsPerMillion()),
                LabTable.rate(figures.conversionsPerSecond()),
                LabTable.percent(figures.handlersBusy()),
                String.format(Locale.ROOT, "%.2f", figures.waiting()),
                named.isEmpty() ? "nothing" : String.join(", ", named));
    }

    private static Map<String, @Nullable Object> arm(ConversionArm arm, ConversionFigures figures) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(
                "fixes",
                arm.kind() == Kind.LEGACY ? List.of() : List.of(arm.kind().way().name()));
        fields.put("codec", arm.codec());
        fields.put("throughput", figures.throughput());
        fields.put("brokerCpuSecondsPerMillion", figures.cpuSecondsPerMillion());
        fields.put("brokerCores", figures.brokerCores());
        fields.put("conversions", figures.conversions());
        fields.put("conversionsPerSecond", figures.conversionsPerSecond());
        fields.put("handlersBusy", figures.handlersBusy());
        fields.put("requestsWaiting", figures.waiting());
        fields.put("named", figures.lastVerdict().conversion().named());
        fields.put("truth", arm.kind().truth());
        fields.put("confidence", figures.lastVerdict().confidence().grade().toString());
        fields.put("verdict", figures.lastVerdict().lines());
        return fields;
    }

    private static List<Comparison.Check> checks(Map<ConversionArm, ConversionFigures> results) {
        List<Comparison.Check> checks = new ArrayList<>();
        results.forEach((arm, figures) -> {
            if (arm.kind() == Kind.NATIVE && arm.codec().equals(CHECKED_CODEC)) {
                checks.add(Checked.atMost(
                        label(arm) + ": broker's CPU per million records at most a third of the sick arm's",
                        1e3 * figures.cpuSecondsPerMillion(),
                        1e3 * sick(arm, results).cpuSecondsPerMillion(),
                        CPU_WANTED,
                        "ms"));
            }
            checks.add(
                    arm.kind() == Kind.NATIVE
                            ? Checked.none(label(arm) + ": messages converted", figures.conversions())
                            : new Comparison.Check(
                                    label(arm) + ": messages converted",
                                    String.format(Locale.ROOT, "%,d", figures.conversions()),
                                    figures.conversions() > 0));
            List<String> truth = arm.kind().truth();
            long right = figures.named(truth);
            checks.add(new Comparison.Check(
                    label(arm) + ": the doctor names " + (truth.isEmpty() ? "nothing" : String.join(", ", truth)),
                    right + " of " + figures.looks() + " times",
                    right == figures.looks()));
        });
        return checks;
    }
}
