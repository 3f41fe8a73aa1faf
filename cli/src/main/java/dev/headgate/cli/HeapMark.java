package dev.headgate.cli;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * The heap in use right after a full collection.
 *
 * @param at when, since the first record was produced
 * @param usedBytes what was in use
 */
record HeapMark(Duration at, long usedBytes) {

    /** Collects garbage, which stops everything for some ms, and measures. */
    static HeapMark now(Duration at) {
        System.gc();
        return new HeapMark(
                at, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    double mebibytes() {
        return usedBytes / (double) (1 << 20);
    }
}
