package dev.headgate.doctor;

import dev.headgate.Itinerary;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of a system over a window: immutable, and all that a verdict is made from.
 *
 * @param gates the reads of each gate, in the order in which a record meets them; the first gate that is inside no
 *     other counts the records
 * @param cpu CPU used over the window, or null when it was not read
 * @param itineraries sampled lives, maybe none
 * @param load what the outside offers, or null when it is to be inferred
 * @param serial gates whose capacity cannot be lifted: a key or a partition in order, a licence
 * @param delays gates in which a record only waits for time to pass, so that it could wait without a slot
 * @param leases gates whose slots are needed for the holders' own work alone, so that inner work can be done without one: the
 *     connections of a database, in a transaction that spans more than its statements
 * @param trials changes that were applied through the doctor, with what came of them
 */
public record Observation(
        List<Series> gates,
        @Nullable CpuUse cpu,
        List<Itinerary> itineraries,
        @Nullable Load load,
        Set<String> serial,
        Set<String> delays,
        Set<String> leases,
        List<Trial> trials) {

    /**
     * Copies the collections.
     *
     * @throws IllegalArgumentException when there is no gate, or two have one name
     */
    public Observation {
        gates = List.copyOf(gates);
        itineraries = List.copyOf(itineraries);
        serial = Set.copyOf(serial);
        delays = Set.copyOf(delays);
        leases = Set.copyOf(leases);
        trials = List.copyOf(trials);
        if (gates.isEmpty()) {
            throw new IllegalArgumentException("An observation needs at least one gate");
        }
        Set<String> names = new LinkedHashSet<>();
        for (Series series : gates) {
            if (!names.add(series.name())) {
                throw new IllegalArgumentException(
                        "Two gates are named '" + series.name() + "': give each a name of its own");
            }
        }
    }

    /** Gates alone. */
    public static Observation of(List<Series> gates) {
        return new Observation(gates, null, List.of(), null, Set.of(), Set.of(), Set.of(), List.of());
    }

    /** With the CPU used. */
    public Observation withCpu(@Nullable CpuUse use) {
        return new Observation(gates, use, itineraries, load, serial, delays, leases, trials);
    }

    /** With sampled lives. */
    public Observation withItineraries(List<Itinerary> lives) {
        return new Observation(gates, cpu, lives, load, serial, delays, leases, trials);
    }

    /** With a load that is known; null: to be inferred. */
    public Observation withLoad(@Nullable Load known) {
        return new Observation(gates, cpu, itineraries, known, serial, delays, leases, trials);
    }

    /** With gates that cannot be lifted. */
    public Observation withSerial(Set<String> names) {
        return new Observation(gates, cpu, itineraries, load, names, delays, leases, trials);
    }

    /** With gates that are delays. */
    public Observation withDelays(Set<String> names) {
        return new Observation(gates, cpu, itineraries, load, serial, names, leases, trials);
    }

    /** With gates whose slots need not be held for inner work. */
    public Observation withLeases(Set<String> names) {
        return new Observation(gates, cpu, itineraries, load, serial, delays, names, trials);
    }

    /** With changes applied before. */
    public Observation withTrials(List<Trial> applied) {
        return new Observation(gates, cpu, itineraries, load, serial, delays, leases, applied);
    }

    /** The length of the longest series, in s. */
    public double seconds() {
        return gates.stream().mapToDouble(Series::seconds).max().orElse(0);
    }

    /** The reads of the gate of that name; null when there is none. */
    public @Nullable Series gate(String name) {
        return gates.stream()
                .filter(series -> Objects.equals(series.name(), name))
                .findFirst()
                .orElse(null);
    }
}
