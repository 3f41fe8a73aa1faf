package dev.headgate.bridge;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.bridge.source.SourceTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Looks at both sides and works out what there is to do, or why it cannot be done. Changes nothing until {@link #carryOut}. */
final class Preparation {
    private static final int POSITIONS_SEGMENT = 16 << 20;
    private static final int DEAD_LETTER_BYTES = 100_000_000;
    private static final int DEAD_LETTER_PARTITIONS = 1;

    private final Settings settings;
    private final BrokerVersion sourceVersion;
    private final BrokerVersion targetVersion;
    private final Source source;
    private final Target target;
    private final Positions positions;

    Preparation(
            Settings settings,
            BrokerVersion sourceVersion,
            BrokerVersion targetVersion,
            Source source,
            Target target,
            Positions positions) {
        this.settings = settings;
        this.sourceVersion = sourceVersion;
        this.targetVersion = targetVersion;
        this.source = source;
        this.target = target;
        this.positions = positions;
    }

    Plan.Detail plan() {
        if (settings.groups() != null
                && settings.groups().isEmpty()
                && settings.zookeeper() == null
                && sourceVersion.generation() == Generation.OLD) {
            // Else it would come out when all is copied.
            throw new BridgeException("A source of " + sourceVersion.name()
                    + " cannot list its consumer groups: name them (--sync-groups a,b), or give its --zookeeper");
        }
        List<SourceTopic> topics = settings.topics().choose(source.topics());
        Map<String, Integer> there =
                target.partitions(topics.stream().map(SourceTopic::name).toList());
        topics.forEach(topic -> refuseOtherCount(topic, there.get(topic.name())));
        Map<SourcePartition, OffsetRange> ranges = source.ranges(partitions(topics));
        Positions.Found found = found();
        Map<SourcePartition, Position> start = start(topics, there, ranges, found);
        Map<SourcePartition, Long> sizes = sample(start, ranges);
        List<Plan.Topic> planned = new ArrayList<>();
        Map<String, Integer> counts = new TreeMap<>();
        for (SourceTopic topic : topics) {
            Integer exists = there.get(topic.name());
            counts.put(topic.name(), exists == null ? topic.partitions() : exists);
            planned.add(planned(topic, exists == null ? 0 : exists, start, ranges, sizes));
        }
        String tightness = tightness(planned);
        List<String> notes = notes(topics, there);
        if (tightness != null) {
            notes.add("Its disks may become full: " + tightness + ".");
        }
        Plan plan = new Plan(
                sourceVersion.name(), sourceVersion.generation().client(), targetVersion.name(), planned, notes);
        return new Plan.Detail(plan, start, ranges, counts, tightness);
    }

    private @Nullable String tightness(List<Plan.Topic> planned) {
        long bytes =
                planned.stream().mapToLong(topic -> Math.max(0, topic.bytes())).sum();
        long room = target.room();
        return room < 0 || bytes <= room
                ? null
                : "the target's disks have " + (room >> 20) + " MiB free, and " + (bytes >> 20)
                        + " MiB are to come, without compression and for each replica";
    }

    private static List<SourcePartition> partitions(List<SourceTopic> topics) {
        List<SourcePartition> partitions = new ArrayList<>();
        for (SourceTopic topic : topics) {
            for (int i = 0; i < topic.partitions(); i++) {
                partitions.add(new SourcePartition(topic.name(), i));
            }
        }
        return partitions;
    }

    private void refuseOtherCount(SourceTopic topic, @Nullable Integer exists) {
        if (exists != null
                && exists < topic.partitions()
                && settings.conversion().partitions() == PartitionMapping.SAME) {
            throw new BridgeException("Topic " + topic.name() + " has " + topic.partitions()
                    + " partitions on the source and " + exists
                    + " on the target: add partitions there, or say how to map them (--partitions modulo or key)");
        }
        if (exists != null
                && exists > topic.partitions()
                && settings.conversion().partitions() == PartitionMapping.SAME
                && !settings.keeping().adopt()) {
            throw new BridgeException(
                    "Topic " + topic.name() + " has " + topic.partitions()
                            + " partitions on the source and " + exists
                            + " on the target, so that new records of a key would go to another partition than those copied: say how to map them (--partitions key), or that it is meant (--adopt)");
        }
    }

    private Positions.Found found() {
        return target.partitions(Set.of(positions.topic())).isEmpty()
                ? new Positions.Found(Map.of(), Map.of())
                : positions.glance(target.clientProperties(), target.patience());
    }

    private Map<SourcePartition, Position> start(
            List<SourceTopic> topics,
            Map<String, Integer> there,
            Map<SourcePartition, OffsetRange> ranges,
            Positions.Found found) {
        Map<SourcePartition, Position> known = found.of(settings.name());
        refuseOtherSource(found);
        Map<SourcePartition, Position> start = new HashMap<>();
        for (SourceTopic topic : topics) {
            refuseOtherBridge(topic, found);
            Map<SourcePartition, Long> ends = ends(topic, there);
            for (int i = 0; i < topic.partitions(); i++) {
                SourcePartition partition = new SourcePartition(topic.name(), i);
                OffsetRange range = ranges.get(partition);
                Position position = known.get(partition);
                if (range == null) {
                    throw new BridgeException("The source tells no offsets of " + partition);
                }
                if (position == null) {
                    long base = ends.getOrDefault(partition, 0L);
                    refuseUnexplained(partition, base);
                    position = Position.at(range.first(), base);
                } else if (position.next() > range.end()) {
                    throw new BridgeException(
                            partition + " ends at offset " + range.end()
                                    + " on the source, but was copied up to " + position.next()
                                    + ": the topic was made anew, or its leader has lost records. Give the bridge another --name, and the target another topic, to copy it from its beginning");
                }
                start.put(partition, position);
            }
        }
        return start;
    }

    private Map<SourcePartition, Long> ends(SourceTopic topic, Map<String, Integer> there) {
        Integer count = there.get(topic.name());
        if (count == null) {
            return Map.of();
        }
        List<SourcePartition> partitions = new ArrayList<>();
        for (int i = 0; i < Math.min(count, topic.partitions()); i++) {
            partitions.add(new SourcePartition(topic.name(), i));
        }
        return target.ends(partitions);
    }

    private void refuseOtherSource(Positions.Found found) {
        Positions.Owner owner = found.bridges().get(settings.name());
        String before = owner == null ? null : owner.from();
        String now = settings.from().bootstrap();
        if (before != null && !before.equals(now) && !settings.keeping().adopt()) {
            throw new BridgeException(
                    "The positions of bridge '" + settings.name() + "' on the target are of the source "
                            + before + ", not " + now
                            + ": give another --name, or say by --adopt that it is the same cluster at another address");
        }
    }

    private void refuseOtherBridge(SourceTopic topic, Positions.Found found) {
        String other = found.otherThan(settings.name(), topic.name());
        if (other != null && !settings.keeping().adopt()) {
            throw new BridgeException("Topic " + topic.name() + " on the target is written by bridge '" + other
                    + "': go on as that one (--name " + other + "), or say by --adopt that both are meant");
        }
    }

    private void refuseUnexplained(SourcePartition partition, long base) {
        if (base > 0 && !settings.keeping().adopt()) {
            throw new BridgeException(
                    partition + " on the target already has records up to offset " + (base - 1)
                            + ", and topic " + positions.topic() + " does not say that bridge '" + settings.name()
                            + "' wrote them: they would be doubled. Choose an empty topic, or say by --adopt that they are meant to stay");
        }
    }

    private Plan.Topic planned(
            SourceTopic topic,
            int exists,
            Map<SourcePartition, Position> start,
            Map<SourcePartition, OffsetRange> ranges,
            Map<SourcePartition, Long> sizes) {
        long records = 0;
        long copied = 0;
        double bytes = 0;
        boolean judged = false;
        for (SourcePartition partition : partitions(List.of(topic))) {
            Position position = start.getOrDefault(partition, Position.at(0, 0));
            OffsetRange range = ranges.getOrDefault(partition, new OffsetRange(0, 0));
            long toCopy = Math.max(0, range.end() - Math.max(range.first(), position.next()));
            records += toCopy;
            copied += position.copied();
            Long size = sizes.get(partition);
            if (size != null) {
                bytes += (double) size * toCopy;
                judged = true;
            }
        }
        return new Plan.Topic(
                topic.name(),
                topic.partitions(),
                exists,
                TopicConfigs.carried(topic.configs()),
                records,
                copied,
                judged ? (long) bytes : -1);
    }

    /** The mean size of the records at the beginning of what is to be copied, for each partition of which a fetch or two brought any. */
    private Map<SourcePartition, Long> sample(
            Map<SourcePartition, Position> start, Map<SourcePartition, OffsetRange> ranges) {
        Map<SourcePartition, long[]> seen = new HashMap<>();
        Map<SourcePartition, Long> from = new HashMap<>();
        start.forEach((partition, position) -> {
            OffsetRange range = ranges.get(partition);
            if (range != null && range.end() > Math.max(range.first(), position.next())) {
                from.put(partition, Math.max(range.first(), position.next()));
            }
        });
        if (from.isEmpty()) {
            return Map.of();
        }
        from.forEach(source::seek);
        RecordSink sizes = new Sizes(seen);
        long deadline = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        while (seen.size() < from.size() && System.nanoTime() - deadline < 0) {
            Set<SourcePartition> unseen = new java.util.HashSet<>(from.keySet());
            unseen.removeAll(seen.keySet());
            source.fetch(unseen, 1 << 20, Duration.ofMillis(250), sizes);
        }
        from.keySet().forEach(source::leave);
        long[] all = new long[2];
        seen.values().forEach(one -> {
            all[0] += one[0];
            all[1] += one[1];
        });
        Map<SourcePartition, Long> means = new HashMap<>();
        for (SourcePartition partition : from.keySet()) {
            long[] of = seen.getOrDefault(partition, all);
            if (of[0] > 0) {
                means.put(partition, of[1] / of[0]);
            }
        }
        return means;
    }

    /** Counts records and their bytes. */
    private record Sizes(Map<SourcePartition, long[]> seen) implements RecordSink {
        @Override
        public void record(
                SourcePartition partition,
                long offset,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                @Nullable Object @Nullable [] headers) {
            long[] of = seen.computeIfAbsent(partition, unused -> new long[2]);
            of[0]++;
            of[1] += (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        }

        @Override
        public void position(SourcePartition partition, long next, long end) {}

        @Override
        public void gap(SourcePartition partition, long from, long to) {}

        @Override
        public void trouble(String what) {}
    }

    private List<String> notes(List<SourceTopic> topics, Map<String, Integer> there) {
        List<String> notes = new ArrayList<>();
        if (sourceVersion.generation() == Generation.OLD) {
            notes.add(
                    settings.conversion().timestamps() == Timestamps.NOW
                            ? "Records of this source have no timestamps: each gets the time at which it is written (--timestamps now)."
                            : "Records of this source have no timestamps: each gets 0, that is 1970 (--timestamps none); where the target's topic has a retention.ms, it deletes them at once.");
        }
        List<String> unknown = new ArrayList<>();
        for (SourceTopic topic : topics) {
            if (!topic.configsKnown() && !there.containsKey(topic.name())) {
                unknown.add(topic.name());
            }
            Set<String> left = TopicConfigs.left(topic.configs());
            if (!left.isEmpty() && !there.containsKey(topic.name())) {
                notes.add("Not carried over of " + topic.name() + ": " + String.join(", ", left) + ".");
            }
            if (topic.configs().containsKey("retention.ms")) {
                notes.add(
                        "Retention of " + topic.name()
                                + " is carried over: records that are older than it when they arrive, the target deletes soon.");
            }
        }
        if (sourceVersion.generation() != Generation.OLD) {
            notes.add(
                    "Records keep their timestamps, and the target's retention goes by these: what is older than it (7 days by default) is deleted soon after it arrives.");
        }
        if (!unknown.isEmpty()) {
            notes.add("Configurations cannot be read from this source"
                    + (settings.zookeeper() == null ? " without --zookeeper" : "") + ": " + String.join(", ", unknown)
                    + " will be made with the target's defaults.");
        }
        notes.add("Not carried over: ACLs, quotas, offsets as numbers (each record's offset changes), producers' ids"
                + (settings.groups() == null ? ", consumer groups (--sync-groups carries them)." : "."));
        return notes;
    }

    /** Makes what has to be there on the target. */
    void carryOut(Plan.Detail detail) {
        target.create(
                positions.topic(),
                1,
                Map.of(
                        "cleanup.policy",
                        "compact",
                        "segment.bytes",
                        String.valueOf(POSITIONS_SEGMENT),
                        "min.cleanable.dirty.ratio",
                        "0.1"));
        String letters = settings.conversion().deadLetters();
        if (letters != null) {
            target.create(
                    letters, DEAD_LETTER_PARTITIONS, Map.of("max.message.bytes", String.valueOf(DEAD_LETTER_BYTES)));
        }
        for (Plan.Topic topic : detail.plan().topics()) {
            if (topic.targetPartitions() == 0) {
                target.create(topic.name(), topic.partitions(), topic.configs());
            }
        }
    }
}
