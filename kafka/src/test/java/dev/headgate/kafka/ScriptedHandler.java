package dev.headgate.kafka;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A handler that does what a test tells it: records it holds back wait inside the handler until they are released, others end as
 * they were told, or as done. It takes down what began and what ended, in order. Safe for use by any thread.
 */
final class ScriptedHandler implements OutcomeHandler<String, String> {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private final List<Predicate<Delivery<String, String>>> holding = new ArrayList<>();
    private final Set<Place> letGo = new HashSet<>();
    private final Map<Place, Queue<OutcomeHandler<String, String>>> told = new HashMap<>();
    private OutcomeHandler<String, String> otherwise = delivery -> Outcome.done();

    private final List<Delivery<String, String>> began = new ArrayList<>();
    private final List<Delivery<String, String>> ended = new ArrayList<>();
    private final Map<String, Integer> runningByKey = new HashMap<>();
    private final Set<String> doubledKeys = new HashSet<>();
    private int running;
    private int mostRunning;

    /** From now on these records wait inside the handler, each until it is released. */
    void hold(Predicate<Delivery<String, String>> which) {
        locked(() -> holding.add(which));
    }

    void hold(int partition, long offset) {
        Place place = new Place(partition, offset);
        hold(delivery -> Place.of(delivery).equals(place));
    }

    /** From now on every record waits inside the handler. */
    void holdAll() {
        hold(delivery -> true);
    }

    /** Lets this record go, now or when it comes. */
    void release(int partition, long offset) {
        locked(() -> {
            letGo.add(new Place(partition, offset));
            released.signalAll();
        });
    }

    /** Lets everything go and holds nothing from now on. */
    void releaseAll() {
        locked(() -> {
            holding.clear();
            released.signalAll();
        });
    }

    /** The next attempts at this record end like this, one after the other; after that it is handled as any other. */
    @SafeVarargs
    final void tell(int partition, long offset, OutcomeHandler<String, String>... attempts) {
        locked(() -> told.computeIfAbsent(new Place(partition, offset), any -> new ArrayDeque<>())
                .addAll(List.of(attempts)));
    }

    /** What becomes of records about which nothing else was said; done unless set. */
    void otherwise(OutcomeHandler<String, String> handler) {
        locked(() -> otherwise = handler);
    }

    @Override
    public Outcome handle(Delivery<String, String> delivery) throws Exception {
        String key =
                delivery.partition() + "/" + (delivery.hasKey() ? delivery.key() : "no key at " + delivery.offset());
        OutcomeHandler<String, String> handler;
        lock.lock();
        try {
            began.add(delivery);
            running++;
            mostRunning = Math.max(mostRunning, running);
            if (runningByKey.merge(key, 1, Integer::sum) > 1) {
                doubledKeys.add(key);
            }
            while (held(delivery)) {
                released.awaitUninterruptibly();
            }
            Queue<OutcomeHandler<String, String>> next = told.get(Place.of(delivery));
            OutcomeHandler<String, String> first = next == null ? null : next.poll();
            handler = first == null ? otherwise : first;
        } finally {
            lock.unlock();
        }
        try {
            return handler.handle(delivery);
        } finally {
            locked(() -> {
                running--;
                runningByKey.merge(key, -1, Integer::sum);
                ended.add(delivery);
            });
        }
    }

    private boolean held(Delivery<String, String> delivery) {
        return !letGo.contains(Place.of(delivery)) && holding.stream().anyMatch(which -> which.test(delivery));
    }

    /** Attempts that have begun, in order. */
    List<Place> began() {
        return deliveries().stream().map(Place::of).toList();
    }

    /** Attempts that have ended, in order, however they ended. */
    List<Place> ended() {
        return read(() -> ended.stream().map(Place::of).toList());
    }

    /** How many attempts have ended. */
    int endedCount() {
        return read(ended::size);
    }

    /** Attempts that have begun, as the handler got them. */
    List<Delivery<String, String>> deliveries() {
        return read(() -> List.copyOf(began));
    }

    /** How many attempts at this record have begun. */
    long attempts(int partition, long offset) {
        Place place = new Place(partition, offset);
        return read(() -> began.stream()
                .filter(delivery -> Place.of(delivery).equals(place))
                .count());
    }

    /** How many attempts are running. */
    int running() {
        return read(() -> running);
    }

    /** The most attempts that ever ran at once. */
    int mostRunning() {
        return read(() -> mostRunning);
    }

    /** Keys, as partition/key, of which two records were ever handled at once. Records without a key are keys of their own. */
    Set<String> doubledKeys() {
        return read(() -> Set.copyOf(doubledKeys));
    }

    private <T> T read(Supplier<T> reading) {
        lock.lock();
        try {
            return reading.get();
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }
}
