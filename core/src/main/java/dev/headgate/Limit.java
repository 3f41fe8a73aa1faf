package dev.headgate;

/**
 * A capacity that finds itself, from how long holds take. The module {@code adaptive} has those of Netflix
 * concurrency-limits; {@link GateBuilder#capacity(Limit)} gives one to a gate.
 *
 * <p>One limit serves one gate. Both methods are called by whatever threads give slots back, without any lock of the gate, and
 * should take no longer than a microsecond.
 */
public interface Limit {

    /** Slots at this moment; a gate takes less than 1 for 1. */
    int capacity();

    /**
     * A hold has ended.
     *
     * @param enteredNanos when it began, on the gate's clock
     * @param holdNanos how long it took, in ns, at least 0
     * @param inUse passes held when it began, this one included
     * @param refused whether the holder was refused, or ran into a timeout ({@link Pass#refused}): its length says nothing then
     */
    void ended(long enteredNanos, long holdNanos, int inUse, boolean refused);
}
