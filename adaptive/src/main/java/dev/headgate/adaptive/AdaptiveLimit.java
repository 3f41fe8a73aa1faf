package dev.headgate.adaptive;

import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import dev.headgate.Limit;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A limit of Netflix concurrency-limits as the capacity of a gate:
 * <pre>{@code
 * Gate offers = Gate.named("offers-grpc").capacity(AdaptiveLimit.vegas(20, 400)).open();
 * }</pre>
 *
 * <p>Such a limit looks for the number of calls at which what is behind the gate begins to queue. It is for a downstream that others
 * use too, or whose pace is not known; where the right number is known, a fixed one is steadier. Safe for use by any thread; a hold's
 * end costs a short lock of the algorithm.
 */
public final class AdaptiveLimit implements Limit {
    private final com.netflix.concurrency.limits.Limit algorithm;

    private AdaptiveLimit(com.netflix.concurrency.limits.Limit algorithm) {
        this.algorithm = algorithm;
    }

    /** Any limit of concurrency-limits, set up as you like; one for each gate. */
    public static AdaptiveLimit of(com.netflix.concurrency.limits.Limit algorithm) {
        return new AdaptiveLimit(Objects.requireNonNull(algorithm, "algorithm"));
    }

    /**
     * Estimates how many calls queue downstream, from the shortest hold seen and the present ones, and keeps a few there. (Brakmo and
     * Peterson, "TCP Vegas: End to End Congestion Avoidance on a Global Internet", IEEE JSAC 13, 1995.) For holds that take about as long
     * each.
     *
     * @param initial slots to begin with, 1 to {@code most}
     * @param most slots at the most
     * @throws IllegalArgumentException when they are out of range
     */
    public static AdaptiveLimit vegas(int initial, int most) {
        check(1, initial, most);
        return of(VegasLimit.newBuilder()
                .initialLimit(initial)
                .maxConcurrency(most)
                .build());
    }

    /**
     * Compares holds of late with those of long, so that it bears holds of very different lengths.
     *
     * @param least slots at the least, 1 or more
     * @param initial slots to begin with
     * @param most slots at the most
     * @throws IllegalArgumentException when they are out of order
     */
    public static AdaptiveLimit gradient(int least, int initial, int most) {
        check(least, initial, most);
        return of(Gradient2Limit.newBuilder()
                .minLimit(least)
                .initialLimit(initial)
                .maxConcurrency(most)
                .build());
    }

    /**
     * One slot more for each hold that ends well while the gate is in good use; a tenth less when one is {@link
     * dev.headgate.Pass#refused refused} or takes longer than {@code timeout}. For a downstream that says when it has too much.
     *
     * @param least slots at the least, 1 or more
     * @param initial slots to begin with
     * @param most slots at the most
     * @param timeout a hold that takes longer counts as refused; above 0
     * @throws IllegalArgumentException when they are out of order
     */
    public static AdaptiveLimit aimd(int least, int initial, int most, Duration timeout) {
        check(least, initial, most);
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("The timeout must be above 0, but is " + timeout);
        }
        return of(AIMDLimit.newBuilder()
                .minLimit(least)
                .initialLimit(initial)
                .maxLimit(most)
                .timeout(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS)
                .build());
    }

    @Override
    public int capacity() {
        return algorithm.getLimit();
    }

    @Override
    public void ended(long enteredNanos, long holdNanos, int inUse, boolean refused) {
        // A hold of 0 ns is taken for a mistake by some algorithms.
        algorithm.onSample(enteredNanos, Math.max(1, holdNanos), inUse, refused);
    }

    private static void check(int least, int initial, int most) {
        if (least < 1 || initial < least || most < initial) {
            throw new IllegalArgumentException("The slots must be in order, 1 <= least <= initial <= most, but are "
                    + least + ", " + initial + " and " + most);
        }
    }

    @Override
    public String toString() {
        return algorithm.toString();
    }
}
