package dev.headgate.soak;

import java.util.List;
import java.util.function.Consumer;

/** One long proof. Stateless. */
public interface Soak {

    /** How it is called on a command line: lower-case letters. */
    String name();

    /** What it proves, in one sentence. */
    String description();

    /** What may be set, with defaults for a quick run and for the full one. */
    List<SoakOption> options();

    /**
     * Runs it: starts a broker and readers in processes of their own, and ends all of them before it returns or throws. Blocks until
     * it is over.
     *
     * @param options those of this soak; see {@link SoakOptions}
     * @param progress told in sentences how it goes, on the calling thread and on others
     * @throws IllegalStateException if it could not be run to its end; that a guarantee was broken is a result
     * @throws InterruptedException if the calling thread was interrupted; all processes are ended then, too
     */
    SoakResult run(SoakOptions options, Consumer<String> progress) throws InterruptedException;
}
