package dev.headgate.lab;

import dev.headgate.testkit.PacedProducer;
import java.util.List;
import java.util.Map;

/**
 * A kind of producer with a codec, and what is true of it.
 *
 * @param kind of producer
 * @param codec in which its topic's batches are stored
 */
record ConversionArm(Kind kind, String codec) {

    /** What another codec than the topic's is here. */
    private static final String OTHER_CODEC = "lz4";

    /** The kinds of producers, the sick one first. */
    enum Kind {
        LEGACY("legacy-producer", "the producer of 0.8.2.2: the broker converts every batch", "up-conversion"),
        NATIVE("native", "the current producer: batches are stored as they come", ""),
        RECOMPRESSING(
                "recompressing",
                "the current producer, with another codec than the topic's compression.type",
                "recompression");

        private final String way;
        private final String about;
        private final String truth;

        Kind(String way, String about, String truth) {
            this.way = way;
            this.about = about;
            this.truth = truth;
        }

        Way way() {
            return new Way(way, about);
        }

        /** What a doctor has to name; nothing where batches are not converted. */
        List<String> truth() {
            return truth.isEmpty() ? List.of() : List.of(truth);
        }
    }

    String topic() {
        return codec + "-" + kind.way().name();
    }

    Map<String, String> topicConfigs() {
        return Map.of("compression.type", kind == Kind.RECOMPRESSING ? codec : "producer");
    }

    PacedProducer producer(String bootstrap, int partitions) {
        PacedProducer.Builder described =
                kind == Kind.LEGACY ? PacedProducer.old(bootstrap) : PacedProducer.current(bootstrap);
        return described.codec(kind == Kind.RECOMPRESSING ? OTHER_CODEC : codec).start(topic(), partitions);
    }
}
