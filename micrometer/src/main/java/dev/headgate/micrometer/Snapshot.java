package dev.headgate.micrometer;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One reading that all meters of a scrape share: taken when first asked for, and anew when the last one is older than 100 ms, so that
 * the meters of one scrape agree with each other. Safe for use by any thread.
 *
 * @param <T> the reading, immutable
 */
final class Snapshot<T> {
    private static final long FRESH = TimeUnit.MILLISECONDS.toNanos(100);

    private final Supplier<T> source;
    private final Consumer<T> onNew;
    private volatile @Nullable Taken<T> taken;

    private record Taken<T>(T reading, long at) {}

    /** @param onNew sees each new reading, on the thread that took it */
    Snapshot(Supplier<T> source, Consumer<T> onNew) {
        this.source = source;
        this.onNew = onNew;
    }

    T get() {
        Taken<T> last = taken;
        long now = System.nanoTime();
        if (last != null && now - last.at < FRESH) {
            return last.reading;
        }
        Taken<T> next = new Taken<>(source.get(), now);
        taken = next;
        onNew.accept(next.reading);
        return next.reading;
    }

    double number(ToDoubleFunction<T> part) {
        return part.applyAsDouble(get());
    }

    long count(ToLongFunction<T> part) {
        return part.applyAsLong(get());
    }
}
