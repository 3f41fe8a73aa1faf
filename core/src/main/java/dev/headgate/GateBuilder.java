package dev.headgate;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a gate is made of; {@link Gate#named} begins one. Not thread-safe. */
public final class GateBuilder {

    private final String name;
    private int capacity;
    private @Nullable Limit limit;
    private Clock clock = Clock.system();

    GateBuilder(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A gate needs a name that is not blank: it is counted under it");
        }
        this.name = name;
    }

    /**
     * Sets the number of slots. There is no default, and only one of this and {@link #capacity(Limit)} counts: a limit.
     *
     * @throws IllegalArgumentException when {@code slots} is below 1
     */
    public GateBuilder capacity(int slots) {
        checkCapacity(name, slots);
        this.capacity = slots;
        return this;
    }

    /**
     * Lets the capacity find itself. It replaces a number of slots, and cannot be {@link Gate#resize resized} by hand.
     */
    public GateBuilder capacity(Limit limit) {
        this.limit = Objects.requireNonNull(limit, "limit");
        return this;
    }

    /** Sets the clock; the machine's by default. Gates that are entered inside each other need the same clock. */
    public GateBuilder clock(Clock clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    /**
     * The gate, open.
     *
     * @throws IllegalStateException when no capacity was set
     */
    public Gate open() {
        if (limit != null) {
            return new Gate(name, Math.max(1, limit.capacity()), limit, clock);
        }
        if (capacity == 0) {
            throw new IllegalStateException("Gate '" + name + "' has no capacity: call capacity(slots) before open()");
        }
        return new Gate(name, capacity, null, clock);
    }

    static void checkCapacity(String name, int slots) {
        if (slots < 1) {
            throw new IllegalArgumentException("Gate '" + name + "' needs a capacity of at least 1, not " + slots);
        }
    }
}
