package dev.headgate.doctor.probe;

import java.util.List;

/** Whether a broker writes batches of producers anew before it stores them, and why. */
public sealed interface Conversion {

    /** The words under which it is named; empty where there is nothing to name. */
    default List<String> named() {
        return switch (this) {
            case UpConverted up -> List.of("up-conversion");
            case Recompressed re -> List.of("recompression");
            case None none -> List.of();
            case Unknown unknown -> List.of();
        };
    }

    /**
     * Producers of old versions send batches of an old format, and the broker converts them to today's.
     *
     * @param mixed whether producers of current versions write, too: the meter does not say whose batches are converted
     */
    record UpConverted(boolean mixed) implements Conversion {}

    /** Producers all send today's format, and the broker compresses their batches anew: with the codec of {@code compression.type}. */
    record Recompressed() implements Conversion {}

    /** Batches are stored as they come. */
    record None() implements Conversion {}

    /**
     * It cannot be told.
     *
     * @param reason why, for a sentence of its own
     */
    record Unknown(String reason) implements Conversion {}
}
