package dev.headgate.lab;

import java.util.Map;
import java.util.Set;

/**
 * One fault, switched off.
 *
 * @param name under which it is asked for
 * @param about what it does, in a few words
 * @param capacities slots that it sets, by gate
 * @param outOfSlot delays that it moves out of every slot
 * @param behaviour whether it changes what the code does, which no capacity can say: then no prediction is asked for
 */
record Fix(String name, String about, Map<String, Integer> capacities, Set<String> outOfSlot, boolean behaviour) {
    Fix {
        capacities = Map.copyOf(capacities);
        outOfSlot = Set.copyOf(outOfSlot);
    }

    /** A gate with another number of slots. */
    static Fix slots(String gate, int from, int to) {
        return new Fix(gate, gate + " " + from + " -> " + to, Map.of(gate, to), Set.of(), false);
    }

    /** Other code, of which no change is expected by itself. */
    static Fix harmless(String name, String about) {
        return new Fix(name, about, Map.of(), Set.of(), false);
    }

    /** Other code. */
    static Fix code(String name, String about) {
        return new Fix(name, about, Map.of(), Set.of(), true);
    }
}
