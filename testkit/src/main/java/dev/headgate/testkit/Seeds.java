package dev.headgate.testkit;

import java.security.SecureRandom;

/** Seeds of whatever is random in a test: printed, so that a failure can be repeated. */
public final class Seeds {

    private static final String PROPERTY = "headgate.seed";

    private Seeds() {}

    /**
     * The seed given by {@code -Dheadgate.seed}, or a random one; prints it with {@code what} it is for.
     *
     * @throws IllegalArgumentException if the property is no whole number
     */
    public static long next(String what) {
        String given = System.getProperty(PROPERTY);
        long seed;
        try {
            seed = given == null ? new SecureRandom().nextLong() : Long.parseLong(given.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("-D" + PROPERTY + "=" + given + " is no whole number", e);
        }
        System.out.println("Seed of " + what + ": repeat with -D" + PROPERTY + "=" + seed);
        return seed;
    }
}
