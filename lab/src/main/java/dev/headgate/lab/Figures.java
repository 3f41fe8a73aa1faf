package dev.headgate.lab;

import org.jspecify.annotations.Nullable;

/**
 * What was measured of an arm, from outside its gates.
 *
 * @param throughput records that ended, per second
 * @param records how many that were
 * @param p50Ms median time from a record's arrival to its end, in ms
 * @param p99Ms 99th percentile of it
 * @param errorShare part of the records that failed, 0 to 1
 * @param lost records that never ended and never will; null where that was not measured
 * @param duplicated records that ended more than once
 * @param cpuShare part of the machine's cores that this process used, 0 to 1
 * @param othersShare part of them that all other processes used, the incident's own ones (a broker, a feed) included
 */
record Figures(
        double throughput,
        long records,
        double p50Ms,
        double p99Ms,
        double errorShare,
        @Nullable Long lost,
        long duplicated,
        double cpuShare,
        double othersShare) {}
