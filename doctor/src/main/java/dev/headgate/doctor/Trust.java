package dev.headgate.doctor;

/** Whether a station's numbers can be used. */
public sealed interface Trust {

    /** The laws hold. */
    record Trusted() implements Trust {}

    /**
     * They cannot be used.
     *
     * @param reason which law fails, with the figures
     */
    record Untrusted(String reason) implements Trust {}
}
