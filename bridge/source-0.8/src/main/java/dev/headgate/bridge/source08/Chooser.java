package dev.headgate.bridge.source08;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses what a broker is asked next.
 *
 * <p>Partitions that have more than was read share a budget, in turns if there are too many for it; the broker answers at once. Those that
 * are at their end are asked beside them, a few at a time and for little. If all are at their end, all are asked and the broker waits for
 * something to come. A record that does not fit is cut off in the answer, and its partition is then asked for as much as it needs, alone
 * if that is more than the budget.
 */
final class Chooser {

    /** What is asked of a partition that is at its end. */
    static final int LITTLE_BYTES = 4 << 10;
    /** How many partitions at their end are asked beside others. */
    static final int BESIDE = 32;
    /** How long a broker may wait for something to come, during which it hears of nothing else that is wanted: ms. */
    static final int WAIT_MS = 200;
    /** One that is handed over, one that comes meanwhile. */
    private static final int MOST_HELD = 2;

    private Chooser() {}

    /**
     * The next question; null if there is none.
     *
     * @param call what is wanted: by this call of fetch
     * @param budget bytes
     */
    static @Nullable Question choose(List<Reading> turn, long call, long budget, long now) {
        List<Reading> behind = new ArrayList<>();
        List<Reading> atEnd = new ArrayList<>();
        for (Reading reading : turn) {
            if (reading.asked != null || reading.wanted != call || now - reading.notBefore < 0) {
                continue;
            }
            if (reading.outOfRange) {
                if (reading.held.isEmpty()) {
                    return new Question.Range(reading);
                }
            } else if (reading.held.size() < MOST_HELD) {
                (reading.isBehind() ? behind : atEnd).add(reading);
            }
        }
        List<Question.Want> wants = new ArrayList<>();
        if (behind.isEmpty()) {
            if (atEnd.isEmpty()) {
                return null;
            }
            int each = Math.clamp(budget / atEnd.size(), LITTLE_BYTES, Reading.MOST_SHARE_BYTES);
            atEnd.forEach(reading -> wants.add(new Question.Want(reading, reading.from, each)));
            return new Question.Records(wants, WAIT_MS, (long) each * atEnd.size());
        }
        long sum = 0;
        for (Reading reading : behind) {
            int bytes = (int) Math.max(reading.need, Math.min(reading.size, budget));
            if (wants.isEmpty() || sum + bytes <= budget) {
                wants.add(new Question.Want(reading, reading.from, bytes));
                sum += bytes;
            }
        }
        for (Reading reading : atEnd.subList(0, Math.min(BESIDE, atEnd.size()))) {
            wants.add(new Question.Want(reading, reading.from, LITTLE_BYTES));
        }
        return new Question.Records(wants, 0, sum);
    }
}
