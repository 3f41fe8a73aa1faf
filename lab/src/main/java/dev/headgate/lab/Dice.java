package dev.headgate.lab;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Where an incident's numbers come from: the standard ones, or a seeded draw. Not safe for use by several threads. */
final class Dice {
    private final @Nullable SplittableRandom random;
    private final long seed;

    private Dice(@Nullable SplittableRandom random, long seed) {
        this.random = random;
        this.seed = seed;
    }

    /** The standard numbers. */
    static Dice still(long seed) {
        return new Dice(null, seed);
    }

    /** Drawn numbers: the same seed, the same numbers. */
    static Dice thrown(long seed) {
        return new Dice(new SplittableRandom(seed), seed);
    }

    /** For what is random while the incident runs. */
    long seed() {
        return seed;
    }

    /** The standard number, or a whole one from {@code least} to {@code most}, all factors equally likely. */
    int whole(int standard, int least, int most) {
        return random == null
                ? standard
                : (int) Math.round(least * Math.pow((double) most / least, random.nextDouble()));
    }

    /** The standard number, or one from {@code least} to {@code most}, all factors equally likely. */
    double number(double standard, double least, double most) {
        return random == null ? standard : least * Math.pow(most / least, random.nextDouble());
    }

    /** The standard shape, or any. */
    Times.Shape shape(Times.Shape standard) {
        Times.Shape[] all = Times.Shape.values();
        return random == null ? standard : all[random.nextInt(all.length)];
    }

    /** The standard time, or another mean in the range and any shape. */
    Times time(Times standard, double least, double most) {
        return new Times(shape(standard.shape()), number(standard.meanMillis(), least, most));
    }
}
