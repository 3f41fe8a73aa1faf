package dev.headgate;

import java.util.List;

/**
 * The books of one place that is waited for and held: counts, and exact time-integrals.
 *
 * <p>An integral needs no sampling and no running update. With n running holds begun at t1..tn, the integral of "held"
 * up to t is the sum of the finished holds plus n t - (t1 + ... + tn); so the sum of the beginnings is all that is
 * kept. Sums of clock values may overflow; the differences that are read are right all the same, modulo 2^64.
 *
 * <p>Not thread-safe: guarded by the lock of its owner, a {@link Gate} or {@link Insides}. All times in ns.
 */
final class Tally {

    int waiting;
    int holding;
    long entries;
    long exits;
    long cancelled;
    long finishedWaits;
    long finishedHolds;
    private long waitsBegun;
    private long holdsBegun;

    void arrive(long at) {
        waiting++;
        waitsBegun += at;
    }

    /** A waiter that arrived at {@code arrived} enters. */
    void enter(long arrived, long at) {
        endWait(arrived, at);
        enterAtOnce(at);
    }

    void enterAtOnce(long at) {
        entries++;
        holding++;
        holdsBegun += at;
    }

    /** A waiter that arrived at {@code arrived} goes without having entered. */
    void cancel(long arrived, long at) {
        endWait(arrived, at);
        cancelled++;
    }

    /** A holder that entered at {@code entered} leaves. */
    void leave(long entered, long at) {
        exits++;
        holding--;
        holdsBegun -= entered;
        finishedHolds += at - entered;
    }

    long waitIntegral(long at) {
        return finishedWaits + waiting * at - waitsBegun;
    }

    long holdIntegral(long at) {
        return finishedHolds + holding * at - holdsBegun;
    }

    private void endWait(long arrived, long at) {
        waiting--;
        waitsBegun -= arrived;
        finishedWaits += at - arrived;
    }

    /** What is in the books at {@code at}, with what they do not have: the ages of the oldest, and what holders do in other gates. */
    GateStats stats(
            String name,
            long at,
            int capacity,
            long oldestHolderNanos,
            long oldestWaiterNanos,
            long insideNanos,
            List<Inside> insides) {
        return new GateStats(
                name,
                at,
                capacity,
                holding,
                waiting,
                entries,
                exits,
                cancelled,
                finishedWaits,
                finishedHolds,
                holdIntegral(at),
                waitIntegral(at),
                oldestHolderNanos,
                oldestWaiterNanos,
                insideNanos,
                insides);
    }
}
