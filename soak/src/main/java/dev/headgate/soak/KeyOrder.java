package dev.headgate.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the journal, twice, for what order by key promises within at-least-once: a record is begun with for the first time only when
 * every earlier record of its key has been done; within a process a key's records begin in offset order; and a key is never in two
 * handlers, of one process or of two, a killed one apart.
 */
final class KeyOrder {
    private static final int NONE = -1;

    private final int[][] keyOf;
    private final int[][] previous;
    private final boolean[][] started;
    private final boolean[][] done;
    private final Map<Long, Set<Event>> running = new HashMap<>();
    private final Map<Long, Long> lastOfLifeAndKey = new HashMap<>();
    private long distinct;

    private final Broken first =
            new Broken("a record is first begun with only after all earlier ones of its key are done");
    private final Broken within = new Broken("within a process the records of a key begin in order");
    private final Broken twice = new Broken("no key is in two handlers at once");

    private KeyOrder(int[][] keyOf) {
        int partitions = keyOf.length;
        this.keyOf = keyOf;
        previous = new int[partitions][];
        started = new boolean[partitions][];
        done = new boolean[partitions][];
    }

    static KeyOrder read(Journal journal, long[] ends) {
        int partitions = ends.length;
        int[][] keyOf = new int[partitions][];
        for (int p = 0; p < partitions; p++) {
            keyOf[p] = new int[(int) ends[p]];
            Arrays.fill(keyOf[p], NONE);
        }
        journal.replay(event -> {
            if (event.kind() == Event.Kind.STARTED) {
                keyOf[event.partition()][(int) event.offset()] = (int) event.extra();
            }
        });
        KeyOrder order = new KeyOrder(keyOf);
        for (int p = 0; p < partitions; p++) {
            order.link(p);
        }
        journal.replay(order::see);
        return order;
    }

    private void link(int partition) {
        int[] keys = keyOf[partition];
        int[] before = new int[keys.length];
        Map<Integer, Integer> last = new HashMap<>();
        for (int offset = 0; offset < keys.length; offset++) {
            Integer earlier = keys[offset] == NONE ? null : last.put(keys[offset], offset);
            before[offset] = earlier == null ? NONE : earlier;
        }
        distinct += last.size();
        previous[partition] = before;
        started[partition] = new boolean[keys.length];
        done[partition] = new boolean[keys.length];
    }

    private void see(Event event) {
        switch (event.kind()) {
            case STARTED -> started(event);
            case DONE -> done(event);
            case KILLED -> running.values().forEach(events -> events.removeIf(other -> other.life() == event.life()));
            default -> {
                // Of no account here.
            }
        }
    }

    private void started(Event event) {
        int p = event.partition();
        int offset = (int) event.offset();
        int before = previous[p][offset];
        if (!started[p][offset] && before != NONE && !done[p][before]) {
            first.add(() -> text(event) + " while " + p + "@" + before + " was not done");
        }
        started[p][offset] = true;
        long key = (long) p << 32 | event.extra();
        Set<Event> now = running.computeIfAbsent(key, any -> new HashSet<>());
        if (!now.isEmpty()) {
            List<Event> others = new ArrayList<>(now);
            twice.add(() -> text(event) + " while "
                    + others.stream().map(KeyOrder::text).toList());
        }
        now.add(event);
        Long last = lastOfLifeAndKey.put((long) event.life() << 40 | key, event.offset());
        if (last != null && last >= event.offset()) {
            within.add(() -> text(event) + " after " + last);
        }
    }

    private void done(Event event) {
        int p = event.partition();
        int offset = (int) event.offset();
        done[p][offset] = true;
        Set<Event> now = running.get((long) p << 32 | keyOf[p][offset]);
        if (now != null) {
            now.removeIf(other -> other.life() == event.life() && other.offset() == event.offset());
        }
    }

    List<SoakResult.Check> checks() {
        String seen = String.format("%,d keys", distinct);
        return List.of(first.check(seen), within.check(seen), twice.check(seen));
    }

    private static String text(Event event) {
        return event.partition() + "@" + event.offset() + " of key " + event.extra() + " in life " + event.life();
    }
}
