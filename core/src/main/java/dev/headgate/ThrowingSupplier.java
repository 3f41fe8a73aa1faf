package dev.headgate;

import org.jspecify.annotations.Nullable;

/**
 * Work that gives a value and may throw.
 *
 * @param <T> the value
 * @param <X> what it may throw; inferred as {@link RuntimeException} for work that throws nothing checked
 */
@FunctionalInterface
public interface ThrowingSupplier<T extends @Nullable Object, X extends Exception> {

    /** Does the work. */
    T get() throws X;
}
