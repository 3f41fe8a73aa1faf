package dev.headgate.soak;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a process left behind when it was killed. Of the records that it had begun with, those that no acknowledged commit says are
 * completed may be handled again: they were in flight, or done since.
 */
final class KillReport {
    final String member;
    final int life;
    /** Records done in that life. */
    long done;
    /** Of those, records of one partition above the lowest record in flight there. */
    long behind;

    long inFlight;
    /** Done after the owner's turn in which the last acknowledged commit was made. */
    long sinceCommit;
    /** Done before that turn, but their handlers had not returned by then: in flight at the commit. */
    long atCommit;
    /** From the last acknowledgement to the kill, in ms; -1 if there was none. */
    long sinceAcknowledgedMillis = -1;
    /** Records of the life that were handled again later. */
    long redelivered;

    KillReport(String member, int life) {
        this.member = member;
        this.life = life;
    }

    /** The most records that may be handled again. */
    long bound() {
        return inFlight + sinceCommit + atCommit;
    }

    Map<String, Object> row() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("member", member);
        row.put("life", life);
        row.put("done", done);
        row.put("doneBehindStuck", behind);
        row.put("inFlight", inFlight);
        row.put("doneSinceCommit", sinceCommit);
        row.put("inFlightAtCommit", atCommit);
        row.put("sinceAcknowledgedMs", sinceAcknowledgedMillis);
        row.put("bound", bound());
        row.put("redelivered", redelivered);
        return row;
    }
}
