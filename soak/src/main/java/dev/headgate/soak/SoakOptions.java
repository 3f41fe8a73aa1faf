package dev.headgate.soak;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a soak is run with: a number for each of its options, and the seed of all that is random in it. Immutable. */
public final class SoakOptions {
    private final Map<String, Long> values;
    private final long seed;

    private SoakOptions(Map<String, Long> values, long seed) {
        this.values = values;
        this.seed = seed;
    }

    /** The sizes of CI: less than a minute. */
    public static SoakOptions quick(Soak soak, long seed) {
        return of(soak.options(), seed, false);
    }

    /** The full sizes: minutes. */
    public static SoakOptions full(Soak soak, long seed) {
        return of(soak.options(), seed, true);
    }

    private static SoakOptions of(List<SoakOption> options, long seed, boolean full) {
        Map<String, Long> values = new LinkedHashMap<>();
        options.forEach(option -> values.put(option.name(), full ? option.full() : option.quick()));
        return new SoakOptions(values, seed);
    }

    /**
     * The same with one number changed.
     *
     * @throws IllegalArgumentException if the soak has no such option or the number is negative; the message lists the options
     */
    public SoakOptions with(String name, long value) {
        if (!values.containsKey(name)) {
            throw new IllegalArgumentException("no option " + name + "; there are "
                    + values.keySet().stream().sorted().collect(Collectors.joining(", ")));
        }
        if (value < 0) {
            throw new IllegalArgumentException(name + "=" + value + " is negative; say 0 or more");
        }
        Map<String, Long> changed = new LinkedHashMap<>(values);
        changed.put(name, value);
        return new SoakOptions(changed, seed);
    }

    /** All numbers, in the order in which the soak lists its options. */
    public Map<String, Long> values() {
        return Collections.unmodifiableMap(values);
    }

    /** The seed of whatever is random in the run. The moments of kills also depend on how fast the machine is. */
    public long seed() {
        return seed;
    }

    long get(String name) {
        Long value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("the options are those of another soak: there is no " + name);
        }
        return value;
    }

    int getInt(String name) {
        return Math.toIntExact(get(name));
    }

    @Override
    public String toString() {
        return values + ", seed " + seed;
    }
}
