package dev.headgate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bounded sample of record lives: after any number of offers, every record offered since the last {@link #reset} is
 * in the sample with the same probability, {@code capacity / offers}.
 *
 * <p>A reservoir by algorithm L: instead of a random number for each record, it draws how many records to pass over
 * until the next one that gets in, so a record that is not sampled costs one volatile read and one decrement, and no
 * allocation. (K.-H. Li, "Reservoir-Sampling Algorithms of Time Complexity O(n(1 + log(N/n)))", ACM TOMS 20, 1994.)
 *
 * <p>One thread, the owner, calls {@link #offer}; any thread calls the others. Nothing blocks.
 */
public final class Itineraries {

    /** Far enough for ever, and still a long when 1 is added. */
    private static final double MOST_PASSED = 1e18;

    private final int capacity;
    // Owned by the thread that offers.
    private final SplittableRandom random;
    private AtomicReferenceArray<@Nullable Recorder> filling;
    private int filled;
    private double weight;
    private long untilNext;

    /** The slots of the current sample; replaced whole by a reset, which the owner notices at its next offer. */
    private volatile AtomicReferenceArray<@Nullable Recorder> slots;

    /**
     * An empty sample.
     *
     * @param capacity most itineraries kept, at least 1
     * @param seed of the random numbers: the same seed and number of offers pick the same records
     * @throws IllegalArgumentException when {@code capacity} is below 1
     */
    public Itineraries(int capacity, long seed) {
        if (capacity < 1) {
            throw new IllegalArgumentException("The sample of itineraries needs room for at least 1, not " + capacity);
        }
        this.capacity = capacity;
        this.random = new SplittableRandom(seed);
        this.slots = new AtomicReferenceArray<>(capacity);
        this.filling = slots;
        start();
    }

    /**
     * Offers a record that begins its life now. Called by the owner alone. O(1).
     *
     * @param source what to call the record if it is sampled
     * @param nowNanos monotonic time in ns
     * @return where to write its life down, or null when it is not sampled
     */
    public @Nullable Recorder offer(String source, long nowNanos) {
        return sampled() ? place(source, nowNanos) : null;
    }

    /** As {@link #offer(String, long)}; {@code source} is asked only when the record is sampled. */
    public @Nullable Recorder offer(Supplier<String> source, long nowNanos) {
        return sampled() ? place(source.get(), nowNanos) : null;
    }

    /** The finished itineraries among those sampled, in no particular order. O(capacity). */
    public List<Itinerary> sample() {
        AtomicReferenceArray<@Nullable Recorder> now = slots;
        List<Itinerary> finished = new ArrayList<>();
        for (int i = 0; i < now.length(); i++) {
            Recorder recorder = now.get(i);
            Itinerary itinerary = recorder == null ? null : recorder.itinerary();
            if (itinerary != null) {
                finished.add(itinerary);
            }
        }
        return finished;
    }

    /** Forgets everything and starts a new sample with the next offer. Records on their way are not shown later. */
    public void reset() {
        slots = new AtomicReferenceArray<>(capacity);
    }

    /** Whether the next record offered is to be sampled. Counts it. */
    @SuppressWarnings("ReferenceEquality") // Which array it is, not what is in it.
    private boolean sampled() {
        AtomicReferenceArray<@Nullable Recorder> now = slots;
        if (now != filling) {
            filling = now;
            start();
        }
        return --untilNext <= 0;
    }

    private Recorder place(String source, long nowNanos) {
        Recorder recorder = new Recorder(source, nowNanos);
        if (filled < capacity) {
            filling.set(filled++, recorder);
            if (filled == capacity) {
                skip();
            }
        } else {
            filling.set(random.nextInt(capacity), recorder);
            skip();
        }
        return recorder;
    }

    private void start() {
        filled = 0;
        untilNext = 0;
        weight = 1;
    }

    /** Draws how many records to pass over: geometric, with the chance that the largest of the keys kept is beaten. */
    private void skip() {
        weight *= Math.exp(Math.log(uniform()) / capacity);
        // log1p keeps its precision when the weight is tiny, that is after very many records.
        double passed = Math.floor(Math.log(uniform()) / Math.log1p(-weight));
        untilNext = (long) Math.min(passed, MOST_PASSED) + 1;
    }

    /** Uniform in (0, 1]: its logarithm is finite. */
    private double uniform() {
        return 1 - random.nextDouble();
    }
}
