package dev.headgate.lab;

import java.util.Locale;

/**
 * A gate of a small incident and the work in it, sized by the rate at which it is full.
 *
 * @param gate its name
 * @param slots its capacity
 * @param times of a hold
 */
record Pool(String gate, int slots, Times times) {

    /** Full at {@code perSecond} records/s; slots and shape are as the dice fall. */
    static Pool at(double perSecond, String gate, int standardSlots, Times.Shape standardShape, Dice dice) {
        int slots = dice.whole(standardSlots, 3, 20);
        return new Pool(gate, slots, new Times(dice.shape(standardShape), 1e3 * slots / perSecond));
    }

    /** A rate that this machine does not notice, and that gives a thousand records in a few seconds. */
    static double rate(Dice dice) {
        return dice.number(280, 200, 360);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s takes %s", gate, times);
    }
}
