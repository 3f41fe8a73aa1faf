package dev.headgate.doctor.probe;

import dev.headgate.doctor.Observation;
import java.util.List;

/**
 * What a service showed of itself.
 *
 * @param observation for the doctor
 * @param notes what was concluded, left out or assumed, a sentence each
 * @param derivations of each station that is in the observation
 * @param idle stations in which there was next to nothing
 * @param unrecognised meters of no known library that look like those of a pool, by the beginning that they share
 */
public record OutsideView(
        Observation observation,
        List<String> notes,
        List<Derivation> derivations,
        List<String> idle,
        List<String> unrecognised) {

    /** Copies the lists. */
    public OutsideView {
        notes = List.copyOf(notes);
        derivations = List.copyOf(derivations);
        idle = List.copyOf(idle);
        unrecognised = List.copyOf(unrecognised);
    }
}
