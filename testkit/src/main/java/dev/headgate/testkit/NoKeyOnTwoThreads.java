package dev.headgate.testkit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Within one reader no two records of one key are handled at the same time, not even when they belong to different assignments of
 * their partition. Records without a key are exempt.
 */
public final class NoKeyOnTwoThreads implements Checker {

    private record Key(String reader, TopicPartition partition, Object key) {}

    private final Findings findings = new Findings("No key on two threads");
    private final Map<Key, Set<Handling>> running = new HashMap<>();

    @Override
    public void started(Handling handling) {
        Object key = handling.key();
        if (key == null) {
            return;
        }
        Set<Handling> others =
                running.computeIfAbsent(new Key(handling.reader(), handling.partition(), key), any -> new HashSet<>());
        others.forEach(other -> findings.add(handling + " started while " + other + " runs"));
        others.add(handling);
    }

    @Override
    public void ended(Handling handling) {
        Object key = handling.key();
        if (key == null) {
            return;
        }
        running.computeIfPresent(new Key(handling.reader(), handling.partition(), key), (any, others) -> {
            others.remove(handling);
            return others.isEmpty() ? null : others;
        });
    }

    @Override
    public Findings findings() {
        return findings;
    }
}
