package dev.headgate.doctor.probe;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a service said of its meters at one moment: immutable. */
final class Page {
    private final Map<String, List<Sample>> byName;

    Page(List<Sample> samples) {
        byName = samples.stream()
                .collect(Collectors.groupingBy(Sample::name, LinkedHashMap::new, Collectors.toUnmodifiableList()));
    }

    /** Names of meters, in the order of the page. */
    Set<String> names() {
        return byName.keySet();
    }

    List<Sample> samples(String name) {
        return byName.getOrDefault(name, List.of());
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    /** The sum of all samples of that name with these labels, leaving out what is not a number; NaN where there is none. */
    double sum(String name, Map<String, String> labels) {
        return sum(name, sample -> sample.has(labels));
    }

    /** The sum of all samples of that name that are wanted, leaving out what is not a number; NaN where there is none. */
    double sum(String name, Predicate<Sample> wanted) {
        double sum = Double.NaN;
        for (Sample sample : samples(name)) {
            if (wanted.test(sample) && !Double.isNaN(sample.value())) {
                sum = Double.isNaN(sum) ? sample.value() : sum + sample.value();
            }
        }
        return sum;
    }

    /** The different values that these labels have together on the samples of that name, without those that lack one. */
    List<Map<String, String>> groups(String name, String... labels) {
        Set<Map<String, String>> groups = new LinkedHashSet<>();
        for (Sample sample : samples(name)) {
            Map<String, String> group = new LinkedHashMap<>();
            for (String label : labels) {
                String value = sample.labels().get(label);
                if (value != null) {
                    group.put(label, value);
                }
            }
            if (group.size() == labels.length) {
                groups.add(group);
            }
        }
        return List.copyOf(groups);
    }
}
