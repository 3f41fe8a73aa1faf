package dev.headgate.bridge.source;

import java.util.Map;

/**
 * A topic of the source.
 *
 * @param partitions how many, numbered from 0
 * @param configs what was set for this topic and not inherited, under Kafka's names
 * @param configsKnown false where this version's client cannot tell, and {@code configs} is empty for that
 */
public record SourceTopic(String name, int partitions, Map<String, String> configs, boolean configsKnown) {
    public SourceTopic {
        configs = Map.copyOf(configs);
    }
}
