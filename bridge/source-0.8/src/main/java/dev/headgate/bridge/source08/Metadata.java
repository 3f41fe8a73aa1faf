package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.SourcePartition;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import kafka.cluster.Broker;
import kafka.javaapi.PartitionMetadata;
import kafka.javaapi.TopicMetadata;
import kafka.javaapi.TopicMetadataRequest;
import kafka.javaapi.TopicMetadataResponse;
import kafka.javaapi.consumer.SimpleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks for topics and leaders. Always for all topics: a broker of 0.8 that is asked for one by its name creates it if it is not there.
 */
final class Metadata {

    /** The client of 0.8 tries twice. */
    private static final int PATIENCE_MS = 5_000;

    private Metadata() {}

    /** No broker answered; the message says for each why. */
    static final class NobodyAnswers extends Exception {
        private static final long serialVersionUID = 1;

        NobodyAnswers(String message, @Nullable Exception cause) {
            super(message, cause);
        }
    }

    /**
     * Asks one broker after the other until one answers. Blocks: for 10 s at most for each that does not.
     *
     * @param brokers in the order in which they are asked
     */
    static ClusterView ask(Collection<Address> brokers, Settings settings) throws NobodyAnswers {
        StringBuilder why = new StringBuilder();
        Exception last = null;
        for (Address broker : brokers) {
            SimpleConsumer consumer = connect(broker, settings.withTimeoutAtMost(PATIENCE_MS));
            try {
                return view(consumer.send(new TopicMetadataRequest(List.of())));
            } catch (Exception e) { // Scala's methods declare none, and throw IOException
                last = e;
                why.append(why.isEmpty() ? "" : "; ")
                        .append(broker)
                        .append(": ")
                        .append(reason(e));
            } finally {
                consumer.close();
            }
        }
        throw new NobodyAnswers(why.toString(), last);
    }

    /** A consumer for the broker; connects at its first use. */
    static SimpleConsumer connect(Address broker, Settings settings) {
        return new SimpleConsumer(
                broker.host(), broker.port(), settings.socketTimeoutMs(), settings.receiveBytes(), settings.clientId());
    }

    /** In words, for a message. */
    static String reason(Throwable e) {
        if (e instanceof java.nio.channels.UnresolvedAddressException) {
            return "its host name is not known here";
        }
        if (e instanceof java.io.EOFException) {
            return "closed the connection without an answer";
        }
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    private static ClusterView view(TopicMetadataResponse response) {
        TreeMap<String, Integer> topics = new TreeMap<>();
        Map<SourcePartition, Address> leaders = new HashMap<>();
        Set<Address> brokers = new HashSet<>();
        for (TopicMetadata topic : response.topicsMetadata()) {
            int partitions = 0;
            for (PartitionMetadata partition : topic.partitionsMetadata()) {
                partitions = Math.max(partitions, partition.partitionId() + 1);
                Broker leader = partition.leader();
                if (leader != null) {
                    Address address = new Address(leader.host(), leader.port());
                    leaders.put(new SourcePartition(topic.topic(), partition.partitionId()), address);
                    brokers.add(address);
                }
                for (Broker replica : partition.replicas()) {
                    brokers.add(new Address(replica.host(), replica.port()));
                }
            }
            topics.put(topic.topic(), partitions);
        }
        return new ClusterView(topics, leaders, brokers);
    }
}
