package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.GroupPosition;
import dev.headgate.bridge.source.SourceException;
import dev.headgate.bridge.source.SourcePartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import kafka.api.ConsumerMetadataRequest;
import kafka.cluster.Broker;
import kafka.common.ErrorMapping;
import kafka.common.OffsetMetadataAndError;
import kafka.common.TopicAndPartition;
import kafka.javaapi.ConsumerMetadataResponse;
import kafka.javaapi.OffsetFetchRequest;
import kafka.javaapi.consumer.SimpleConsumer;
import kafka.network.BlockingChannel;
import org.jspecify.annotations.Nullable;

/**
 * Where groups stand. There are two stores, and a group may have used both: ZooKeeper, which any broker reads for version 0 of the question,
 * and Kafka's own topic, which the group's coordinator reads for version 1. Neither tells when it was written; of two offsets the higher one
 * counts as the later.
 */
final class GroupOffsets {

    private static final short IN_ZOOKEEPER = 0;
    private static final short IN_KAFKA = 1;
    private static final String KAFKAS_TOPIC = "__consumer_offsets";

    private final Cluster cluster;

    GroupOffsets(Cluster cluster) {
        this.cluster = cluster;
    }

    List<GroupPosition> positions(
            Set<String> groups, Collection<SourcePartition> partitions, @Nullable OldZooKeeper zookeeper) {
        Set<String> asked = groups;
        if (groups.isEmpty()) {
            if (zookeeper == null) {
                throw new SourceException("Brokers of this version cannot list their consumer groups: "
                        + "name the groups, or give the source's ZooKeeper");
            }
            asked = zookeeper.groups();
        }
        if (asked.isEmpty() || partitions.isEmpty()) {
            return List.of();
        }
        Patience patience = cluster.patience();
        // To ask for a coordinator creates the topic where there is none yet.
        boolean inKafka = cluster.view(patience).topics().containsKey(KAFKAS_TOPIC);
        List<GroupPosition> positions = new ArrayList<>();
        for (String group : new TreeSet<>(asked)) {
            Map<SourcePartition, GroupPosition> found = new HashMap<>();
            keepHigher(found, ask(group, partitions, IN_ZOOKEEPER, patience));
            if (inKafka) {
                keepHigher(found, ask(group, partitions, IN_KAFKA, patience));
            }
            positions.addAll(found.values());
        }
        return positions;
    }

    private static void keepHigher(Map<SourcePartition, GroupPosition> found, List<GroupPosition> more) {
        for (GroupPosition one : more) {
            found.merge(one.partition(), one, (a, b) -> b.offset() > a.offset() ? b : a);
        }
    }

    /** Asks whoever may know, until one does. */
    private List<GroupPosition> ask(
            String group, Collection<SourcePartition> partitions, short store, Patience patience) {
        while (true) {
            String why = "";
            for (Address broker : cluster.known()) {
                try {
                    Address knows = store == IN_KAFKA ? coordinator(broker, group) : broker;
                    return ask(knows, group, partitions, store);
                } catch (NotNow e) {
                    why = broker + ": " + e.getMessage();
                } catch (Exception e) { // Scala's methods declare none, and throw IOException
                    why = broker + ": " + Metadata.reason(e);
                }
            }
            patience.orThrow("nobody said where group " + group + " stands (" + why + ")", null);
        }
    }

    private List<GroupPosition> ask(Address broker, String group, Collection<SourcePartition> partitions, short store)
            throws NotNow {
        List<TopicAndPartition> request = new ArrayList<>();
        partitions.forEach(p -> request.add(new TopicAndPartition(p.topic(), p.partition())));
        Map<TopicAndPartition, OffsetMetadataAndError> answers;
        SimpleConsumer consumer = Metadata.connect(broker, cluster.settings());
        try {
            answers = consumer.fetchOffsets(new OffsetFetchRequest(
                            group, request, store, 0, cluster.settings().clientId()))
                    .offsets();
        } finally {
            consumer.close();
        }
        List<GroupPosition> positions = new ArrayList<>();
        for (Map.Entry<TopicAndPartition, OffsetMetadataAndError> answer : answers.entrySet()) {
            OffsetMetadataAndError at = answer.getValue();
            short code = at.error();
            // A partition that the group never committed is "unknown" in version 0 and has offset -1 in version 1.
            if (code == ErrorMapping.NoError() && at.offset() >= 0) {
                TopicAndPartition p = answer.getKey();
                positions.add(new GroupPosition(
                        group, new SourcePartition(p.topic(), p.partition()), at.offset(), at.metadata()));
            } else if (code != ErrorMapping.NoError() && code != ErrorMapping.UnknownTopicOrPartitionCode()) {
                throw new NotNow(Ranges.name(code));
            }
        }
        return positions;
    }

    private Address coordinator(Address broker, String group) throws NotNow {
        Settings settings = cluster.settings();
        BlockingChannel channel = new BlockingChannel(
                broker.host(),
                broker.port(),
                BlockingChannel.UseDefaultBufferSize(),
                BlockingChannel.UseDefaultBufferSize(),
                settings.socketTimeoutMs());
        try {
            channel.connect();
            channel.send(new ConsumerMetadataRequest(group, (short) 0, 0, settings.clientId()));
            ConsumerMetadataResponse response =
                    ConsumerMetadataResponse.readFrom(channel.receive().buffer());
            Broker coordinator = response.coordinator();
            if (response.errorCode() != ErrorMapping.NoError() || coordinator == null) {
                throw new NotNow(Ranges.name(response.errorCode()));
            }
            return new Address(coordinator.host(), coordinator.port());
        } finally {
            channel.disconnect();
        }
    }

    /** The broker cannot say it now: it loads the offsets, or is no longer the one to ask. */
    private static final class NotNow extends Exception {
        private static final long serialVersionUID = 1;

        NotNow(String why) {
            super(why);
        }
    }
}
