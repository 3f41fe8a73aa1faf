package dev.headgate.bridge;

/** Which partition of the target a record goes to. */
public enum PartitionMapping {
    /** The one of the same number; a topic that exists with another count is refused. */
    SAME,
    /** The number, modulo the target's count: records of one source partition stay together and in order. */
    MODULO,
    /** By the key's hash, as Kafka's producers do: order is kept per key. Records without a key go to any. */
    KEY
}
