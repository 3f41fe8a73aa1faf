package dev.headgate.bridge.source08;

/** Bytes that are no record set, or not the one that was written. The message says what is wrong, not where. */
final class Damage extends Exception {
    private static final long serialVersionUID = 1;

    Damage(String what) {
        super(what);
    }

    Damage(String what, Throwable cause) {
        super(what, cause);
    }
}
