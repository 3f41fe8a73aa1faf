package dev.headgate.soak;

import java.util.Map;
import java.util.TreeMap;

/** What a member process is told on its command line: numbers and words by name. Immutable. */
final class MemberSettings {
    private final Map<String, String> values;

    private MemberSettings(Map<String, String> values) {
        this.values = values;
    }

    /** Nothing is set: 256 slots, unordered, handlers that return at once, no hold, no gate, nothing stuck. */
    static MemberSettings defaults() {
        return new MemberSettings(Map.of());
    }

    static MemberSettings parse(String[] args) {
        Map<String, String> values = new TreeMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            values.put(arg.substring(0, equals), arg.substring(equals + 1));
        }
        return new MemberSettings(values);
    }

    MemberSettings with(String name, Object value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, value.toString());
        return new MemberSettings(more);
    }

    /** Consumer properties go by this prefix. */
    MemberSettings property(String name, Object value) {
        return with("kafka." + name, value);
    }

    String[] args() {
        return values.entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .toArray(String[]::new);
    }

    String word(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("a member is not told its " + name);
        }
        return value;
    }

    long number(String name, long otherwise) {
        String value = values.get(name);
        return value == null ? otherwise : Long.parseLong(value);
    }

    int integer(String name, int otherwise) {
        return Math.toIntExact(number(name, otherwise));
    }

    String word(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    Map<String, Object> properties() {
        Map<String, Object> properties = new TreeMap<>();
        values.forEach((name, value) -> {
            if (name.startsWith("kafka.")) {
                properties.put(name.substring("kafka.".length()), value);
            }
        });
        return properties;
    }
}
