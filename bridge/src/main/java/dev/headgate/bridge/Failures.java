package dev.headgate.bridge;

import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** What a failure of the target means for the bridge. */
final class Failures {
    private Failures() {}

    /** Whether the target will never take this record. */
    static boolean isRefusal(@Nullable Throwable failure) {
        return failure instanceof RecordTooLargeException || failure instanceof InvalidTimestampException;
    }

    /** What ends the bridge, in words; null for what may pass. */
    static @Nullable BridgeException ending(Throwable failure, String bridge) {
        Set<Throwable> seen = new HashSet<>();
        for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (cause instanceof BridgeException already) {
                return already;
            }
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) {
                return new BridgeException(
                        "Another bridge with the name '" + bridge
                                + "' has begun and goes on from here; this one ends. Two that should run side by side need different names (--name).",
                        failure);
            }
            if (cause instanceof AuthorizationException) {
                return new BridgeException(
                        "The target does not permit it: " + cause.getMessage()
                                + ". The bridge needs Write and Create on its topics and on the positions topic, Read on the positions topic, and Write on its transactional ids ("
                                + bridge + "-...).",
                        failure);
            }
            if (cause instanceof AuthenticationException) {
                return new BridgeException("The target does not let the bridge in: " + cause.getMessage(), failure);
            }
            if (cause instanceof UnsupportedVersionException) {
                return new BridgeException("The target is too old for the bridge: " + cause.getMessage(), failure);
            }
        }
        return null;
    }

    /** The innermost message, where the reason is. */
    static String reason(Throwable failure) {
        String text = failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        Set<Throwable> seen = new HashSet<>();
        for (Throwable cause = failure.getCause(); cause != null && seen.add(cause); cause = cause.getCause()) {
            if (cause.getMessage() != null) {
                text = cause.getMessage();
            }
        }
        return text;
    }
}
