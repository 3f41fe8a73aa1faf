package dev.headgate.bridge;

import dev.headgate.bridge.source.SourceException;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** What a failure of the target means for the bridge. */
final class Failures {
    private Failures() {}

    /** Whether the target will never take this record. */
    static boolean isRefusal(@Nullable Throwable failure) {
        return failure instanceof RecordTooLargeException || failure instanceof InvalidTimestampException;
    }

    /** Whether the target says that a newer producer has taken this one's place; or the transaction took too long, which sounds the same. */
    static boolean isFence(@Nullable Throwable failure) {
        Set<Throwable> seen = new HashSet<>();
        for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) {
                return true;
            }
        }
        return false;
    }

    static BridgeException another(String bridge) {
        return new BridgeException(
                "Another bridge with the name '" + bridge
                        + "' has begun and goes on from here; this one ends. Two that should run side by side need different names (--name).");
    }

    /** What ends the bridge, in words; null for what may pass. */
    static @Nullable BridgeException ending(Throwable failure, String bridge) {
        Set<Throwable> seen = new HashSet<>();
        for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (cause instanceof BridgeException already) {
                return already;
            }
            if (cause instanceof AuthorizationException refusal) {
                return new BridgeException("The target does not permit it: " + permission(refusal, bridge), failure);
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

    /** What is not permitted, and what the bridge needs. */
    static String permission(AuthorizationException refusal, String bridge) {
        String message = String.valueOf(refusal.getMessage()).strip().replaceFirst("\\.$", "");
        return message + (refusal instanceof TransactionalIdAuthorizationException ? " (" + bridge + "-...)" : "")
                + ". The bridge needs Create, Write, Describe and DescribeConfigs on its topics, the same and Read on the positions topic, and Write and Describe on the transactional ids that begin with '"
                + bridge + "-'";
    }

    /** The innermost message, where the reason is; what the source's side says is said by us, and whole. */
    static String reason(Throwable failure) {
        if (failure instanceof SourceException && failure.getMessage() != null) {
            return failure.getMessage();
        }
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
