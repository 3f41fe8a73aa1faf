package dev.headgate.bridge;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a user said, checked, and made immutable. */
record Settings(
        String name,
        End from,
        End to,
        Topics topics,
        @Nullable String zookeeper,
        Keeping keeping,
        Conversion conversion,
        Pacing pacing,
        boolean untilCaughtUp,
        @Nullable Set<String> groups) {

    /** A cluster: where it is, and the properties of its clients. */
    record End(String bootstrap, Map<String, String> properties) {}

    /**
     * How positions are kept.
     *
     * @param topic on the target
     * @param adopt whether to go on where the target's topics or positions are not those of this bridge and source
     */
    record Keeping(String topic, boolean exactlyOnce, boolean adopt) {}

    /**
     * What is done with a record.
     *
     * @param deadLetters where records go that cannot be written; null to stop at one
     */
    record Conversion(
            Timestamps timestamps,
            PartitionMapping partitions,
            @Nullable String deadLetters,
            @Nullable Transform transform,
            String compression) {}

    /**
     * How fast.
     *
     * @param sourceBytes a second, read
     * @param targetBytes a second, written
     * @param bufferBytes between both, in all workers together
     * @param topicsEvery how often new partitions are looked for
     */
    record Pacing(
            long sourceBytes,
            long targetBytes,
            long bufferBytes,
            Duration commitEvery,
            int workers,
            Duration topicsEvery) {}
}
