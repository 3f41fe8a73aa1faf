package dev.headgate.doctor;

import java.util.List;

/** Work that does not come back. More slots are the wrong answer to all three. */
public sealed interface Stuck {

    /** The gates concerned. */
    List<String> gates();

    /**
     * Holders of each gate wait at the next, and those of the last at the first.
     *
     * @param gates in the order of who waits for whom; one gate: its holders wait at it themselves
     */
    record Deadlock(List<String> gates) implements Stuck {
        /** Copies the list. */
        public Deadlock {
            gates = List.copyOf(gates);
        }
    }

    /**
     * Holders that are in no inner gate, wait for nothing that can be seen, and never give their slots back, while
     * others did so in a small part of the time.
     *
     * @param gate where
     * @param slots how many do not come back, about
     * @param capacity of how many
     * @param ageSeconds age of the oldest, in s
     * @param holdSeconds hold of those that came back, in s
     */
    record Leak(String gate, double slots, int capacity, double ageSeconds, double holdSeconds) implements Stuck {
        @Override
        public List<String> gates() {
            return List.of(gate);
        }
    }

    /**
     * Slots are in use and nobody leaves; what the holders wait for cannot be seen.
     *
     * @param gate where
     * @param inUse slots in use
     * @param ageSeconds age of the oldest holder, in s
     */
    record Stall(String gate, int inUse, double ageSeconds) implements Stuck {
        @Override
        public List<String> gates() {
            return List.of(gate);
        }
    }
}
