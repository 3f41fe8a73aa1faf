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
}
