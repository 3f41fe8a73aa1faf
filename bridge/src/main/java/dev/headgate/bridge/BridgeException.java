package dev.headgate.bridge;

/** The bridge cannot go on, or cannot begin; the message says what happened, to what, and what to do. What was committed is on the target and stays. */
public final class BridgeException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    BridgeException(String message) {
        super(message);
    }

    BridgeException(String message, Throwable cause) {
        super(message, cause);
    }
}
