package dev.headgate.bridge.source08;

import java.util.List;

/** What a broker is asked. Told apart by identity: the same is asked again and again. */
abstract sealed class Question {

    /** Records; {@code waitMs} is how long the broker may wait for some to come. */
    static final class Records extends Question {
        final List<Want> wants;
        final int waitMs;
        /** The sum of what is asked for. */
        final long bytes;

        Records(List<Want> wants, int waitMs, long bytes) {
            this.wants = wants;
            this.waitMs = waitMs;
            this.bytes = bytes;
        }
    }

    /** Which offsets there are of a partition, after it refused one. */
    static final class Range extends Question {
        final Reading reading;

        Range(Reading reading) {
            this.reading = reading;
        }
    }

    /** How much is wanted of a partition, and from which offset on. */
    record Want(Reading reading, long from, int bytes) {}
}
