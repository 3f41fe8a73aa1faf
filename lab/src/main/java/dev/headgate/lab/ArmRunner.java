package dev.headgate.lab;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs arms: several at once where all they do is wait, one by one where they need the machine. What runs at once shares one process and
 * so one CPU reading, which is small then.
 */
final class ArmRunner {
    /** Arms that wait use a few hundredths of a core each. */
    private static final int AT_ONCE = 4;

    private final Pace pace;
    private final Consumer<String> out;

    ArmRunner(Pace pace, Consumer<String> out) {
        this.pace = pace;
        this.out = out;
    }

    /**
     * Lets the compiler get to know the code, so that the first arm costs no more processor than the last. Blocks for a few seconds.
     *
     * @throws InterruptedException when interrupted
     */
    void warmUp() throws InterruptedException {
        Trouble any = new OnePool().draw(Dice.still(1));
        any.run(any.arm(Set.of("pool")), new Pace(Duration.ofMillis(3_000), Duration.ofMillis(500)), line -> {});
    }

    /**
     * Runs an arm for each of the given, and gives what was seen in their order. Blocks until all have ended.
     *
     * @throws InterruptedException when interrupted; all have ended then
     * @throws IllegalStateException when an arm could not be run; the message says which and why
     */
    <T> Map<T, Seen> all(List<T> items, Function<T, Trouble> trouble, Function<T, Arm> arm)
            throws InterruptedException {
        Map<T, Seen> seen = new HashMap<>();
        AtomicInteger done = new AtomicInteger();
        Consumer<String> progress = line -> out.accept(done.incrementAndGet() + " of " + items.size() + ": " + line);
        try (ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE)) {
            Map<T, Future<Seen>> running = new LinkedHashMap<>();
            for (T item : items) {
                if (!trouble.apply(item).alone()) {
                    running.put(item, pool.submit(() -> trouble.apply(item).run(arm.apply(item), pace, progress)));
                }
            }
            try {
                for (Map.Entry<T, Future<Seen>> entry : running.entrySet()) {
                    seen.put(entry.getKey(), get(entry.getValue()));
                }
            } finally {
                pool.shutdownNow();
            }
        }
        for (T item : items) {
            if (trouble.apply(item).alone()) {
                seen.put(item, trouble.apply(item).run(arm.apply(item), pace, progress));
            }
        }
        Map<T, Seen> inOrder = new LinkedHashMap<>();
        items.forEach(item -> inOrder.put(item, Objects.requireNonNull(seen.get(item))));
        return inOrder;
    }

    private static Seen get(Future<Seen> running) throws InterruptedException {
        try {
            return running.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("An arm could not be run: " + e.getCause(), e.getCause());
        }
    }
}
