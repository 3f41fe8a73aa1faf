package dev.headgate.doctor;

/**
 * A small change whose outcome decides what the data cannot.
 *
 * @param gate the gate to change
 * @param from its capacity now
 * @param to the capacity to try
 * @param expected records/s to expect if the doctor is right
 * @param otherwise what follows when it does not come
 */
public record Probe(String gate, int from, int to, double expected, String otherwise) {}
