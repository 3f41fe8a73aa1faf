package dev.headgate.doctor.probe;

import java.util.List;

/**
 * How the numbers of a station were come by.
 *
 * @param station its name
 * @param lines each with a number, its unit, and the meters that it is from
 */
public record Derivation(String station, List<String> lines) {

    /** Copies the list. */
    public Derivation {
        lines = List.copyOf(lines);
    }
}
