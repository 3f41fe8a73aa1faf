package dev.headgate.bridge.source;

/** The source said no, or did not answer; the message says what happened, to what, and what to do. */
public final class SourceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SourceException(String message) {
        super(message);
    }

    public SourceException(String message, Throwable cause) {
        super(message, cause);
    }
}
