package dev.headgate.systems.hotelads;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Numbers from 0 to n - 1, where the k-th has a probability proportional to 1 / k^s: a few hotels get most prices. Draws by
 * binary search in the cumulated probabilities. Immutable.
 */
final class Zipf {
    private final double[] cumulated;

    /**
     * @param n how many numbers, 1 or more
     * @param s the skew; 0 makes all equally likely
     */
    Zipf(int n, double s) {
        cumulated = new double[n];
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += Math.pow(k + 1, -s);
            cumulated[k] = sum;
        }
        for (int k = 0; k < n; k++) {
            cumulated[k] /= sum;
        }
    }

    /** One draw. O(log n). */
    int draw(RandomGenerator random) {
        int found = Arrays.binarySearch(cumulated, random.nextDouble());
        return Math.min(found < 0 ? -found - 1 : found, cumulated.length - 1);
    }
}
