package dev.headgate.lab;

/**
 * A system with named faults that can be switched off one by one, and whose limits are known because it was built to have them. One
 * small class each, listed in {@link Incidents}.
 */
interface Incident {

    /** Under which it is asked for: lower case, with hyphens. */
    String name();

    /** What it is, in one line. */
    String about();

    /** The incident with its numbers: the standard ones, or others that leave the truth as it is. */
    Trouble draw(Dice dice);
}
