package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.SourceException;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.bridge.source.SourceTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import kafka.javaapi.consumer.SimpleConsumer;
import org.jspecify.annotations.Nullable;

/** What is asked now and then, by the calling thread, on connections of its own. */
final class Cluster {

    /** A broker that has just started knows no topics, or not all: a missing one is believed to be missing after this. */
    private static final Duration BELIEVE_MISSING = Duration.ofSeconds(10);

    private final Settings settings;
    private final Set<Address> known;
    private final Duration patience;
    private final LongSupplier nanoTime;

    /** @param known brokers that may be asked; grows with what they say */
    Cluster(Settings settings, Set<Address> known, Duration patience, LongSupplier nanoTime) {
        this.settings = settings;
        this.known = known;
        this.patience = patience;
        this.nanoTime = nanoTime;
    }

    Patience patience() {
        return new Patience(patience, nanoTime);
    }

    List<Address> known() {
        return List.copyOf(known);
    }

    Settings settings() {
        return settings;
    }

    /** Topics and leaders; blocks until a broker answers. */
    ClusterView view(Patience patience) {
        while (true) {
            try {
                ClusterView view = Metadata.ask(known(), settings);
                known.addAll(view.brokers());
                return view;
            } catch (Metadata.NobodyAnswers e) {
                patience.orThrow(
                        "no broker of the source answered (" + e.getMessage()
                                + "): check the address, that the brokers run, and that they are reachable from here",
                        e);
            }
        }
    }

    /** Topics but Kafka's own. */
    List<SourceTopic> topics(@Nullable OldZooKeeper zookeeper) {
        Patience patience = patience();
        ClusterView view = view(patience);
        while (!patience.isOver(BELIEVE_MISSING)
                && (view.topics().isEmpty() || view.topics().containsValue(0))) {
            patience.orThrow("the source's brokers did not know their topics", null);
            view = view(patience);
        }
        List<SourceTopic> topics = new ArrayList<>();
        view.topics().forEach((name, partitions) -> {
            // One without partitions is about to be deleted.
            if (!name.startsWith("__") && partitions > 0) {
                topics.add(
                        zookeeper == null
                                ? new SourceTopic(name, partitions, Map.of(), false)
                                : new SourceTopic(name, partitions, zookeeper.configs(name), true));
            }
        });
        return topics;
    }

    Map<SourcePartition, OffsetRange> ranges(Collection<SourcePartition> partitions) {
        Patience patience = patience();
        Map<SourcePartition, OffsetRange> ranges = new HashMap<>();
        Set<SourcePartition> missing = new HashSet<>(partitions);
        while (true) {
            ClusterView view = view(patience);
            Map<Address, List<SourcePartition>> byLeader = new HashMap<>();
            String why = "";
            for (SourcePartition p : missing) {
                Address leader = view.leaders().get(p);
                if (leader != null) {
                    byLeader.computeIfAbsent(leader, address -> new ArrayList<>())
                            .add(p);
                } else if (view.has(p)) {
                    why = p + " had no leader";
                } else if (patience.isOver(BELIEVE_MISSING)) {
                    throw new SourceException("The source has no partition " + p + ": "
                            + (view.topics().containsKey(p.topic())
                                    ? "its topic has " + view.topics().get(p.topic()) + " partitions"
                                    : "it has no topic " + p.topic()));
                } else {
                    why = p + " was not there";
                }
            }
            for (Map.Entry<Address, List<SourcePartition>> leader : byLeader.entrySet()) {
                String refusal = ask(leader.getKey(), leader.getValue(), ranges);
                why = refusal.isEmpty() ? why : refusal;
            }
            missing.removeAll(ranges.keySet());
            if (missing.isEmpty()) {
                return ranges;
            }
            patience.orThrow("the source did not say which offsets there are: " + why, null);
        }
    }

    /** Answers why not, if not for all. */
    private String ask(Address leader, List<SourcePartition> partitions, Map<SourcePartition, OffsetRange> ranges) {
        Map<SourcePartition, Short> refused = new HashMap<>();
        SimpleConsumer consumer = Metadata.connect(leader, settings);
        try {
            ranges.putAll(Ranges.ask(consumer, settings.clientId(), partitions, refused));
        } catch (Exception e) { // Scala's methods declare none, and throw IOException
            return leader + " does not answer (" + Metadata.reason(e) + ")";
        } finally {
            consumer.close();
        }
        return refused.entrySet().stream()
                .findFirst()
                .map(one -> leader + " says of " + one.getKey() + ": " + Ranges.name(one.getValue()))
                .orElse("");
    }
}
