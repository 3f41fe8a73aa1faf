package dev.headgate.bench;

import org.jspecify.annotations.Nullable;

/**
 * What one run of one arm came to; travels from its JVM as JSON.
 *
 * @param heapMiB     largest heap in use right after a collection, MiB; if there was none, largest heap in use
 * @param residentMiB largest resident set, MiB
 * @param redelivered handlings beyond the first of a record
 * @param lost        records that were never handled and never will be; null where that cannot be told: an arm that
 *                    commits nothing and did not read to the end
 * @param wholeTopic  whether the arm read the topic to its end
 * @param stalled     whether it stopped making progress while there were records left
 * @param unclosed    why it could not be closed after it had been measured; null if it could
 */
record ArmFigures(
        Measurement measured,
        double heapMiB,
        double residentMiB,
        long redelivered,
        @Nullable Long lost,
        boolean wholeTopic,
        boolean stalled,
        @Nullable String unclosed) {}
