package dev.headgate.bridge;

import dev.headgate.bridge.source.GroupPosition;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourceOptions;
import dev.headgate.bridge.source.SourcePartition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Where the groups of a source stand, wherever it keeps that. */
final class GroupsOfSource {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private GroupsOfSource() {}

    /**
     * From the source itself; and, where a ZooKeeper is given, by the old client as well, since consumers of 0.8's kind keep their offsets there up to
     * brokers of 2.x. Of two positions of one group the one from the source itself counts.
     */
    static List<GroupPosition> read(
            Settings settings,
            BrokerVersion version,
            Source source,
            Clients clients,
            Collection<SourcePartition> partitions) {
        Set<String> asked = settings.groups() == null ? Set.of() : settings.groups();
        Map<String, GroupPosition> all = new TreeMap<>();
        if (version.generation() != Generation.OLD && settings.zookeeper() != null) {
            SourceOptions options = new SourceOptions(
                    settings.from().bootstrap(),
                    Map.of(),
                    settings.zookeeper(),
                    "headgate-" + settings.name() + "-groups",
                    PATIENCE);
            try (Source old = clients.open(Generation.OLD, options)) {
                put(all, old.groupPositions(asked, partitions));
            }
        }
        put(all, source.groupPositions(asked, partitions));
        return List.copyOf(all.values());
    }

    private static void put(Map<String, GroupPosition> all, List<GroupPosition> found) {
        found.forEach(one -> all.put(one.group() + "/" + one.partition(), one));
    }
}
