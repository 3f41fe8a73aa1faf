package dev.headgate.doctor.probe;

/** A target says nothing that can be used: the message says what, where and what to do. */
public final class MetricsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MetricsException(String message) {
        super(message);
    }

    public MetricsException(String message, Throwable cause) {
        super(message, cause);
    }
}
