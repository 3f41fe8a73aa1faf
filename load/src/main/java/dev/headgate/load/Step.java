package dev.headgate.load;

import java.time.Duration;

/**
 * A part of a load in which requests come at one rate.
 *
 * @param name for a person: letters, digits, spaces and hyphens
 * @param perSecond requests/s, above 0; evenly spaced
 * @param length at least 1 s
 */
public record Step(String name, double perSecond, Duration length) {

    /** Throws {@link IllegalArgumentException} when a part is out of range. */
    public Step {
        if (!name.matches("[A-Za-z0-9 -]+")) {
            throw new IllegalArgumentException(
                    "A step's name has letters, digits, spaces and hyphens, unlike '" + name + "'");
        }
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("Step " + name + " needs a rate above 0/s, not " + perSecond);
        }
        if (length.toMillis() < 1_000) {
            throw new IllegalArgumentException("Step " + name + " lasts at least 1 s, not " + length);
        }
    }

    /** As an argument of the child. */
    String text() {
        return name + ";" + perSecond + ";" + length.toMillis();
    }

    static Step parse(String text) {
        String[] parts = text.split(";", -1);
        return new Step(parts[0], Double.parseDouble(parts[1]), Duration.ofMillis(Long.parseLong(parts[2])));
    }
}
