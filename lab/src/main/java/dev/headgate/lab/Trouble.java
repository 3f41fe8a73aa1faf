package dev.headgate.lab;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** An incident with its numbers, ready to be run in any of its arms. */
interface Trouble extends AutoCloseable {

    /** The incident's name. */
    String name();

    /** The numbers, for a person: one line. */
    String numbers();

    /** What limits the sick arm: gates, or {@code cpu}; empty when nothing does. */
    List<String> truth();

    /** What can be switched off, each under a name. */
    List<Fix> fixes();

    /** The factor by which times are shorter than in the story; 1 when they are as told. */
    double scale();

    /** Whether it needs the machine for itself. */
    boolean alone();

    /** The combinations worth running when not all are asked for, without the sick arm. */
    List<Set<String>> worthRunning();

    /**
     * Runs one arm: warm-up, then watched and measured. Blocks until it is over and everything it started has ended.
     *
     * @param pace of a small incident; others have their own
     * @param progress told what is going on, in words
     * @throws InterruptedException when the calling thread is interrupted; what was started has ended then too
     */
    Seen run(Arm arm, Pace pace, Consumer<String> progress) throws InterruptedException;

    /** Ends what the arms share. */
    @Override
    default void close() {}

    /** The arm in which these faults are switched off. */
    default Arm arm(Collection<String> names) {
        Map<String, Integer> capacities = new LinkedHashMap<>();
        Set<String> outOfSlot = new LinkedHashSet<>();
        Set<String> switched = new LinkedHashSet<>();
        for (Fix fix : fixes()) {
            if (names.contains(fix.name())) {
                capacities.putAll(fix.capacities());
                outOfSlot.addAll(fix.outOfSlot());
                switched.add(fix.name());
            }
        }
        return new Arm(switched, capacities, outOfSlot);
    }
}
