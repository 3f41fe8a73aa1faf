package dev.headgate;

import java.util.Objects;

/**
 * What the holders of one gate did in another gate, the inner one: the part of their holds that was not their own.
 *
 * <p>Only immediate nesting is booked. When a holder of A enters B, and inside B enters C, then C is inside B and B is
 * inside A; C does not appear under A. So for a holder that works on one thread the parts are disjoint.
 *
 * @param gate name of the inner gate
 * @param waiting holders that wait at the inner gate now
 * @param holding passes of the inner gate that holders have now
 * @param entries entries into the inner gate by holders, cumulative
 * @param waitNanos time in ns that holders have waited at the inner gate, running waits included
 * @param holdNanos time in ns that holders have been in the inner gate, running holds included
 */
public record Inside(String gate, int waiting, int holding, long entries, long waitNanos, long holdNanos) {

    /** Throws {@link NullPointerException} when {@code gate} is null. */
    public Inside {
        Objects.requireNonNull(gate, "gate");
    }

    /** An inner gate that nobody has been in: the origin from which a first interval is taken. */
    static Inside none(String gate) {
        return new Inside(gate, 0, 0, 0, 0, 0);
    }
}
