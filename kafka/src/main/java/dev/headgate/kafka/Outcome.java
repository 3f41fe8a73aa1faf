package dev.headgate.kafka;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one attempt at a record ended. Returning normally from a plain handler is {@link Done}, throwing is
 * {@link Again} with the intake's own delays.
 */
public sealed interface Outcome {

    /** Handled; its offset is complete. */
    record Done() implements Outcome {
        private static final Done INSTANCE = new Done();
    }

    /**
     * Not to be handled at all; its offset is complete, and it is counted under the reason.
     *
     * @param reason a short constant such as {@code "filtered"}: it becomes the tag of a meter, so never put data of
     *     the record in it
     */
    record Dropped(String reason) implements Outcome {
        public Dropped {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * To the dead letters now, whatever attempts are left. Its offset is complete once the dead letter is
     * acknowledged.
     *
     * @param reason what is wrong with the record, for whoever reads the dead letters
     * @param cause the failure, if there was one
     */
    record Dead(String reason, @Nullable Throwable cause) implements Outcome {
        public Dead {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * To be tried again.
     *
     * @param after how long to wait, without a slot; null for the delay that the intake's {@link dev.headgate.kafka.Retry}
     *     gives for this attempt
     * @param cause why, if there was a failure
     */
    record Again(@Nullable Duration after, @Nullable Throwable cause) implements Outcome {}

    static Outcome done() {
        return Done.INSTANCE;
    }

    static Outcome dropped(String reason) {
        return new Dropped(reason);
    }

    static Outcome dead(String reason) {
        return new Dead(reason, null);
    }

    static Outcome dead(String reason, Throwable cause) {
        return new Dead(reason, cause);
    }

    static Outcome again() {
        return new Again(null, null);
    }

    static Outcome againAfter(Duration delay) {
        return new Again(Objects.requireNonNull(delay, "delay"), null);
    }
}
