package dev.headgate.bridge;

import dev.headgate.bridge.source.SourceTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Which topics of the source are meant: by name, or by a pattern of the whole name. */
public sealed interface Topics {

    /** Those of a source that are meant. */
    List<SourceTopic> choose(List<SourceTopic> all);

    /** @throws IllegalArgumentException if there is none, or one that cannot be a topic */
    static Topics named(Set<String> names) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("Say which topics: --topics a,b or --pattern RE");
        }
        for (String name : names) {
            checked(name);
        }
        return new Named(new TreeSet<>(names));
    }

    /** The name itself. @throws IllegalArgumentException if it cannot be a topic */
    static String checked(String name) {
        if (!name.matches("[a-zA-Z0-9._-]{1,249}")) {
            throw new IllegalArgumentException(
                    "'" + name + "' cannot be a topic: names have letters, digits, '.', '_' and '-'");
        }
        return name;
    }

    /** @throws IllegalArgumentException if it is no regular expression */
    static Topics matching(String pattern) {
        try {
            return new Matching(Pattern.compile(pattern));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("--pattern '" + pattern + "' is no regular expression: "
                    + e.getDescription() + " at position " + Math.max(0, e.getIndex()));
        }
    }

    /** By name; each has to be there. */
    record Named(Set<String> names) implements Topics {
        @Override
        public List<SourceTopic> choose(List<SourceTopic> all) {
            List<SourceTopic> chosen = new ArrayList<>();
            Set<String> missing = new TreeSet<>(names);
            for (SourceTopic topic : all) {
                if (missing.remove(topic.name())) {
                    chosen.add(topic);
                }
            }
            if (!missing.isEmpty()) {
                throw new BridgeException("The source has no topic " + String.join(", ", missing) + ": it has "
                        + (all.isEmpty() ? "none" : list(all)));
            }
            return chosen;
        }

        private static String list(List<SourceTopic> all) {
            List<String> names = all.stream().map(SourceTopic::name).limit(20).toList();
            return String.join(", ", names) + (all.size() > 20 ? " and " + (all.size() - 20) + " more" : "");
        }
    }

    /** By pattern; topics that are made later and match are copied as well. */
    record Matching(Pattern pattern) implements Topics {
        @Override
        public List<SourceTopic> choose(List<SourceTopic> all) {
            List<SourceTopic> chosen = all.stream()
                    .filter(topic -> pattern.matcher(topic.name()).matches())
                    .toList();
            if (chosen.isEmpty()) {
                throw new BridgeException(
                        "No topic of the source matches " + pattern + ": the pattern has to match the whole name");
            }
            return chosen;
        }
    }
}
