package dev.headgate.lab;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The chance and the time of one arm, shared by all that live in it. Safe for use by any thread. */
final class Clockwork {
    private final long seed;
    private final Map<String, Deck> decks = new ConcurrentHashMap<>();
    private final Map<String, Sleeps> sleeps = new ConcurrentHashMap<>();

    Clockwork(long seed) {
        this.seed = seed;
    }

    /** A random number above 0 and below 1; each purpose has its own sequence. */
    double uniform(String purpose) {
        return decks.computeIfAbsent(purpose, name -> new Deck(seed ^ name.hashCode() * 0x9E3779B97F4A7C15L))
                .draw();
    }

    /** Blocks for a time of that distribution, as part of a gate's holds. */
    void sleep(String gate, Times times) throws InterruptedException {
        sleeps.computeIfAbsent(gate, name -> new Sleeps()).sleep(times.nanos(uniform(gate)));
    }
}
