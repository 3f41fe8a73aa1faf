package dev.headgate.bridge;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a bridge is to do; {@link Bridge#between} begins one. Not thread-safe. */
public final class BridgeBuilder {
    private static final Duration SLOWEST_COMMIT = Duration.ofSeconds(30);
    private static final int MOST_WORKERS = 64;
    private static final int MOST_WORKERS_BY_DEFAULT = 4;
    private static final long BUFFER_BYTES = 12L << 20;

    private final String from;
    private final String to;
    private String name = "bridge";
    private Map<String, String> fromProperties = Map.of();
    private Map<String, String> toProperties = Map.of();
    private @Nullable Topics topics;
    private @Nullable String zookeeper;
    private String positions = "headgate.bridge.positions";
    private boolean exactlyOnce = true;
    private boolean adopt;
    private Timestamps timestamps = Timestamps.NOW;
    private PartitionMapping partitions = PartitionMapping.SAME;
    private @Nullable String deadLetters;
    private @Nullable Transform transform;
    private String compression = "lz4";
    private long sourceBytes = Long.MAX_VALUE;
    private long targetBytes = Long.MAX_VALUE;
    private Duration commitEvery = Duration.ofSeconds(1);
    private int workers = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MOST_WORKERS_BY_DEFAULT);
    private Duration topicsEvery = Duration.ofSeconds(30);
    private boolean untilCaughtUp;
    private @Nullable Set<String> groups;

    BridgeBuilder(String from, String to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Names the bridge: its positions and transactions on the target go by it, and only one of a name runs at a time. {@code bridge} by default.
     *
     * @throws IllegalArgumentException if it has other characters than letters, digits, '.', '_' and '-'
     */
    public BridgeBuilder name(String name) {
        if (!name.matches("[a-zA-Z0-9._-]{1,100}")) {
            throw new IllegalArgumentException(
                    "A bridge cannot be called '" + name + "': use up to 100 letters, digits, '.', '_' and '-'");
        }
        this.name = name;
        return this;
    }

    /** Kafka's own properties for what talks to the source (security, sizes). The address, groups and isolation are the bridge's. */
    public BridgeBuilder fromProperties(Map<String, String> properties) {
        this.fromProperties = Map.copyOf(properties);
        return this;
    }

    /** Kafka's own properties for what talks to the target. */
    public BridgeBuilder toProperties(Map<String, String> properties) {
        this.toProperties = Map.copyOf(properties);
        return this;
    }

    /** The topics by name. @throws IllegalArgumentException if there is none, or one that cannot be a topic */
    public BridgeBuilder topics(Set<String> names) {
        this.topics = Topics.named(names);
        return this;
    }

    /** The topics whose whole name matches, those made later included. @throws IllegalArgumentException if it is no regular expression */
    public BridgeBuilder pattern(String regex) {
        this.topics = Topics.matching(regex);
        return this;
    }

    /** {@code host:port[/path]} of the source's ZooKeeper: old clusters keep topic configurations and group offsets there alone. */
    public BridgeBuilder zookeeper(@Nullable String address) {
        this.zookeeper = address;
        return this;
    }

    /** The topic on the target in which positions are kept; made if it is not there. {@code headgate.bridge.positions} by default. @throws IllegalArgumentException if it cannot be a topic */
    public BridgeBuilder positions(String topic) {
        this.positions = Topics.checked(topic);
        return this;
    }

    /** Without transactions: after a crash some records are written again. Faster where transactions are dear; on by default is exactly once. */
    public BridgeBuilder atLeastOnce(boolean atLeastOnce) {
        this.exactlyOnce = !atLeastOnce;
        return this;
    }

    /** Goes on even where the target's topic already has records that no position explains, or positions tell of another source. */
    public BridgeBuilder adopt(boolean adopt) {
        this.adopt = adopt;
        return this;
    }

    /** What records get that have no timestamp; now by default. */
    public BridgeBuilder timestamps(Timestamps timestamps) {
        this.timestamps = timestamps;
        return this;
    }

    /** Which partition a record goes to; the same by default. */
    public BridgeBuilder partitions(PartitionMapping mapping) {
        this.partitions = mapping;
        return this;
    }

    /** Sends records that the target refuses, or that the transform fails on, to this topic in place of stopping; made if it is not there. */
    public BridgeBuilder deadLetters(@Nullable String topic) {
        this.deadLetters = topic == null ? null : Topics.checked(topic);
        return this;
    }

    /** Changes records on the way. */
    public BridgeBuilder transform(@Nullable Transform transform) {
        this.transform = transform;
        return this;
    }

    /** The codec on the target: none, gzip, snappy, lz4 or zstd; lz4 by default. @throws IllegalArgumentException if it is another */
    public BridgeBuilder compression(String codec) {
        if (!Set.of("none", "gzip", "snappy", "lz4", "zstd").contains(codec)) {
            throw new IllegalArgumentException(
                    "There is no compression '" + codec + "': choose none, gzip, snappy, lz4 or zstd");
        }
        this.compression = codec;
        return this;
    }

    /**
     * How many bytes of keys and values are read and written a second at most, on average; no bound by default.
     *
     * @throws IllegalArgumentException if one is below 1
     */
    public BridgeBuilder maxBytesPerSecond(long source, long target) {
        if (source < 1 || target < 1) {
            throw new IllegalArgumentException(
                    "Bytes per second have to be at least 1, not " + Math.min(source, target));
        }
        this.sourceBytes = source;
        this.targetBytes = target;
        return this;
    }

    /**
     * How often what was written becomes visible and its positions with it; 1 s by default.
     *
     * @throws IllegalArgumentException outside 50 ms to 30 s
     */
    public BridgeBuilder commitEvery(Duration interval) {
        if (interval.toMillis() < 50 || interval.compareTo(SLOWEST_COMMIT) > 0) {
            throw new IllegalArgumentException(
                    "Commits have to be 50 ms to 30 s apart, not " + interval.toMillis() + " ms");
        }
        this.commitEvery = interval;
        return this;
    }

    /**
     * How many readers and writers share the partitions, each with connections of its own and 16 MiB for what is on its way; one for each processor by default, but not more than 4.
     *
     * @throws IllegalArgumentException outside 1 to 64
     */
    public BridgeBuilder workers(int count) {
        if (count < 1 || count > MOST_WORKERS) {
            throw new IllegalArgumentException("There can be 1 to " + MOST_WORKERS + " workers, not " + count);
        }
        this.workers = count;
        return this;
    }

    /** How often the source is asked for partitions and topics that are new; every 30 s by default. */
    BridgeBuilder topicsEvery(Duration interval) {
        this.topicsEvery = interval;
        return this;
    }

    /** Ends by itself when all that was there at the start is copied. */
    public BridgeBuilder untilCaughtUp(boolean end) {
        this.untilCaughtUp = end;
        return this;
    }

    /** Carries consumer groups over when the bridge ends; empty for all that the source can list, null for none. */
    public BridgeBuilder groups(@Nullable Set<String> groups) {
        this.groups = groups == null ? null : new TreeSet<>(groups);
        return this;
    }

    /**
     * Connects to both clusters and finds out how old they are; blocks, for at most about 15 s.
     *
     * @throws IllegalArgumentException where what was said does not go together
     * @throws BridgeException if one of the clusters cannot be reached, or is too old
     */
    public Bridge open() {
        return Bridge.open(settings());
    }

    private Settings settings() {
        Topics chosen = topics;
        if (chosen == null) {
            throw new IllegalArgumentException("Say which topics: --topics a,b or --pattern RE");
        }
        boolean plain = partitions == PartitionMapping.SAME && transform == null && exactlyOnce;
        if (groups != null && !plain) {
            throw new IllegalArgumentException(
                    "Groups can be carried over only where each record is copied once, to the partition of the same number: leave out"
                            + " --transform, --partitions and --at-least-once, or --sync-groups");
        }
        return new Settings(
                name,
                new Settings.End(from, new HashMap<>(fromProperties)),
                new Settings.End(to, new HashMap<>(toProperties)),
                chosen,
                zookeeper,
                new Settings.Keeping(positions, exactlyOnce, adopt),
                new Settings.Conversion(timestamps, partitions, deadLetters, transform, compression),
                new Settings.Pacing(sourceBytes, targetBytes, BUFFER_BYTES, commitEvery, workers, topicsEvery),
                untilCaughtUp,
                groups);
    }
}
