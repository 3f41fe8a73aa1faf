package dev.headgate.kafka;

/**
 * How far a lane's completed work has got into Kafka. Clean only when acknowledged: what was sent and not yet acknowledged counts
 * as not committed, and becomes due again when the commit fails. The owner's.
 */
final class Progress {
    static final long NONE = Long.MAX_VALUE;

    /** When the oldest work not in a commit that was sent was completed; {@link #NONE} if there is none. */
    private long unsentSince = NONE;
    /** The same of work in the commit that was sent last and is not acknowledged. */
    private long sentSince = NONE;

    private long committed = -1;
    private int commits;

    /** Work was completed. */
    void completed(long now) {
        if (unsentSince == NONE) {
            unsentSince = now;
        }
    }

    boolean due() {
        return unsentSince != NONE;
    }

    /** All that is completed goes into a commit now. Returns that commit's number in this lane. */
    int sent() {
        sentSince = Math.min(sentSince, unsentSince);
        unsentSince = NONE;
        return ++commits;
    }

    void acknowledged(int commit, long frontier) {
        if (commit == commits) {
            sentSince = NONE;
        }
        committed = Math.max(committed, frontier);
    }

    void failed(int commit) {
        if (commit == commits) {
            overtake();
        }
    }

    /** What is on its way counts as not sent: the next commit says it again. */
    void overtake() {
        unsentSince = Math.min(unsentSince, sentSince);
        sentSince = NONE;
    }

    /** Where Kafka stood when the lane began. */
    void startedAt(long frontier) {
        committed = frontier;
    }

    /** The frontier that Kafka has acknowledged; -1 if none is known. */
    long committed() {
        return committed;
    }

    /** Since when completed work has waited for an acknowledged commit; {@link #NONE} if none does. */
    long waitingSince() {
        return Math.min(unsentSince, sentSince);
    }
}
