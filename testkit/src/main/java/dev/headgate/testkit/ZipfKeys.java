package dev.headgate.testkit;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Keys drawn by Zipf's law with exponent 1: key 0 is the hottest, key k comes {@code 1 / (k + 1)} times as often.
 *
 * <p>Exact, by inversion of the cumulated weights: 8 bytes per key, O(log n) per draw. Not thread-safe: one per thread.
 */
public final class ZipfKeys {

    private final double[] cumulated;
    private final SplittableRandom random;

    /**
     * @param keys how many keys there are, 1 to 10,000,000
     * @param seed the same seed draws the same keys
     */
    public ZipfKeys(int keys, long seed) {
        if (keys < 1 || keys > 10_000_000) {
            throw new IllegalArgumentException("keys = " + keys + ": 1 to 10,000,000");
        }
        cumulated = new double[keys];
        double sum = 0;
        for (int k = 0; k < keys; k++) {
            sum += 1.0 / (k + 1);
            cumulated[k] = sum;
        }
        random = new SplittableRandom(seed);
    }

    /** The next key's number, 0 to {@code keys - 1}. */
    public int next() {
        double point = random.nextDouble() * cumulated[cumulated.length - 1];
        int found = Arrays.binarySearch(cumulated, point);
        // A point that is exactly a boundary belongs to the key after it.
        int key = found >= 0 ? found + 1 : -found - 1;
        return Math.min(key, cumulated.length - 1);
    }

    /** The share of all draws, 0..1, that fall on this key: what bounds a run ordered by key is the share of key 0. */
    public double share(int key) {
        double below = key == 0 ? 0 : cumulated[key - 1];
        return (cumulated[key] - below) / cumulated[cumulated.length - 1];
    }
}
