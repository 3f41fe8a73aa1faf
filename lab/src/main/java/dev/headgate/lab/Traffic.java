package dev.headgate.lab;

import java.util.Locale;

/** What comes to a small incident. */
sealed interface Traffic {

    /** So many users, each of whom sends the next record when the last has ended. */
    record Users(int number) implements Traffic {
        @Override
        public String toString() {
            return number + " users";
        }
    }

    /** Users of whom some pause now and then: {@code many} for most of each period, {@code few} for the rest. */
    record Tide(int many, int few, double periodSeconds, double shareFew) implements Traffic {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d users, and %d for %.0f %% of every %.1f s",
                    many,
                    few,
                    100 * shareFew,
                    periodSeconds);
        }
    }

    /** Records come by themselves, at random, at a mean rate. */
    record Arrivals(double perSecond) implements Traffic {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.0f arrivals/s", perSecond);
        }
    }

    /** There is always more than is taken: so many records stand before the first gate at any time. */
    record Backlog(int standing) implements Traffic {
        @Override
        public String toString() {
            return "a backlog";
        }
    }
}
