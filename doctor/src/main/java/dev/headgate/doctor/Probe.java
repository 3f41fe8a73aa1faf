package dev.headgate.doctor;

import java.util.Map;

/**
 * A small change whose outcome decides what the data cannot.
 *
 * @param from the capacities now, of the gates that it changes
 * @param to the capacities to try
 * @param expected records/s to expect if what is behind the gates keeps its pace
 * @param otherwise what follows when they do not come
 */
public record Probe(Map<String, Integer> from, Map<String, Integer> to, double expected, String otherwise) {

    /** Copies the maps. */
    public Probe {
        from = Map.copyOf(from);
        to = Map.copyOf(to);
    }
}
