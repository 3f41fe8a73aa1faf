package dev.headgate.doctor.probe;

import java.util.Map;

/**
 * One line of a page of meters.
 *
 * @param name of the meter, as on the page
 * @param labels by name
 * @param value NaN and the infinities included
 */
record Sample(String name, Map<String, String> labels, double value) {

    Sample {
        labels = Map.copyOf(labels);
    }

    /** Whether it has all of these labels, with these values. */
    boolean has(Map<String, String> wanted) {
        return wanted.entrySet().stream().allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
    }
}
