package dev.headgate.doctor.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Meters of libraries that are not known, whose names say that something is in use, and of how much. */
final class LooksLikePool {
    private static final Set<String> IN_USE =
            Set.of("active", "busy", "used", "acquired", "borrowed", "leased", "checkedout", "inuse");
    private static final Set<String> OF = Set.of("max", "limit", "capacity", "size", "total", "idle", "available");

    private LooksLikePool() {}

    /** The beginnings of their names, each once. */
    static List<String> in(Page page) {
        Map<String, Set<String>> words = new TreeMap<>();
        for (String name : page.names()) {
            if (Libraries.ALL.stream()
                            .flatMap(library -> library.knows().stream())
                            .noneMatch(name::startsWith)
                    && !name.startsWith("jvm_")
                    && !name.startsWith("process_")
                    && !name.startsWith("system_")) {
                String[] parts = name.split("_");
                for (int i = 1; i < parts.length; i++) {
                    String word = parts[i].toLowerCase(Locale.ROOT);
                    if (IN_USE.contains(word) || OF.contains(word)) {
                        words.computeIfAbsent(String.join("_", List.of(parts).subList(0, i)), prefix -> new TreeSet<>())
                                .add(word);
                    }
                }
            }
        }
        List<String> found = new ArrayList<>();
        words.forEach((prefix, all) -> {
            if (all.stream().anyMatch(IN_USE::contains) && all.stream().anyMatch(OF::contains)) {
                found.add(prefix);
            }
        });
        return found;
    }
}
