package dev.headgate.doctor;

/**
 * What one hold of a station contains of an inner station. Times are means per hold of the outer station, in s.
 *
 * @param gate name of the inner station
 * @param visits entries into it per hold
 * @param waitSeconds spent waiting there
 * @param holdSeconds spent in there
 */
public record Within(String gate, double visits, double waitSeconds, double holdSeconds) {}
