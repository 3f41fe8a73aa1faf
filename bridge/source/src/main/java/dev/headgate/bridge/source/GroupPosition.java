package dev.headgate.bridge.source;

/**
 * Where a consumer group stands.
 *
 * @param offset the offset that it will read next
 * @param metadata what its consumer wrote beside it, often empty
 */
public record GroupPosition(String group, SourcePartition partition, long offset, String metadata) {}
