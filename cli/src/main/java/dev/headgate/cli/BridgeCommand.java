package dev.headgate.cli;

import dev.headgate.bridge.Bridge;
import dev.headgate.bridge.BridgeBuilder;
import dev.headgate.bridge.PartitionMapping;
import dev.headgate.bridge.Timestamps;
import dev.headgate.bridge.Transform;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bridge}. */
@Command(
        name = "bridge",
        description = "Copies topics from a Kafka of any age (0.8 on) to a current one, each record once.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class BridgeCommand implements Callable<Integer> {
    private static final int LAST_PORT = 65_535;

    private final Terminal terminal;

    @Option(
            names = "--from",
            required = true,
            paramLabel = "HOST:PORT",
            description = "The source; several with commas.")
    private String from = "";

    @Option(names = "--to", required = true, paramLabel = "HOST:PORT", description = "The target, 2.1 or newer.")
    private String to = "";

    @Option(names = "--topics", paramLabel = "TOPIC", split = ",", description = "Which topics.")
    private List<String> topics = List.of();

    @Option(
            names = "--pattern",
            paramLabel = "RE",
            description = "Which topics, in place of --topics: those whose whole name matches.")
    private @Nullable String pattern;

    @Option(names = "--dry-run", description = "Says what would be done, and does nothing.")
    private boolean dryRun;

    @Option(
            names = "--until-caught-up",
            description = "Ends when all is copied that was there at the start, instead of going on.")
    private boolean untilCaughtUp;

    @Option(
            names = "--verify",
            description = "When all is copied, reads both sides again and compares them (implies --until-caught-up).")
    private boolean verify;

    @Option(
            names = "--sync-groups",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "GROUP",
            description = "Carries consumer groups over at the end: those named (with commas), or all.")
    private @Nullable String groups;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT",
            description = "The source's ZooKeeper: old clusters keep topic configurations and group offsets there.")
    private @Nullable String zookeeper;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Properties of Kafka's clients, with from. or to. before their names, such as to.security.protocol=SSL.")
    private @Nullable Path config;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "bridge",
            description = "Its positions go by it; one of a name runs at a time (default: ${DEFAULT-VALUE}).")
    private String name = "bridge";

    @Option(
            names = "--positions",
            paramLabel = "TOPIC",
            defaultValue = "headgate.bridge.positions",
            description = "Where positions are kept on the target (default: ${DEFAULT-VALUE}).")
    private String positions = "headgate.bridge.positions";

    @Option(
            names = "--timestamps",
            paramLabel = "now|none",
            defaultValue = "now",
            description = "What records get that have none, as before 0.10 (default: ${DEFAULT-VALUE}).")
    private Timestamps timestamps = Timestamps.NOW;

    @Option(
            names = "--partitions",
            paramLabel = "same|modulo|key",
            defaultValue = "same",
            description = "Which partition of the target a record goes to (default: ${DEFAULT-VALUE}).")
    private PartitionMapping partitions = PartitionMapping.SAME;

    @Option(
            names = "--dead-letters",
            paramLabel = "TOPIC",
            description = "Where records go that the target refuses; without it the bridge stops before the first.")
    private @Nullable String deadLetters;

    @Option(
            names = "--transform",
            paramLabel = "CLASS",
            description = "A dev.headgate.bridge.Transform on the class path, through which all records go.")
    private @Nullable String transform;

    @Option(
            names = "--compression",
            paramLabel = "CODEC",
            defaultValue = "lz4",
            description = "none, gzip, snappy, lz4 or zstd (default: ${DEFAULT-VALUE}).")
    private String compression = "lz4";

    @Option(
            names = "--max-bytes-per-second",
            paramLabel = "N",
            split = ",",
            description = "How much is read and written a second at most; two numbers: of the source, of the target.")
    private List<Long> maxBytes = List.of();

    @Option(
            names = "--commit-every",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = RunOptions.DurationConverter.class,
            description = "How often what is written becomes visible (default: ${DEFAULT-VALUE}).")
    private Duration commitEvery = Duration.ofSeconds(1);

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Readers and writers that share the partitions (default: one for each processor, at most 4).")
    private @Nullable Integer workers;

    @Option(
            names = "--at-least-once",
            description = "Without transactions: after a crash some records are written again.")
    private boolean atLeastOnce;

    @Option(
            names = "--adopt",
            description =
                    "Goes on although the target's topics have other records, or the positions are of another source.")
    private boolean adopt;

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Where /metrics is served for Prometheus (default: any free port).")
    private int metricsPort;

    @Mixin
    private ReportFile report = new ReportFile();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    BridgeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        report.check();
        BridgeBuilder builder = Usage.checked(spec, this::builder);
        terminal.line("looking at " + from + " and " + to + " ...");
        try (Bridge bridge = builder.open()) {
            BridgeText.plan(bridge.plan()).forEach(terminal::line);
            if (dryRun) {
                terminal.line("Nothing was done (--dry-run).");
                return 0;
            }
            BridgeSummary summary = new BridgeRun(terminal, bridge, metricsPort, verify).run();
            summary.lines().forEach(terminal::line);
            report.write(summary.report(), terminal);
            if (!summary.complete()) {
                terminal.error(summary.complaint());
            }
            return summary.complete() ? 0 : 1;
        }
    }

    private BridgeBuilder builder() {
        if (topics.isEmpty() == (pattern == null)) {
            throw new IllegalArgumentException(
                    topics.isEmpty()
                            ? "say which topics: --topics a,b or --pattern RE"
                            : "give --topics or --pattern, not both");
        }
        if (maxBytes.size() > 2) {
            throw new IllegalArgumentException(
                    "--max-bytes-per-second has one number, or two: of the source, of the target");
        }
        if (verify && transform != null) {
            throw new IllegalArgumentException("--verify compares records as they are: leave out --transform, or it");
        }
        if (verify && partitions != PartitionMapping.SAME) {
            throw new IllegalArgumentException(
                    "--verify compares partition by partition: leave out --partitions, or it");
        }
        if (groups != null && (atLeastOnce || transform != null || partitions != PartitionMapping.SAME)) {
            throw new IllegalArgumentException(
                    "--sync-groups needs each record once, in the partition of the same number: leave out --at-least-once, --transform and --partitions, or it");
        }
        if (metricsPort < 0 || metricsPort > LAST_PORT) {
            throw new IllegalArgumentException("--metrics-port is 1 to " + LAST_PORT + ", or 0 for any that is free");
        }
        Map<String, String> properties = properties();
        BridgeBuilder builder = Bridge.between(from, to)
                .name(name)
                .positions(positions)
                .fromProperties(part(properties, "from."))
                .toProperties(part(properties, "to."))
                .zookeeper(zookeeper)
                .timestamps(timestamps)
                .partitions(partitions)
                .deadLetters(deadLetters)
                .transform(transform())
                .compression(compression)
                .commitEvery(commitEvery)
                .atLeastOnce(atLeastOnce)
                .adopt(adopt)
                .untilCaughtUp(untilCaughtUp || verify)
                .groups(chosenGroups());
        if (workers != null) {
            builder.workers(workers);
        }
        if (!maxBytes.isEmpty()) {
            builder.maxBytesPerSecond(maxBytes.getFirst(), maxBytes.getLast());
        }
        return pattern == null ? builder.topics(new TreeSet<>(topics)) : builder.pattern(pattern);
    }

    private @Nullable Set<String> chosenGroups() {
        if (groups == null) {
            return null;
        }
        return groups.isEmpty() ? Set.of() : Set.of(groups.split(","));
    }

    private Map<String, String> properties() {
        Path file = config;
        if (file == null) {
            return Map.of();
        }
        Properties read = new Properties();
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            read.load(in);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("--config " + file + ": there is no such file", e);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("--config " + file + " cannot be read: it is not in UTF-8", e);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException("--config " + file + " cannot be read: " + e.getMessage(), e);
        }
        Map<String, String> properties = new TreeMap<>();
        for (String key : read.stringPropertyNames()) {
            if (!key.startsWith("from.") && !key.startsWith("to.")) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--config " + file + " has '" + key + "': begin it with from. or to., to say whose it is");
            }
            properties.put(key, read.getProperty(key));
        }
        return properties;
    }

    private static Map<String, String> part(Map<String, String> properties, String prefix) {
        Map<String, String> part = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                part.put(key.substring(prefix.length()), value);
            }
        });
        return part;
    }

    private @Nullable Transform transform() {
        if (transform == null) {
            return null;
        }
        try {
            return Class.forName(transform)
                    .asSubclass(Transform.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "--transform " + transform + " cannot be used (" + e
                            + "): it has to be a Transform with a public constructor without parameters, on the class path",
                    e);
        }
    }
}
