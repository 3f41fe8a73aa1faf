package dev.headgate.systems.trips;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How an instance of the service is started. Immutable.
 *
 * @param arm how it does what the rider does not wait for
 * @param consumers whether it takes part in the three consumer groups
 * @param heapMiB its {@code -Xmx}, in MiB
 * @param properties more properties of the service, under their own names; they win over its own file
 */
public record TripsSetup(Arm arm, boolean consumers, int heapMiB, Map<String, String> properties) {

    /**
     * Checks.
     *
     * @throws IllegalArgumentException if the heap is less than 64 MiB
     */
    public TripsSetup {
        Objects.requireNonNull(arm, "arm");
        if (heapMiB < 64) {
            throw new IllegalArgumentException("A heap of " + heapMiB + " MiB: the service needs 64 to start");
        }
        properties = Map.copyOf(properties);
    }

    /** An arm with its consumers, in 512 MiB. */
    public static TripsSetup of(Arm arm) {
        return new TripsSetup(arm, true, 512, Map.of());
    }

    /** The same without or with the consumer groups. */
    public TripsSetup withConsumers(boolean take) {
        return new TripsSetup(arm, take, heapMiB, properties);
    }

    /** The same in another heap. */
    public TripsSetup withHeap(int miB) {
        return new TripsSetup(arm, consumers, miB, properties);
    }

    /** The same with one more property. */
    public TripsSetup with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(properties);
        more.put(name, value);
        return new TripsSetup(arm, consumers, heapMiB, more);
    }
}
