package dev.headgate.systems.trips;

/**
 * What one consumer group has done for the trips that are recorded.
 *
 * @param group the group's name
 * @param processed trips that it has processed, each once
 * @param lost recorded trips that it has not processed (yet)
 * @param repeated how often it was asked to process a trip that it had processed; the effect is there once all the same
 * @param unknown what it has processed that is not recorded as a trip
 */
public record GroupBooks(String group, long processed, long lost, long repeated, long unknown) {}
