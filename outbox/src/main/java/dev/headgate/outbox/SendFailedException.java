package dev.headgate.outbox;

/** Kafka did not take an event, and it is not the event's fault. */
final class SendFailedException extends Exception {
    private static final long serialVersionUID = 1;

    SendFailedException(Throwable cause) {
        super(cause);
    }
}
