package dev.headgate.bridge.source;

/**
 * The offsets of a partition that can be read.
 *
 * @param first the lowest that is there
 * @param end the one that the next record will get; where transactions are open, the lowest that may not be read yet
 */
public record OffsetRange(long first, long end) {}
