package dev.headgate;

/**
 * Anything that shows its queue: a {@link Gate}, an intake's in-flight records, an observed pool of somebody else.
 *
 * <p>Both methods may be called by any thread at any time, do not block on work in the gate, and do not throw.
 */
public interface GateView {

    /** The name under which the gate is counted; the same for the gate's whole life. */
    String name();

    /** What the gate has done so far: one consistent read, immutable and cumulative. */
    GateStats stats();
}
