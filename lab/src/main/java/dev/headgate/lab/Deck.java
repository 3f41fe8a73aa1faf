package dev.headgate.lab;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Random numbers between 0 and 1, each 200th part of that range once in every 200 draws, in an order drawn anew each time: single draws are as
 * random as any, and the mean over an arm is right to a fraction of a percent, so that pools built to be equal are equal in every
 * arm. (Stratified sampling.) Safe for use by any thread; the same seed gives the same sequence.
 */
final class Deck {
    private static final int CARDS = 200;

    private final SplittableRandom random;
    private final int[] order = new int[CARDS];
    private int dealt = CARDS;

    Deck(long seed) {
        random = new SplittableRandom(seed);
        Arrays.setAll(order, card -> card);
    }

    /** Above 0 and below 1. */
    synchronized double draw() {
        if (dealt == CARDS) {
            shuffle();
            dealt = 0;
        }
        return (order[dealt++] + random.nextDouble(0.001, 0.999)) / CARDS;
    }

    /** R. A. Fisher and F. Yates' way. */
    private void shuffle() {
        for (int last = CARDS - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            int card = order[last];
            order[last] = order[other];
            order[other] = card;
        }
    }
}
