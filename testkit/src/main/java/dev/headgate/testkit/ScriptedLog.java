package dev.headgate.testkit;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * One partition's log at the make-believe broker. Offsets between {@code start} and {@code end} that it lacks were compacted away.
 * Used under the script's lock.
 */
final class ScriptedLog {

    final TreeMap<Long, ConsumerRecord<byte[], byte[]>> records = new TreeMap<>();
    long start;
    long end;

    /** What a client would be told of a topic's partitions. */
    static List<PartitionInfo> infos(String topic, Collection<TopicPartition> known) {
        Node node = new Node(1, "127.0.0.1", 9092);
        Node[] nodes = {node};
        return known.stream()
                .filter(p -> p.topic().equals(topic))
                .sorted((a, b) -> Integer.compare(a.partition(), b.partition()))
                .map(p -> new PartitionInfo(topic, p.partition(), node, nodes, nodes))
                .toList();
    }
}
