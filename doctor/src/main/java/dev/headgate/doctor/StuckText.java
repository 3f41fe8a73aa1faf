package dev.headgate.doctor;

/** Work that does not come back, in words. */
final class StuckText {

    private StuckText() {}

    static String of(Stuck stuck) {
        return switch (stuck) {
            case Stuck.Deadlock deadlock ->
                deadlock.gates().size() == 1
                        ? "Deadlock: the holders of " + deadlock.gates().get(0) + " wait at it themselves."
                        : "Deadlock: each waits for the next: " + String.join(" -> ", deadlock.gates()) + " -> "
                                + deadlock.gates().get(0) + ".";
            case Stuck.Leak leak ->
                "Leak: " + Words.number(Math.rint(leak.slots())) + " of "
                        + Words.count(leak.capacity()) + " slots of " + leak.gate()
                        + " do not come back. The oldest has been held for " + Words.time(leak.ageSeconds())
                        + ", where others took " + Words.time(leak.holdSeconds()) + ".";
            case Stuck.Stall stall ->
                "Stall: " + stall.inUse() + " slots of " + stall.gate()
                        + " are in use and nobody leaves, the oldest for " + Words.time(stall.ageSeconds()) + ".";
        };
    }

    static String advice(Stuck stuck) {
        return switch (stuck) {
            case Stuck.Deadlock deadlock ->
                "More slots do not help. Let nobody wait at "
                        + deadlock.gates().get(0)
                        + (deadlock.gates().size() == 1
                                ? " while holding it: pass the slot on to the inner call."
                                : " while holding "
                                        + deadlock.gates().get(deadlock.gates().size() - 1)
                                        + ": take both in one order everywhere, or give the first back before.");
            case Stuck.Leak leak ->
                "More slots only delay the end. Look for a pass that is not closed on some path, a response"
                        + " that is not read to its end, a stage that is never completed, a call without a timeout.";
            case Stuck.Stall stall ->
                "More slots do not help. Look at what its holders wait for: a call without a timeout, a"
                        + " lock, a server that does not answer.";
        };
    }
}
