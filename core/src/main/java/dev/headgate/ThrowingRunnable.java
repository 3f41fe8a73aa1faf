package dev.headgate;

/**
 * Work that may throw.
 *
 * @param <X> what it may throw; inferred as {@link RuntimeException} for work that throws nothing checked
 */
@FunctionalInterface
public interface ThrowingRunnable<X extends Exception> {

    /** Does the work. */
    void run() throws X;
}
