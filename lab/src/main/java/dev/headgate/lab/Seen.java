package dev.headgate.lab;

import dev.headgate.doctor.Observation;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An arm as it was seen.
 *
 * @param figures what was measured
 * @param observation what the doctor may know of it
 * @param more further figures, for the report, under names that end in their unit: numbers and text alone
 */
record Seen(Figures figures, Observation observation, Map<String, Object> more) {
    Seen {
        more = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(more));
    }
}
