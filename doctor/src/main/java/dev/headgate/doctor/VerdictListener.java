package dev.headgate.doctor;

import java.util.List;

/** Told when what binds changes. Called by the thread that drives the watch; should be quick and must not throw. */
@FunctionalInterface
public interface VerdictListener {

    /**
     * What binds is another set than before.
     *
     * @param before what bound, by name; empty: nothing did, or nothing was known
     * @param verdict the new verdict
     */
    void changed(List<String> before, Verdict verdict);

    /** Writes a line to the JDK's logger {@code dev.headgate.doctor}, at level INFO. */
    static VerdictListener logging() {
        System.Logger log = System.getLogger("dev.headgate.doctor");
        return (before, verdict) -> log.log(
                System.Logger.Level.INFO,
                "What binds has changed, before: {0}. {1}",
                before.isEmpty() ? "nothing" : Words.list(before),
                VerdictText.of(verdict).get(0));
    }
}
