package dev.headgate;

import java.util.Objects;

/**
 * One place where a record spent time on its way. All times are ns on the monotonic clock of the gate or intake.
 *
 * <p>A {@link Kind#GATE} was waited for from {@code arrivedNanos} to {@code enteredNanos} and held from there to
 * {@code leftNanos}; a wait that was cancelled has {@code enteredNanos == leftNanos}. A {@link Kind#HOLD} or
 * {@link Kind#RETRY} is a delay from {@code arrivedNanos} to {@code leftNanos}.
 *
 * @param kind what kind of place
 * @param name the gate's name, or the reason of the delay
 * @param depth gates around this one: 0 for a gate that the handler entered, 1 for one that it entered in there, ...
 */
public record Stop(Kind kind, String name, int depth, long arrivedNanos, long enteredNanos, long leftNanos) {

    /** What kind of place a stop is. */
    public enum Kind {
        /** A gate: waited for, then held. */
        GATE,
        /** Not before its time: waiting without a slot and without a thread. */
        HOLD,
        /** The delay before the next attempt. */
        RETRY
    }

    /** Throws {@link NullPointerException} when {@code kind} or {@code name} is null. */
    public Stop {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
    }
}
