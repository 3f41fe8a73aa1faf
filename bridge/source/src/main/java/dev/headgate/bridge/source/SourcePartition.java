package dev.headgate.bridge.source;

/** A partition of the source. */
public record SourcePartition(String topic, int partition) implements Comparable<SourcePartition> {
    @Override
    public int compareTo(SourcePartition other) {
        int byTopic = topic.compareTo(other.topic);
        return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
    }

    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
